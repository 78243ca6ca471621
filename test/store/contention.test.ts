import { publicError } from '../../shared/core/errors.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { contendedAccount } from '../support/contended.ts';

type Item = { id: string | null; error?: { code: string } };

test('concurrent sends, batches and duplicates: exactly 100 of the free plan, each once [Q9]', async () => {
  const { post, email, conflicts } = await contendedAccount();
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

test('schedules that fire at once count one by one: the plan’s last 30 go out, the others fail [Q2]', async () => {
  const { ctx, call, post, email, queued, mails, clock, ahead, conflicts } = await contendedAccount();
  const spent = Array.from({ length: 35 }, (_, i) => `r${i}@x.example`);
  expect((await post('/emails', { body: { ...email, to: spent } })).status).toBe(200);
  expect((await post('/emails', { body: { ...email, to: spent } })).status).toBe(200);
  queued.length = 0;
  const emails = Array(50).fill({ ...email, scheduled_at: ahead(60) });
  const { body } = await post('/emails/batch', { body: { emails } });
  const ids = (body.data as Item[]).map(({ id }) => id);
  clock.advance(61_000);
  // As SQS hands it on: a message whose worker met too many changes comes again.
  const deliver = (message: DeliverMessage, receive_count = 1): Promise<unknown> =>
    deliverEmail(ctx, message, { receive_count }).catch((error) => {
      if (publicError(error).code !== 'unavailable') throw error;
      return deliver(message, receive_count + 1);
    });
  await Promise.all(queued.map(({ message }) => deliver(message)));
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
