import { domainRoutes } from '../../functions/domains/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { inProcess, verifiedDomain } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';

/** An account whose domain tasks run when the test says so; `status` of an email, `remove` of the domain. */
async function setUp() {
  const world = await capturedAccount();
  const { ctx, api_key, domain, ahead, send, get } = world;
  const tasks: DomainMessage[] = [];
  ctx.domain_tasks = { enqueue: async (messages) => void tasks.push(...messages) };
  const call = inProcess(ctx, [...emailRoutes, ...domainRoutes], api_key);
  const schedule = (change: Record<string, unknown> = {}) => send({ scheduled_at: ahead(3600), ...change });
  const remove = (query = '') => call('DELETE', `/domains/${domain}${query}`);
  const refused = async () => {
    const { status, body } = await remove();
    return [status, body.error?.code, body.error?.details];
  };
  const runTasks = async () => {
    for (const task of tasks.splice(0)) await runDomainTask(ctx, task);
  };
  const status = async (id: string) => (await get(id)).status;
  return { ...world, call, tasks, schedule, remove, refused, runTasks, status };
}

const uses = (scheduled: number) => [409, 'conflict', { reason: 'scheduled', scheduled }];

test('scheduled emails keep a domain, until each is cancelled or goes out [H24, A46]', async () => {
  const { schedule, refused, remove, call, schedules, deliver, clock, status } = await setUp();
  const [one, two] = [await schedule(), await schedule()];
  expect(await refused()).toEqual(uses(2));
  await call('PATCH', `/emails/${one}`, { body: { cancel: true } });
  expect(await refused()).toEqual(uses(1));
  const later = new Date(clock.runtime.now() + 2 * 3_600_000).toISOString();
  await call('PATCH', `/emails/${two}`, { body: { scheduled_at: later } });
  expect(await refused()).toEqual(uses(1));
  clock.advance(2 * 3_600_000);
  await deliver(schedules.get(two)?.message as never);
  expect(await status(two)).toBe('sent');
  expect((await remove()).status).toBe(200);
});

test('those of a batch count, and those of other domains and accounts do not [A46]', async () => {
  const { ctx, account, domain, email, call, ahead, refused, remove } = await setUp();
  const other = `b.${domain}`;
  await verifiedDomain(ctx, account.id, other);
  const scheduled_at = ahead(3600);
  const emails = [
    { ...email, scheduled_at },
    { ...email, from: `Shop <a@${domain.toUpperCase()}>`, scheduled_at },
    { ...email, from: `a@${other}`, scheduled_at },
    email,
  ];
  const sent = await call('POST', '/emails/batch', { body: { emails } });
  expect(sent.status).toBe(200);
  expect(await refused()).toEqual(uses(2));
  const stranger = await setUp();
  await stranger.schedule();
  expect(await refused()).toEqual(uses(2));
  expect((await call('DELETE', `/domains/${other}`)).body.error?.details).toMatchObject({ scheduled: 1 });
  expect((await remove('?force=false')).status).toBe(409);
  expect((await remove('?force=yes')).status).toBe(400);
});

test('force deletes at once and cancels what is scheduled; what is queued still goes out [A46]', async () => {
  const { schedule, send, remove, runTasks, status, queued, deliver, call, domain, schedules, clock, mails } =
    await setUp();
  const ids = [await schedule(), await schedule(), await schedule()];
  const now = await send();
  expect((await remove('?force=true')).status).toBe(200);
  expect((await call('GET', `/domains/${domain}`)).status).toBe(404);
  expect(await status(ids[0] as string)).toBe('scheduled');
  await runTasks();
  expect(await Promise.all(ids.map(status))).toEqual(Array(3).fill('cancelled'));
  for (const { message } of queued.filter(({ message }) => message.id === now)) await deliver(message);
  expect(await status(now)).toBe('sent');
  clock.advance(3_700_000);
  for (const id of ids) await deliver(schedules.get(id)?.message as never);
  expect([mails.length, ...(await Promise.all(ids.map(status)))]).toEqual([1, ...Array(3).fill('cancelled')]);
});

test('what the worker has not cancelled fails at its time [A46]', async () => {
  const { schedule, remove, schedules, deliver, clock, get } = await setUp();
  const id = await schedule();
  await remove('?force=true');
  clock.advance(3_601_000);
  await deliver(schedules.get(id)?.message as never);
  expect(await get(id)).toMatchObject({ status: 'failed', failure_reason: 'domain_not_verified' });
});

test('a cancel whose message was lost is planned; it leaves what was scheduled after the name was added again [A46]', async () => {
  const { ctx, account, schedule, remove, tasks, domain, clock, status } = await setUp();
  const before = await schedule();
  const { domain: deleted } = (await ctx.domains.read(domain)) ?? {};
  await remove('?force=true');
  tasks.length = 0;
  clock.advance(2_000);
  await verifiedDomain(ctx, account.id, domain);
  const after = await schedule();
  const minute = Math.floor(clock.runtime.now() / 60_000);
  const planned = (await Promise.all([minute, minute + 1].map(ctx.domains.listTasks))).flat();
  const [cancel] = planned.filter(({ task, id }) => task === 'cancel' && id === deleted?.id);
  await runDomainTask(ctx, JSON.parse(JSON.stringify(cancel)) as DomainMessage);
  expect([await status(before), await status(after)]).toEqual(['cancelled', 'scheduled']);
});

test('the worker goes through every page, and on with another message when its time is over [A46]', async () => {
  const { ctx, domain, email, call, ahead, remove, tasks, refused, account } = await setUp();
  const emails = Array.from({ length: 60 }, () => ({ ...email, scheduled_at: ahead(3600) }));
  await call('POST', '/emails/batch', { body: { emails } });
  expect(await refused()).toEqual(uses(60));
  await remove('?force=true');
  const [task] = tasks.splice(0) as [DomainMessage];
  const { list } = ctx.open_schedules;
  let pages = 0;
  let messages = 0;
  ctx.open_schedules = {
    ...ctx.open_schedules,
    list: (from, at) => {
      // After 20 pages the clock says that the message's time is over: 16 of them are empty in the end.
      if (++pages % 20 === 0) slow = 41_000;
      return list(from, { ...at, limit: 2 });
    },
  };
  const { now } = ctx.runtime;
  let slow = 0;
  ctx.runtime = { ...ctx.runtime, now: () => now() + slow };
  tasks.push(task);
  for (let message = tasks.shift(); message; message = tasks.shift()) {
    slow = 0;
    messages++;
    await runDomainTask(ctx, message);
  }
  expect({ manyPages: pages > 30, manyMessages: messages > 1 }).toEqual({
    manyPages: true,
    manyMessages: true,
  });
  expect(await ctx.open_schedules.count({ account: account.id, domain })).toBe(0);
}, 30_000);
