import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import { freshAccount, testClock } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { environment } from '../support/environment.ts';
import { collectLog } from '../support/log.ts';

/** A webhook of an account, where the log is kept for so many days. */
async function webhookOf(days: string) {
  const clock = testClock();
  const config = readConfig({ ...environment(), RETENTION_WEBHOOK_LOG_DAYS: days });
  const ctx = createContext(config, { runtime: clock.runtime, log: collectLog().log });
  const { account } = await freshAccount(ctx, { domain: false });
  const { post, get } = await signIn(ctx, account);
  const form = { account: account.id };
  await post('/webhooks/new', { ...form, request: 'x'.repeat(43), url: 'https://hooks.example.com/' });
  const [webhook] = await ctx.webhooks.all(account.id);
  if (webhook === undefined) throw new Error('not made');
  const path = `/webhooks/${webhook.id}`;
  const replay = async () => (await post(`${path}/replay-failed`, form)).location;
  return { ctx, clock, webhook, path, replay, get };
}

test.each(['3', '30'])('"Replay failed" works where the log is kept for %s days [D24]', async (days) => {
  const { path, replay } = await webhookOf(days);
  expect(await replay()).toBe(`${path}?done=replaying`);
});

test('"Replay failed" says where a request did not take all [D24, E31]', async () => {
  const { ctx, clock, webhook, path, replay, get } = await webhookOf('30');
  const { id: webhook_id, log_shards: shards, url } = webhook;
  const [id, event_id] = [ctx.runtime.id('whd'), ctx.runtime.id('evt')];
  const at = timestamp(ctx.runtime.now());
  const ended = { status: 'failed', last_status_code: 500, last_error: 'http_status' } as const;
  const times = { created_at: at, next_attempt_at: null, delivered_at: null };
  const about = { id, webhook_id, event_id, event_type: 'email.sent', url } as const;
  await ctx.deliveries.record(
    { ...about, ...ended, ...times, attempts: 5, attempt_log: [] },
    { attempt: 5, shards },
  );
  // Another request is just queueing it.
  await ctx.delivery_log.claimReplays(webhook_id, shards, [{ id, replay: ctx.runtime.id('whd') }]);
  clock.advance(1_000);
  expect(await replay()).toBe(`${path}?done=replaying_some`);
  expect((await get(`${path}?done=replaying_some`)).text).toContain('There are more');
});
