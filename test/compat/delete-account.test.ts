import { GetTenantCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { minuteOf } from '../../shared/core/days.ts';
import { makeDkimKey } from '../../shared/core/dkim-key.ts';
import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { receiveEmail, recordUnread } from '../../shared/domain/receiving/receive-email.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { failDeadRun } from '../../shared/domain/runs/fail-dead-run.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { recordDeadDelivery } from '../../shared/domain/webhooks/deliveries/record-dead-delivery.ts';
import { adminError } from '../../tools/admin/commands.ts';
import { inProcess } from '../support/api.ts';
import { mortal, writesArePassing } from '../support/mortal.ts';
import { operate } from '../support/operator.ts';
import { stopReceivers } from '../support/receiver.ts';
import { missingKinds } from './kinds.ts';
import { recordEverything } from './recording.ts';
import { dropTable, itemsOf, makeTable, objectsOf } from './table.ts';
import { routes } from './world.ts';

const table = `delete-account-${process.pid}`;

/** An item's key, and the whole item as text. */
const textsOf = async () =>
  new Map(
    (await itemsOf(table)).map((item) => {
      const { pk, sk } = item as { pk: { S: string }; sk: { S: string } };
      return [`${pk.S} ${sk.S}`, JSON.stringify(item)];
    }),
  );

/** What may stay: service work that ends by itself, and expiring items that don't name their owner (N24). */
const staying =
  /"task":{"S":"remove"}|^(INBC#|NOTICE#|SIGNINS#|SIGNIN#\S+ PENDING|DOCTOR#|OUTBOX#\d+#\d+ ten_|ADR#ten_|LIMIT#ten_|STAT#ten_)/;

type Made = Awaited<ReturnType<typeof recordEverything>>;

/** An account in the table that stays, whatever happens to the others. */
let first: Made;
beforeAll(async () => {
  await makeTable(table);
  first = await recordEverything(table, 'first');
  // Its outbox rows stay as they are, however long the tests take, because no sweep looks before its mark.
  await first.world.ctx.emails.writeSweep(minuteOf(Date.now()) + 24 * 60);
});

/** A second account with one of everything, and the first account's state before that. */
async function twoAccounts() {
  const before = await textsOf();
  const objects = await objectsOf(first.account.id);
  const second = await recordEverything(table, 'second');
  const { account, world, later } = second;
  const runtime = { ...world.ctx.runtime, sleep: async (ms: number) => later(ms) };
  const ctx = { ...world.ctx, runtime };
  const { id } = account;
  const remove = (...argv: string[]) =>
    operate(['delete-account', '--account', id, ...argv], ctx, ctx.identities);
  return { second, before, objects, ctx, id, remove };
}

type Ctx = Awaited<ReturnType<typeof twoAccounts>>['ctx'];

/** Creates an SES identity for the account's SES tenant (P18), and returns its name. */
async function makeSesTenant({ identities, settings: { stage } }: Ctx, tenant: string): Promise<string> {
  const name = `${tenant.slice('acc_'.length)}.example`;
  const { private_key } = await makeDkimKey();
  await identities.make({ name, selector: 's1', private_key, mail_from: null, stage }, null);
  await identities.join({ name, tenant, stage });
  return name;
}

/** The status of the account's SES tenant, or null if there is none. */
async function sesTenant(TenantName: string): Promise<string | null> {
  const ses = new SESv2Client();
  try {
    return (await ses.send(new GetTenantCommand({ TenantName }))).Tenant?.SendingStatus ?? null;
  } catch (error) {
    if ((error as Error).name === 'NotFoundException') return null;
    throw error;
  } finally {
    ses.destroy();
  }
}

/** Nothing of the second account is left, and everything of the first. */
async function expectDeleted({ second, before, objects, id }: Awaited<ReturnType<typeof twoAccounts>>) {
  const after = await textsOf();
  const ownersOfClaimed = [first.owner.id, second.owner.id];
  const left = [...after].filter(
    ([key, text]) =>
      !before.has(key) &&
      !staying.test(`${key} ${text}`) &&
      // Meanwhile, functions work for the first account.
      !text.includes(first.account.id) &&
      !ownersOfClaimed.some((owner) => text.includes(owner)),
  );
  expect(left.map(([, text]) => text)).toEqual([]);
  expect([...after.keys()].filter((key) => key.includes(id))).toEqual([]);
  const own = [...before].filter(([, text]) => text.includes(first.account.id));
  expect(own.length).toBeGreaterThan(60);
  expect(own.filter(([key, text]) => after.get(key) !== text)).toEqual([]);
  expect(await objectsOf(first.account.id)).toEqual(objects);
  expect(await objectsOf(id)).toEqual({});
}

test('a recording has every kind of item, object, and message that this release writes [P5]', () => {
  expect(missingKinds(first.recorded)).toEqual([]);
});

beforeAll(writesArePassing);
afterEach(stopReceivers);
afterAll(() => dropTable(table));

test('without --confirm delete-account changes nothing; with it all of the account goes, nothing of another, and late messages do nothing [N24]', async () => {
  const world = await twoAccounts();
  const accounts = [first.account.id, world.id];
  const names = await Promise.all(accounts.map((account) => makeSesTenant(world.ctx, account)));
  const untouched = await textsOf();
  for (const argv of [[], ['--confirm', first.account.id]])
    expect(await world.remove(...argv)).toEqual({
      account_id: world.id,
      deleted: false,
      email: world.second.account.email,
      would_delete: { domains: 3, tenants: 1, webhooks: 2, templates: 3, automations: 3, members: 3 },
    });
  expect(await textsOf()).toEqual(untouched);
  expect(await Promise.all(accounts.map(sesTenant))).toEqual(['ENABLED', 'ENABLED']);
  const { recorded, world: service } = world.second;
  const sent = service.mails.length;
  expect(await world.remove('--confirm', world.id)).toMatchObject({ account_id: world.id, deleted: true });
  await expectDeleted(world);
  expect(await Promise.all(accounts.map(sesTenant))).toEqual(['ENABLED', null]);
  // The sweep deletes its identities, and no tenant holds that up.
  await world.ctx.identities.remove(names[1] ?? '');
  expect(await world.ctx.identities.get(names[1] ?? '')).toBeNull();
  world.second.later(30_000);
  for (const message of Object.values(recorded.deliver))
    await deliverEmail(service.ctx, message, { receive_count: 3 });
  const memory = attemptMemory();
  for (const message of recorded.webhooks)
    await attemptWebhook(service.ctx, { message, receive_count: 1, memory });
  for (const message of recorded.webhooks) await recordDeadDelivery(service.ctx, message);
  for (const message of recorded.received ?? []) {
    await receiveEmail(service.ctx, message);
    await recordUnread(service.ctx, message);
  }
  for (const message of [...service.run_messages, ...service.run_timers])
    await advanceRun(service.ctx, message);
  for (const message of service.run_messages) if ('step' in message) await failDeadRun(service.ctx, message);
  for (const message of recorded.domain_tasks) await runDomainTask(service.ctx, message);
  expect(service.mails.length).toBe(sent);
  await expectDeleted(world);
  // SES's later reports about its emails suppress and store nothing.
  const before = await textsOf();
  await recordNotification(service.ctx, recorded.notification.body, { receive_count: 1 });
  expect([...(await textsOf())].filter(([key]) => !before.has(key))).toEqual([]);
  const call = inProcess(service.ctx, routes, recorded.api_key);
  expect((await call('GET', '/emails')).status).toBe(401);
  expect(await world.remove('--confirm', world.id).catch(adminError)).toMatchObject({
    error: { code: 'not_found' },
  });
});

test('deliveries of one event under one key, first and replayed, go with their payload [N24]', async () => {
  const { second, ctx, id, remove } = await twoAccounts();
  const [webhook] = await ctx.webhooks.all(id);
  const [message] = second.recorded.webhooks;
  if (webhook === undefined || message === undefined || !('event_id' in message)) throw new Error('none');
  const { event_id, event_type } = message;
  const at = timestamp(ctx.runtime.now());
  const rows = Array.from(
    { length: 60 },
    (): Delivery => ({
      id: ctx.runtime.id('whd'),
      webhook_id: webhook.id,
      event_id,
      event_type,
      url: webhook.url,
      status: 'pending',
      attempts: 0,
      last_status_code: null,
      last_error: null,
      attempt_log: [],
      next_attempt_at: at,
      created_at: at,
      delivered_at: null,
    }),
  );
  await ctx.delivery_log.putPending(rows, 1);
  const before = await textsOf();
  const { items } = await remove('--confirm', id);
  const after = await textsOf();
  expect([...after.keys()].filter((key) => key.includes(webhook.id))).toEqual([]);
  // Items deleted with a delivery, and the pointer, don't count.
  const gone = [...before.keys()].filter((key) => !after.has(key));
  expect(items).toBeLessThanOrEqual(gone.length);
  expect(items).toBeGreaterThanOrEqual(gone.filter((key) => !/^(EVP#|WHA#|ACCOUNTS )/.test(key)).length);
  expect(await ctx.deliveries.readPayload(id, event_id)).toBeNull();
});

test('killed at any write and run again, it ends the same; until then the account cannot be resumed [N24]', async () => {
  const world = await twoAccounts();
  const { ctx, id } = world;
  let kills = 0;
  for (let call = 1; ; call = call < 8 ? call + 1 : call * 2) {
    const lived = await mortal(() => world.remove('--confirm', id), {
      call,
      phase: kills % 2 === 0 ? 'after' : 'before',
    });
    if (lived !== null) break;
    kills++;
    const resumed = await operate(['resume-account', '--account', id], ctx).catch(adminError);
    if (kills > 1)
      expect(['conflict', 'not_found']).toContain((resumed as { error: { code: string } }).error.code);
  }
  expect(kills).toBeGreaterThan(5);
  await expectDeleted(world);
});
