import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { sweepOf } from '../support/sweep.ts';

const coded = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code });
const refused = (name: string, status: number) =>
  new DynamoDBServiceException({
    name,
    message: 'secret words',
    $fault: status < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: status },
  });

test.each([
  ['out of reach', coded('ECONNREFUSED'), 503, 'unavailable'],
  ['without a name', coded('ENOTFOUND'), 503, 'unavailable'],
  ['cut off', coded('ECONNRESET'), 503, 'unavailable'],
  ['throttled', refused('ProvisionedThroughputExceededException', 400), 503, 'unavailable'],
  ['broken', refused('InternalServerError', 500), 503, 'unavailable'],
  ['misused by us', new RangeError('secret words'), 500, 'internal_error'],
])('a table that is %s [rule 7, H1]', async (_name, error, expected, code) => {
  const { ctx, api_key, email } = await capturedAccount();
  const broken = { ...ctx.emails, readFacts: async () => Promise.reject(error) };
  const call = inProcess({ ...ctx, emails: broken }, emailRoutes, api_key);
  for (const [path, body] of [
    ['/emails', email],
    ['/emails/batch', { emails: [email] }],
  ] as const) {
    const { status, headers, body: answer } = await call('POST', path, { body });
    expect([status, answer.error?.code]).toEqual([expected, code]);
    expect(headers.get('retry-after')).toBe(expected === 503 ? '1' : null);
    expect(JSON.stringify(answer)).not.toMatch(/secret|10\.0\.0\.1/);
  }
});

test('after a 503 the same key goes on: one email, one batch, whatever was decided stands [H10, Q8]', async () => {
  const { ctx, api_key, email, call, clock, get, queued, deliver, mails } = await capturedAccount();
  // The answer of the deciding write is lost on its way.
  const lost = async <T>(done: Promise<T>) => {
    await done;
    throw coded('ECONNRESET');
  };
  const broken = inProcess(
    {
      ...ctx,
      emails: { ...ctx.emails, writeAccept: (input) => lost(ctx.emails.writeAccept(input)) },
      batches: { ...ctx.batches, writeBatch: (input) => lost(ctx.batches.writeBatch(input)) },
    },
    emailRoutes,
    api_key,
  );
  const single = { body: email, headers: { 'idempotency-key': 'one' } };
  expect((await broken('POST', '/emails', single)).status).toBe(503);
  const again = [await call('POST', '/emails', single), await call('POST', '/emails', single)];
  expect(again.map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([200, again[0]?.body.id]));
  const { body } = await call('GET', '/emails');
  expect((body.emails as { id: string }[]).map(({ id }) => id)).toEqual([again[0]?.body.id]);
  // No message followed the decision: the sweep queues the email by its outbox row.
  clock.advance(180_000);
  await sweepOf(ctx, (row) => row === again[0]?.body.id);
  for (const { message } of queued.splice(0)) await deliver(message);
  expect(mails.map(({ email_id }) => email_id)).toEqual([again[0]?.body.id]);

  const batch = {
    body: { emails: [email, { ...email, to: 'nope' }] },
    headers: { 'idempotency-key': 'all' },
  };
  expect((await broken('POST', '/emails/batch', batch)).status).toBe(503);
  // Past the time in which the first run may still be at work; the retry need not wait for it.
  clock.advance(31_000);
  clock.skipSleeps();
  const retries = [await call('POST', '/emails/batch', batch), await call('POST', '/emails/batch', batch)];
  const [first] = retries.map((retry) => retry.body.data as { id: string | null; status: string }[]);
  expect(first?.map(({ status }) => status)).toEqual(['sent', 'failed']);
  expect(retries[1]?.body).toEqual(retries[0]?.body);
  expect((await get(first?.[0]?.id ?? '')).status).toBe('queued');
  expect(queued.map(({ message }) => message.id)).toEqual([first?.[0]?.id]);
});
