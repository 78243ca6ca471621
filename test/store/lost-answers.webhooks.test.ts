import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { signingSecrets } from '../../shared/domain/webhooks/sign.ts';
import { noticeClaims } from '../../shared/store/claims.ts';
import { deliveryStore } from '../../shared/store/deliveries.ts';
import { deliveryLog } from '../../shared/store/delivery-log.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { keys, shardOf } from '../../shared/store/schema.ts';
import { webhookStore } from '../../shared/store/webhooks.ts';
import { testClock } from '../support/api.ts';
import { losingTable, stopLosing } from '../support/lost-answers.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { usualRetention } from '../support/retention.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterAll(stopReceivers);
afterAll(stopLosing);

const none = () => Promise.reject(new Error('everything fits an item'));
const noObjects: Objects = { put: none, get: none, remove: none };

test('an attempt whose row lost its answer is followed by the next one, and a copy of it by none [E8]', async () => {
  const { ctx, work, emit, addEndpoint, queued } = await webhookDeliveries();
  const { url, received } = await receiver((_, response) => void response.writeHead(500).end());
  await addEndpoint(url);
  await emit();
  const copy = structuredClone(queued[0]);
  const { table } = await losingTable(ctx.runtime, (target) => target.endsWith('.PutItem'));
  ctx.deliveries = { ...ctx.deliveries, record: deliveryStore(table, noObjects, usualRetention).record };
  await work();
  expect(queued.map(({ message }) => 'attempt' in message && message.attempt)).toEqual([2]);
  queued.unshift(copy as (typeof queued)[number]);
  await attemptWebhook(ctx, {
    message: (queued.shift() as (typeof queued)[number]).message,
    receive_count: 1,
    memory: attemptMemory(),
  });
  expect(received).toHaveLength(2);
  expect(queued).toHaveLength(1);
});

test('a rotation whose answer was lost leaves the secret before to sign [E30]', async () => {
  const { ctx, account, call, addEndpoint } = await webhookDeliveries();
  const { id, secret } = await addEndpoint('https://hooks.example.com/x');
  const { table, updates } = await losingTable(ctx.runtime);
  ctx.webhooks = webhookStore(table, ctx.runtime);
  const { status, body } = await call('POST', `/webhooks/${id}`, { body: { action: 'rotate_secret' } });
  expect([status, updates()]).toEqual([200, 2]);
  const endpoint = await ctx.webhooks.get(account.id, id as Id<'wh'>);
  expect(endpoint && signingSecrets(endpoint, ctx.runtime.now())).toEqual([body.secret, secret]);
});

test('the success that ends an endpoint’s failing time begins its replays, though its answer was lost [N3]', async () => {
  const { ctx, account, clock, work, emit, addEndpoint, looks } = await webhookDeliveries();
  const { id } = await addEndpoint((await receiver()).url);
  const endpoint = (await ctx.webhooks.get(account.id, id as Id<'wh'>)) as WebhookEndpoint;
  await ctx.webhooks.countFailures(endpoint, 1, ctx.runtime.now());
  clock.advance(60_000);
  const { table, updates } = await losingTable(ctx.runtime);
  ctx.webhooks = webhookStore(table, ctx.runtime);
  await emit();
  await work();
  expect(updates()).toBe(2);
  expect(looks.map(({ message }) => message.webhook_id)).toEqual([id]);
});

test('a replay whose claim lost its answer is new to its own request [N3]', async () => {
  const { runtime } = testClock();
  const { table, updates } = await losingTable(runtime);
  const [webhook, id, replay] = [runtime.id('wh'), runtime.id('whd'), runtime.id('whd')];
  await table.put({ ...keys.delivery(webhook, shardOf(id, 1), id), et: 'whd', status: 'failed' });
  const { claimReplays } = deliveryLog(table, runtime, usualRetention);
  expect(await claimReplays(webhook, 1, [{ id, replay }])).toEqual([{ replay, state: 'new' }]);
  expect(updates()).toBe(2);
});

test('a replay of a request that died is taken over by the request whose answer was lost [N3]', async () => {
  const { runtime } = testClock();
  let changes = 0;
  const { table } = await losingTable(runtime, (target) => target.endsWith('.UpdateItem') && ++changes > 1);
  const [webhook, id, first] = [runtime.id('wh'), runtime.id('whd'), runtime.id('whd')];
  const bound = { replayed_as: first, replayed_at: runtime.now() - 60_000 };
  await table.put({ ...keys.delivery(webhook, shardOf(id, 1), id), et: 'whd', status: 'failed', ...bound });
  const { claimReplays } = deliveryLog(table, runtime, usualRetention);
  const claim = () => claimReplays(webhook, 1, [{ id, replay: runtime.id('whd') }]);
  expect(await claim()).toEqual([{ replay: first, state: 'repeat' }]);
  expect(changes).toBe(3);
  expect(await claim()).toEqual([{ replay: first, state: 'taken' }]);
});

test('a notice whose claim lost its answer is mailed, once [E51]', async () => {
  const { runtime } = testClock();
  const isTaken = (target: string) => /\.(PutItem|TransactWriteItems)$/.test(target);
  const { table } = await losingTable(runtime, isTaken);
  const { take } = noticeClaims(table, runtime);
  const about = `webhook ${runtime.id('wh')} disabled`;
  expect({ first: await take(about), again: await take(about) }).toEqual({ first: true, again: false });
});
