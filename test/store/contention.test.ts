import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { batchStore } from '../../shared/store/batches.ts';
import { emailStore } from '../../shared/store/emails.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { scheduleStore } from '../../shared/store/schedules.ts';
import { type Table, TransactionConflict, type Write } from '../../shared/store/table.ts';
import { inProcess, type Request, verifiedDomain } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { environment } from '../support/environment.ts';
import { usualRetention } from '../support/retention.ts';

const keyOf = (write: Write) => {
  const { pk, sk } =
    'put' in write
      ? write.put
      : 'update' in write
        ? write.update
        : 'delete' in write
          ? write.delete
          : write.check;
  return `${pk}\n${sk}`;
};

/** A table that behaves as AWS's, unlike the emulator's: of two concurrent transactions on an item one is cancelled. */
function conflicting(table: Table): { table: Table; conflicts: () => number } {
  const held = new Set<string>();
  let count = 0;
  const transact = async (writes: Write[]) => {
    const keys = writes.map(keyOf);
    if (keys.some((key) => held.has(key))) {
      count++;
      throw new TransactionConflict();
    }
    for (const key of keys) held.add(key);
    await table.transact(writes).finally(() => {
      for (const key of keys) held.delete(key);
    });
  };
  return { table: { ...table, transact }, conflicts: () => count };
}

/** A free account over such a table, whose request rate is out of the way. */
async function setUp() {
  const world = captured();
  const { AWS_REGION = '', TABLE_NAME = '' } = environment();
  const { table, conflicts } = conflicting(
    dynamoTable(new DynamoDBClient({ region: AWS_REGION }), TABLE_NAME, world.ctx.runtime),
  );
  const none = () => Promise.reject(new Error('everything fits an item'));
  const objects: Objects = { put: none, get: none, remove: none };
  const { runtime } = world.ctx;
  const ctx: Context = {
    ...world.ctx,
    emails: {
      ...world.ctx.emails,
      ...emailStore(table, objects, runtime, usualRetention),
      ...scheduleStore(table, objects, runtime, usualRetention),
    },
    batches: batchStore(table, objects, runtime, usualRetention),
  };
  const { account, api_key } = await createAccount(ctx, {
    ...{ email: 'owner@example.com', plan: 'free', payment_method: true },
    requests_per_second: 10_000,
  });
  const domain = `${account.id.slice(4)}.example.com`;
  await verifiedDomain(ctx, account.id, domain);
  const call = inProcess(ctx, emailRoutes, api_key);
  /** By the specification's retry guidance: 503 is tried again, under the same key. */
  const post = async (path: string, request: Request) => {
    for (;;) {
      const answer = await call('POST', path, request);
      if (answer.status !== 503) return answer;
    }
  };
  const email = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't' };
  return { ...world, ctx, account, call, post, email, conflicts };
}

type Item = { id: string | null; error?: { code: string } };

test('Q9: concurrent sends, batches and duplicates: exactly 100 of the free plan, each once', async () => {
  const { post, email, conflicts } = await setUp();
  const accepted = new Set<string>();
  const refused = new Set<unknown>();
  const note = (id: unknown, code: unknown) =>
    typeof id === 'string' ? accepted.add(id) : refused.add(code);
  const single = async (key: string) => {
    const { body } = await post('/emails', { body: email, headers: { 'idempotency-key': key } });
    note(body.id, body.error?.code);
  };
  const batch = async (key: string) => {
    const body = { emails: Array(5).fill(email) };
    const answer = await post('/emails/batch', { body, headers: { 'idempotency-key': key } });
    for (const { id, error } of answer.body.data as Item[]) note(id, error?.code);
  };
  const runs = Array.from({ length: 40 }, (_, i) => single(`single ${i >> 1}`));
  for (let i = 0; i < 40; i++) runs.push(batch(`batch ${i >> 1}`));
  await Promise.all(runs);
  expect(accepted.size).toBe(100);
  expect([...refused]).toEqual(['plan_limit']);
  expect(conflicts()).toBeGreaterThan(50);
}, 60_000);

test('Q2: schedules that fire at once count one by one: the plan’s last 30 go out, the others fail', async () => {
  const { ctx, call, post, email, queued, mails, clock, ahead, conflicts } = await setUp();
  const spent = Array.from({ length: 35 }, (_, i) => `r${i}@x.example`);
  expect((await post('/emails', { body: { ...email, to: spent } })).status).toBe(200);
  expect((await post('/emails', { body: { ...email, to: spent } })).status).toBe(200);
  queued.length = 0;
  const emails = Array(50).fill({ ...email, scheduled_at: ahead(60) });
  const { body } = await post('/emails/batch', { body: { emails } });
  const ids = (body.data as Item[]).map(({ id }) => id);
  clock.advance(61_000);
  await Promise.all(queued.map(({ message }) => deliverEmail(ctx, message, { receive_count: 1 })));
  expect(new Set(mails.map(({ email_id }) => email_id)).size).toBe(30);
  expect(mails).toHaveLength(30);
  const records = await Promise.all(ids.map(async (id) => (await call('GET', `/emails/${id}`)).body.email));
  const failed = (records as { status: string; failure_reason: string | null }[]).filter(
    ({ status }) => status !== 'sent',
  );
  expect(failed.map(({ status, failure_reason }) => `${status} ${failure_reason}`)).toEqual(
    Array(20).fill('failed plan_limit'),
  );
  expect(conflicts()).toBeGreaterThan(20);
}, 60_000);
