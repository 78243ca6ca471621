import { importRoutes } from '../../functions/imports/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { counterStore } from '../../shared/store/counters.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { emailStore } from '../../shared/store/emails.ts';
import { eventStore } from '../../shared/store/events.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { type Key, keys } from '../../shared/store/schema.ts';
import type { Item, Table } from '../../shared/store/table.ts';
import { webhookStore } from '../../shared/store/webhooks.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { stopReceivers } from '../support/receiver.ts';
import { usualRetention } from '../support/retention.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';
import { testTable } from '../support/table.ts';

afterAll(stopReceivers);

/** A table whose eventually consistent reads do not show envelopes yet, as a replica that is behind. */
function behind(table: Table): Table {
  const isHidden = ({ sk }: Key) => sk === keys.envelope('msg_').sk;
  const shown = (item: Item | null) => (item !== null && isHidden(item) ? null : item);
  return {
    ...table,
    get: async (key, options) => {
      const item = await table.get(key, options);
      return options?.consistent ? item : shown(item);
    },
    batchGet: async (wanted, options) => {
      const items = await table.batchGet(wanted, options);
      return options?.consistent ? items : items.map(shown);
    },
  };
}

/** An account whose emails are read by a replica that is behind. */
async function readLate() {
  const world = await capturedAccount();
  const { runtime } = world.clock;
  const table = behind(testTable(runtime));
  const none = () => Promise.reject(new Error('everything fits an item'));
  const objects: Objects = { put: none, get: none, remove: none };
  const { ctx }: { ctx: Context } = world;
  Object.assign(ctx.emails, emailStore(table, objects, runtime, usualRetention));
  Object.assign(ctx.emails, leaseStore(table, runtime, usualRetention));
  Object.assign(ctx.events, eventStore(table, runtime, usualRetention));
  return { ...world, counters: counterStore(table, runtime) };
}

/** More than the meta item has room for. */
const to = Array.from({ length: 40 }, (_, i) => `Ada Lovelace the ${i}th <ada-${i}@x.example>`);

test('a worker that comes at once has the recipients, though no replica shows the envelope yet [Q18]', async () => {
  const world = await readLate();
  const id = await world.send({ to });
  const [message] = world.queued.splice(0).map((one) => one.message);
  if (message === undefined) throw new Error('not queued');
  await world.deliver(message);
  expect(world.mails.map(({ email_id }) => email_id)).toEqual([id]);
  expect(world.mails[0]?.raw).toContain('ada-39@x.example');
});

test('an email shows whole in its record, in lists and to the counters, though no replica shows the envelope yet [Q18]', async () => {
  const world = await readLate();
  const id = await world.send({ to });
  expect(await world.get(id)).toMatchObject({ to, subject: 'Hello' });
  expect((await world.call('GET', '/emails')).body).toMatchObject({ emails: [{ id, to }] });
  const meta = await world.ctx.emails.getMeta(id);
  if (meta === null) throw new Error('not accepted');
  const { to: _to, from, subject: _subject, ...stored } = meta;
  expect(await world.counters.readEmails([{ ...stored, envelope: 'item' }])).toMatchObject([{ from, to }]);
});

test('an import finds the endpoint that was just made, though no replica shows it yet [M39]', async () => {
  const { runtime } = testClock();
  const table = testTable(runtime);
  const provider = await fakeSendgrid();
  const ctx = withProvider(testContext({ runtime }), provider.url);
  ctx.settings.webhook_targets = 'public';
  ctx.webhooks = webhookStore(
    {
      ...table,
      query: async (query) => (query.consistent ? table.query(query) : { items: [], more: false }),
    },
    runtime,
  );
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...importRoutes, ...webhookRoutes], api_key);
  const url = 'https://192.0.43.10/in';
  const { webhook } = (await call('POST', '/webhooks', { body: { url } })).body as {
    webhook: { id: string };
  };
  provider.webhooks.push({ url, delivered: true });
  const body = { provider: 'sendgrid', api_key: providerKey, resources: ['webhooks'] };
  const { migration } = (await call('POST', '/migrations', { body })).body;
  expect(migration).toMatchObject({
    webhooks: { items: [{ url, status: 'skipped', reason: 'already_here', webhook_id: webhook.id }] },
  });
});
