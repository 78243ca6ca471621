import { importRoutes } from '../../functions/imports/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { signingSecrets } from '../../shared/domain/webhooks/sign.ts';
import { noticeClaims } from '../../shared/store/claims.ts';
import { deliveryStore } from '../../shared/store/deliveries.ts';
import { deliveryLog } from '../../shared/store/delivery-log.ts';
import { importStore } from '../../shared/store/imports.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { keys, shardOf } from '../../shared/store/schema.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { webhookStore } from '../../shared/store/webhooks.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { losingTable, stopLosing } from '../support/lost-answers.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { usualRetention } from '../support/retention.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';
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

afterAll(stopReceivers);
afterAll(stopLosing);

test.each([
  ['the import that it makes', 'PutItem', 1],
  ['its lease', 'UpdateItem', 1],
  ['its record', 'PutItem', 3],
] as const)(
  'a request of an import that loses the answer to the write of %s goes on [M15, M41]',
  async (_what, call, nth) => {
    const clock = testClock();
    const provider = await fakeSendgrid();
    const ctx = withProvider(testContext({ runtime: clock.runtime }), provider.url);
    ctx.settings.webhook_targets = 'public';
    const { api_key } = await freshAccount(ctx, { domain: false });
    let writes = 0;
    const isNth = (target: string) => target.endsWith(`.${call}`) && ++writes === nth;
    const { table, updates } = await losingTable(clock.runtime, isNth);
    const objects = { put: async () => {}, get: async () => null, remove: async () => {} };
    ctx.imports = importStore(table, objects);
    provider.webhooks.push({ url: 'https://192.0.43.10/in', delivered: true });
    const wait = { status: 429, headers: { 'retry-after': '100' } };
    provider.faults.push({ when: /bounces/, reply: wait });
    const resources = ['webhooks', 'suppressions'];
    const start = async (change: object = {}) => {
      const body = { provider: 'sendgrid', api_key: providerKey, resources, ...change };
      const answer = await inProcess(ctx, importRoutes, api_key)('POST', '/migrations', { body });
      expect(answer.status).toBe(200);
      return answer.body.migration as MigrationRecord;
    };
    const { next_cursor, webhooks } = await start();
    expect(webhooks.items).toMatchObject([{ status: 'imported', secret: expect.any(String) }]);
    clock.advance(101_000);
    expect(await start({ cursor: next_cursor })).toMatchObject({ status: 'completed' });
    expect({ updates: updates(), written: writes > nth }).toEqual({ updates: 1, written: true });
  },
);

afterAll(stopLosing);

async function losing() {
  const ctx = testContext();
  const { table, updates } = await losingTable(ctx.runtime);
  ctx.suppressions = suppressionStore(table, ctx.runtime);
  const { api_key } = await freshAccount(ctx, { domain: false });
  return { call: inProcess(ctx, suppressionRoutes, api_key), updates };
}

test('an entry whose write lost its response is still 201, and the next request is 200 [H26]', async () => {
  const { call, updates } = await losing();
  const add = () => call('POST', '/suppressions', { body: { email: 'ada@x.example' } });
  const [first, second] = [await add(), await add()];
  expect([first.status, second.status, updates()]).toEqual([201, 200, 3]);
  expect(second.body).toEqual(first.body);
});

test('a batch counts an entry whose write lost its answer as added [Q32]', async () => {
  const { call } = await losing();
  const emails = ['ada@x.example'];
  const batch = async () =>
    (await call('POST', '/suppressions/batch', { body: { action: 'add', emails } })).body;
  expect(await batch()).toMatchObject({ added: 1, skipped: 0 });
  expect(await batch()).toMatchObject({ added: 0, skipped: 1 });
});
