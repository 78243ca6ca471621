import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { importRoutes } from '../../functions/imports/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { awsOf } from '../../shared/aws/clients.ts';
import { readAwsVariables, readConfig } from '../../shared/aws/config.ts';
import { dynamoClient } from '../../shared/aws/signed/dynamodb.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import type { PlanLimit, RampLimit } from '../../shared/core/records/limits.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { countsAhead } from '../../shared/store/counts-ahead.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { importStore } from '../../shared/store/imports.ts';
import { withItem } from '../../shared/store/limit-counts.ts';
import { keys } from '../../shared/store/schema.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { type Table, TransactionConflict } from '../../shared/store/table.ts';
import { tenantStore } from '../../shared/store/tenants.ts';
import { freshAccount, inProcess, newTenant, testClock, testContext } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { environment } from '../support/environment.ts';
import { stopReceivers } from '../support/receiver.ts';
import { usualRetention } from '../support/retention.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';
import { testTable } from '../support/table.ts';
import { address, oneClick, setUp } from '../support/unsubscriber.ts';

const closing: (() => void)[] = [];
afterAll(stopReceivers);
afterAll(() => {
  for (const close of closing) close();
});

const isUpdate = (target: string): boolean => target.endsWith('.UpdateItem');
const isChange = (target: string): boolean => /\.(UpdateItem|TransactWriteItems)$/.test(target);

