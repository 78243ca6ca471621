import { emailRoutes } from '../../functions/emails/routes.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, testClock } from '../support/api.ts';
import { environment } from '../support/environment.ts';
import { collectLog } from '../support/log.ts';

const day_ms = 86_400_000;

/** An account of a deployment with these days, whose emails no worker hands over meanwhile, on a clock of the test's. */
async function keeping(days: Record<string, string>) {
  const clock = testClock();
  const config = readConfig({ ...environment(), ...days });
  const ctx = createContext(config, { runtime: clock.runtime, log: collectLog().log });
  ctx.queues.deliver = async () => {};
  const { api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const email = { from: `shop@${domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  return { clock, ctx, call, email };
}

test('how long bodies and records are kept is the deployment’s to set [H42]', async () => {
  const days = { RETENTION_BODY_DAYS: '10', RETENTION_EMAIL_DAYS: '20' };
  const { clock, ctx, call, email } = await keeping(days);
  const { id } = (await call('POST', '/emails', { body: email })).body;
  const answers = async () => [
    (await call('POST', `/emails/${id}/resend`)).status,
    (await call('GET', `/emails/${id}`)).status,
  ];
  // What was only just accepted is not sent again (H14).
  expect(await answers()).toEqual([409, 200]);
  expect(
    await ctx.emails.markSent({
      id: String(id) as Id<'msg'>,
      message_id: '<1@x>',
      sent_at: new Date(clock.runtime.now()).toISOString(),
    }),
  ).not.toBeNull();
  clock.advance(10 * day_ms - 60_000);
  expect(await answers()).toEqual([200, 200]);
  clock.advance(120_000);
  expect(await answers()).toEqual([409, 200]);
  clock.advance(10 * day_ms);
  expect(await answers()).toEqual([404, 404]);
});

test('a resend that is repeated with its key answers the same when the record of the original has expired [Q1]', async () => {
  const days = { RETENTION_BODY_DAYS: '10', RETENTION_EMAIL_DAYS: '10' };
  const { clock, ctx, call, email } = await keeping(days);
  const id = String((await call('POST', '/emails', { body: email })).body.id);
  const sent_at = new Date(clock.runtime.now()).toISOString();
  await ctx.emails.markSent({ id: id as Id<'msg'>, message_id: '<1@x>', sent_at });
  clock.advance(10 * day_ms - 60_000);
  const resend = (key: string) =>
    call('POST', `/emails/${id}/resend`, { headers: { 'idempotency-key': key } });
  const first = await resend('again');
  expect(first.status).toBe(200);
  clock.advance(120_000);
  const second = await resend('again');
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect((await resend('other')).status).toBe(404);
});

// DynamoDB deletes what has expired up to two days late.
test('an event is in no timeline once its days are over [H42]', async () => {
  const { clock, call, email } = await keeping({ RETENTION_EVENT_DAYS: '7' });
  const ahead = (days: number) => new Date(clock.runtime.now() + days * day_ms).toISOString();
  const { id } = (await call('POST', '/emails', { body: { ...email, scheduled_at: ahead(20) } })).body;
  await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(21) } });
  const types = async () => {
    const { events } = (await call('GET', `/emails/${id}/events`)).body as { events: { type: string }[] };
    return events.map(({ type }) => type);
  };
  clock.advance(7 * day_ms - 60_000);
  expect(await types()).toEqual(['email.rescheduled', 'email.scheduled']);
  clock.advance(61_000);
  expect(await types()).toEqual(['email.scheduled']);
});

test('a deployment that would forget what it still needs does not start [H42]', () => {
  for (const name of ['BODY', 'EMAIL', 'EVENT', 'WEBHOOK_LOG']) {
    const broken = { ...environment(), [`RETENTION_${name}_DAYS`]: '1' };
    expect(() => readConfig(broken)).toThrow(`RETENTION_${name}_DAYS`);
  }
});
