import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { environment } from '../support/environment.ts';
import { usualRetention } from '../support/retention.ts';

/** A client of the table whose first update reaches it, while the answer never comes back: the SDK asks again. */
function losingFirstAnswer(): { client: DynamoDBClient; updates: () => number } {
  const { AWS_REGION = '' } = environment();
  const client = new DynamoDBClient({ region: AWS_REGION, maxAttempts: 3 });
  let updates = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'UpdateItemCommand') updates++;
        const lost = commandName === 'UpdateItemCommand' && updates === 1;
        const answer = await next(args);
        if (lost) throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
        return answer;
      },
    { step: 'deserialize', priority: 'high' },
  );
  return { client, updates: () => updates };
}

/** An accepted email, and the states of its delivery over a table whose first update loses its answer. */
async function acceptedEmail() {
  const { ctx, clock } = captured();
  const { api_key, domain } = await freshAccount(ctx);
  const email = { from: `a@${domain}`, to: 'ada@example.com', subject: 'Reset', text: 'code' };
  const { body } = await inProcess(ctx, emailRoutes, api_key)('POST', '/emails', { body: email });
  const id = String(body.id);
  const now = clock.runtime.now();
  const { client, updates } = losingFirstAnswer();
  const table = dynamoTable(client, environment().TABLE_NAME as string, clock.runtime);
  const leases = leaseStore(table, clock.runtime, usualRetention);
  return {
    ctx,
    id,
    leases,
    updates,
    input: { id, now, lease_until: now + 35_000, dead_before: now - 180_000 },
  };
}

test('a worker keeps the lease whose answer was lost, and no other gets it', async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  expect(await leases.lease(input)).toMatchObject({ leased: true, email: { id, attempt: 1 } });
  expect(updates()).toBe(2);
  expect(await leases.lease(input)).toMatchObject({ leased: false, email: { id, state: 'sending' } });
  await leases.release({ id, attempt: 1 });
  expect(await ctx.emails.lease(input)).toMatchObject({ leased: true, email: { attempt: 2 } });
});

test("E36: a worker whose record of SES's answer lost its own answer publishes email.sent, and no other does", async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  await ctx.emails.lease(input);
  const sent = { id, message_id: '<ses-1@eu-west-1.amazonses.com>', sent_at: '2026-11-22T10:00:00.000Z' };
  expect(await leases.markSent(sent)).toEqual({ message_id: sent.message_id, sent_at: sent.sent_at });
  expect(updates()).toBe(2);
  expect(await leases.markSent(sent)).toBeNull();
  expect(await ctx.emails.markSent(sent)).toBeNull();
});