/** A way to the table whose first update, or other call of `lost`, arrives, while its answer never comes back: the client asks again. */
async function losingFirstAnswer(lost = isUpdate) {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL } = environment();
  const upstream = AWS_ENDPOINT_URL_DYNAMODB ?? AWS_ENDPOINT_URL ?? '';
  let updates = 0;
  const server = createServer(async (request, response) => {
    const isLost = lost(String(request.headers['x-amz-target']));
    if (isLost) updates++;
    const { 'content-length': _length, connection: _connection, host: _host, ...headers } = request.headers;
    const body = await text(request);
    const answer = await fetch(upstream, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (isLost && updates === 1) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close().closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = { ...readAwsVariables(environment()), AWS_ENDPOINT_URL_DYNAMODB: endpoint };
  const client = dynamoClient(awsOf(readConfig(environment())), { variables });
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
  const { client, updates } = await losingFirstAnswer();
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

type Counted = { owner: 'acc' | 'ten'; kind: 'plan' | 'tenant' };

/** A count of 3 recipients that was taken ahead; `giveBack` over another table than it was taken by. */
async function takenAhead({ owner, kind }: Counted) {
  const { runtime } = captured().clock;
  const day = new Date(runtime.now()).toISOString().slice(0, 10);
  const limit = { owner: runtime.id(owner), recipients: 3 };
  const [limited, counts] =
    kind === 'plan'
      ? [
          { ...limit, kind, day_limit: 5_000, month_limit: null } as PlanLimit,
          { day, day_used: 10, month: day.slice(0, 7), month_used: 10 },
        ]
      : [
          { ...limit, kind, stream: 'transactional', daily_limit: null } as RampLimit,
          { day, stage: 2, transactional: 10, product: 0, total: 10 },
        ];
  const item = { ...keys.limit(limit.owner, kind), ...counts };
  const direct = testTable();
  await direct.put(item);
  let table = direct;
  const ahead = countsAhead({
    runtime,
    table: {
      ...direct,
      update: (...input) => table.update(...input),
      transact: (...input) => table.transact(...input),
    },
  });
  const counted = withItem(limited, item);
  ahead.noteConflict([counted]);
  expect(await ahead.take([counted])).toEqual([]);
  const giveBack = (over: Table) => {
    table = over;
    return ahead.giveBack();
  };
  const stored = () => direct.get(keys.limit(limit.owner, kind), { consistent: true });
  return { runtime, direct, counts, giveBack, stored };
}

describe.each<Counted>([
  { owner: 'acc', kind: 'plan' },
  { owner: 'ten', kind: 'tenant' },
])('A3, Q9: a count of $kind that is given back', (of) => {
  test('and whose answer is lost is given back once', async () => {
    const { runtime, counts, giveBack, stored } = await takenAhead(of);
    const { client, updates } = await losingFirstAnswer(isChange);
    await giveBack(dynamoTable(client, environment().TABLE_NAME as string, runtime));
    expect(updates()).toBe(2);
    expect(await stored()).toMatchObject(counts);
  });

  test('while transactions hold its item all the time is given back', async () => {
    const { direct, counts, giveBack, stored } = await takenAhead(of);
    await giveBack({ ...direct, transact: () => Promise.reject(new TransactionConflict()) });
    expect(await stored()).toMatchObject(counts);
  });

  test('while a transaction holds its item, and whose answer is lost, is given back once', async () => {
    const { runtime, counts, giveBack, stored } = await takenAhead(of);
    const { client, updates } = await losingFirstAnswer();
    const table = dynamoTable(client, environment().TABLE_NAME as string, runtime);
    await giveBack({ ...table, transact: () => Promise.reject(new TransactionConflict()) });
    expect(updates()).toBe(1);
    expect(await stored()).toMatchObject(counts);
  });
});

test.each([false, true])(
  'Q60: an unsubscribe whose answer was lost emits its event, on a manual entry: %s',
  async (manual) => {
    const { ctx, runtime, call, visit, path, state, events } = await setUp('transactional');
    if (manual) await call('POST', '/suppressions', { body: { email: address, reason: 'manual' } });
    const { client, updates } = await losingFirstAnswer(isChange);
    const table = dynamoTable(client, environment().TABLE_NAME as string, runtime);
    ctx.suppressions = suppressionStore(table, runtime);
    for (let i = 0; i < 2; i++) expect((await visit('POST', path, oneClick)).status).toBe(200);
    expect(updates()).toBe(2);
    expect((await state())?.suppression).toMatchObject({ reason: 'unsubscribe', source: 'one_click' });
    expect(events()).toHaveLength(1);
  },
);

/** An account with a tenant, over a table whose first change loses its answer. */
async function activeTenant() {
  const { ctx, clock, webhooks } = captured();
  const { account, api_key } = await freshAccount(ctx, { domain: false, plan: 'dedicated' });
  const tenant = await newTenant(ctx, account.id);
  const { client, updates } = await losingFirstAnswer(isChange);
  const table = dynamoTable(client, environment().TABLE_NAME as string, clock.runtime);
  ctx.tenants = tenantStore(table, clock.runtime);
  const stored = () => ctx.tenants.get(account.id, tenant.id);
  return { ctx, api_key, tenant, stored, updates, webhooks };
}

test('A22: the pause of a tenant whose answer was lost is of the caller that made it, and of no other', async () => {
  const { ctx, tenant, stored, updates } = await activeTenant();
  const at = await ctx.tenants.pause(tenant, 'bounce_rate 0.061 over 24 h');
  expect(updates()).toBe(2);
  expect(await stored()).toMatchObject({ status: 'paused', paused_at: at, pause_source: 'automated' });
  expect(await ctx.tenants.pause(tenant, 'bounce_rate 0.061 over 24 h')).toBeNull();
});

test('N25: a pause by the account whose answer was lost emits tenant.paused', async () => {
  const { ctx, api_key, tenant, updates, webhooks } = await activeTenant();
  const pause = { body: { status: 'paused', reason: 'unpaid' } };
  const { status, body } = await inProcess(ctx, tenantRoutes, api_key)(
    'PATCH',
    `/tenants/${tenant.id}`,
    pause,
  );
  expect([status, body.tenant]).toMatchObject([200, { status: 'paused', paused_reason: 'unpaid' }]);
  expect(webhooks.map(({ event_type }) => event_type)).toEqual(['tenant.paused']);
  expect(updates()).toBe(2);
});
test.each([
  ['the import that it makes', 'PutItem', 1],
  ['its lease', 'UpdateItem', 1],
  ['its record', 'PutItem', 3],
] as const)(
  'M15, M41: a request of an import that loses the answer to the write of %s goes on',
  async (_what, call, nth) => {
    const clock = testClock();
    const provider = await fakeSendgrid();
    const ctx = withProvider(testContext({ runtime: clock.runtime }), provider.url);
    ctx.settings.webhook_targets = 'public';
    const { api_key } = await freshAccount(ctx, { domain: false });
    let writes = 0;
    const { client, updates } = await losingFirstAnswer(
      (target) => target.endsWith(`.${call}`) && ++writes === nth,
    );
    const objects = { put: async () => {}, get: async () => null, remove: async () => {} };
    ctx.imports = importStore(
      dynamoTable(client, environment().TABLE_NAME as string, clock.runtime),
      objects,
    );
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
    expect([updates(), writes > nth]).toEqual([1, true]);
  },
);
