import { adminError } from '../../functions/admin/commands.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-delivery.ts';
import { inProcess } from '../support/api.ts';
import { mortal, writesArePassing } from '../support/mortal.ts';
import { operate } from '../support/operator.ts';
import { stopReceivers } from '../support/receiver.ts';
import { recordEverything } from './recording.ts';
import { dropTable, itemsOf, makeTable, objectsOf } from './table.ts';
import { routes } from './world.ts';

jest.setTimeout(180_000);

const table = `delete-account-${process.pid}`;

/** An item's key, and all of it as text. */
const textsOf = async () =>
  new Map(
    (await itemsOf(table)).map((item) => {
      const { pk, sk } = item as { pk: { S: string }; sk: { S: string } };
      return [`${pk.S} ${sk.S}`, JSON.stringify(item)];
    }),
  );

/** What may stay: work of the service that ends by itself, and what expires without saying whose it was (N24). */
const staying =
  /"et":{"S":"dropped"}|^(DTASK#|INBC#|NOTICE#|SIGNINS?#|DOCTOR#|OUTBOX#\d+#\d+ ten_|ADR#ten_|LIMIT#ten_|STAT#ten_)/;

/** Two accounts with one of everything each; the first of them is as it was before the second was made. */
async function twoAccounts() {
  const first = await recordEverything(table, 'first');
  const before = await textsOf();
  const objects = await objectsOf(first.account.id);
  const second = await recordEverything(table, 'second');
  const { account, world, later } = second;
  const runtime = { ...world.ctx.runtime, sleep: async (ms: number) => later(ms) };
  const ctx = { ...world.ctx, runtime };
  const { id } = account;
  const remove = (...argv: string[]) => operate(['delete-account', '--account', id, ...argv], ctx);
  return { first, second, before, objects, ctx, id, remove };
}

/** Nothing of the second account is left, and all of the first. */
async function expectDeleted({
  first,
  second,
  before,
  objects,
  id,
}: Awaited<ReturnType<typeof twoAccounts>>) {
  const after = await textsOf();
  const ownersOfClaimed = [first.owner.id, second.owner.id];
  const left = [...after].filter(
    ([key, text]) =>
      !before.has(key) &&
      !staying.test(`${key} ${text}`) &&
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

beforeAll(writesArePassing);
beforeEach(() => makeTable(table));
afterEach(async () => {
  await stopReceivers();
  await dropTable(table);
});

test('N24: without --confirm delete-account changes nothing; with it all of the account goes, nothing of another, and late messages do nothing', async () => {
  const world = await twoAccounts();
  const untouched = await textsOf();
  for (const argv of [[], ['--confirm', world.first.account.id]])
    expect(await world.remove(...argv)).toEqual({
      account_id: world.id,
      deleted: false,
      email: world.second.account.email,
      would_delete: { domains: 3, tenants: 1, webhooks: 2, templates: 3, automations: 3, members: 2 },
    });
  expect(await textsOf()).toEqual(untouched);
  const { recorded, world: service } = world.second;
  const sent = service.mails.length;
  expect(await world.remove('--confirm', world.id)).toMatchObject({ account_id: world.id, deleted: true });
  await expectDeleted(world);
  world.second.later(30_000);
  for (const message of Object.values(recorded.deliver))
    await deliverEmail(service.ctx, message, { receive_count: 3 });
  const memory = attemptMemory();
  for (const message of recorded.webhooks)
    await attemptWebhook(service.ctx, { message, receive_count: 1, memory });
  for (const message of recorded.received ?? []) await receiveEmail(service.ctx, message);
  for (const message of [...service.run_messages, ...service.run_timers])
    await advanceRun(service.ctx, message);
  for (const message of recorded.domain_tasks) await runDomainTask(service.ctx, message);
  expect(service.mails.length).toBe(sent);
  await expectDeleted(world);
  // What SES still reports of its emails suppresses nothing; one row of it expires.
  const before = await textsOf();
  await recordNotification(service.ctx, recorded.notification.body, { receive_count: 1 });
  const added = [...(await textsOf())].filter(([key]) => !before.has(key));
  expect(added).toEqual([
    [expect.stringMatching(/^MSG#msg_\w+ EVT#email\.delivered/), expect.stringContaining('"ttl"')],
  ]);
  const call = inProcess(service.ctx, routes, recorded.api_key);
  expect((await call('GET', '/emails')).status).toBe(401);
  expect(await world.remove('--confirm', world.id).catch(adminError)).toMatchObject({
    error: { code: 'not_found' },
  });
});

test('N24: killed at any write and run again, it ends the same; until then the account cannot be resumed', async () => {
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
