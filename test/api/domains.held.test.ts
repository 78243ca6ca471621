import { domainRoutes } from '../../functions/domains/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import type { Email } from '../../shared/core/records/emails.ts';
import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { sweepOf } from '../support/sweep.ts';

/** A scheduled email whose time has come while SES's quota of 24 hours is used up, and its message. */
async function setUp() {
  const world = await capturedAccount();
  const { ctx, api_key, domain, ahead, send, get, queued, clock, sending, deliver } = world;
  clock.hold();
  const tasks: DomainMessage[] = [];
  ctx.domain_tasks = { enqueue: async (messages) => void tasks.push(...messages) };
  const call = inProcess(ctx, [...emailRoutes, ...domainRoutes], api_key);
  const id = await send({ scheduled_at: ahead(60) });
  Object.assign(sending, { quota: 1, sent: 1 });
  /** Hands the worker the one message that waits, at its time. */
  const next = async () => {
    const [waiting, ...more] = queued.splice(0);
    if (waiting === undefined || more.length > 0) throw new Error(`${more.length} messages more`);
    clock.advance(waiting.delay_s * 1000);
    await deliver(waiting.message);
    await indexesCaughtUp();
  };
  await next();
  const removal = async (query = '') => {
    const { status, body } = await call('DELETE', `/domains/${domain}${query}`);
    return [status, body.error?.details];
  };
  const status = async () => (await get(id)).status;
  const { outbox } = (await ctx.emails.getMeta(id)) as Email & { outbox: number };
  const minutes = new Set([outbox]);
  const { moveOutboxRow } = ctx.emails;
  ctx.emails.moveOutboxRow = (email, from, to) => {
    minutes.add(to);
    return moveOutboxRow(email, from, to);
  };
  /** Whether an outbox row of it is left, in any minute in which it had one. */
  const hasRow = async () => {
    const found = await Promise.all([...minutes].map((minute) => ctx.emails.hasOutboxRow(id, minute)));
    return found.includes(true);
  };
  const freed = () => Object.assign(sending, { quota: null, sent: 0 });
  return { ...world, call, id, tasks, next, removal, status, hasRow, freed };
}

const used = [409, { reason: 'scheduled', scheduled: 1 }];

test('a scheduled email that waits for SES keeps its domain until it goes out [A46]', async () => {
  const { ctx, clock, id, next, removal, status, hasRow, freed, queued, mails } = await setUp();
  expect([await status(), await removal()]).toEqual(['scheduled', used]);
  await next();
  clock.advance(180_000);
  // Its row lies behind its wait: the sweep queues no second message.
  expect(await sweepOf(ctx, (row) => row === id)).toEqual({ queued: 0, dropped: 0 });
  expect({ removal: await removal(), row: await hasRow() }).toEqual({ removal: used, row: true });
  freed();
  await next();
  expect({ status: await status(), mails: mails.length, queued, row: await hasRow() }).toEqual({
    status: 'sent',
    mails: 1,
    queued: [],
    row: false,
  });
  expect(await removal()).toEqual([200, undefined]);
});

test('a domain that is deleted by force cancels the scheduled email that waits for SES [A46]', async () => {
  const { ctx, tasks, next, removal, status, hasRow, freed, mails } = await setUp();
  expect(await removal('?force=true')).toEqual([200, undefined]);
  for (const task of tasks.splice(0)) await runDomainTask(ctx, task);
  expect({ status: await status(), row: await hasRow() }).toEqual({ status: 'cancelled', row: false });
  freed();
  await next();
  expect([await status(), mails]).toEqual(['cancelled', []]);
});

describe('a scheduled email that waits behind its time for days, since its account was suspended [A46]', () => {
  async function resumed() {
    const world = await setUp();
    const { account, clock, ctx, freed, id, next } = world;
    const until = clock.runtime.now() + 50 * 3_600_000;
    await suspendAccount(ctx, account.id);
    while (clock.runtime.now() < until) {
      await next();
      expect(await sweepOf(ctx, (found) => found === id)).toEqual({ queued: 0, dropped: 0 });
    }
    await resumeAccount(ctx, account.id);
    clock.advance(30_000);
    await indexesCaughtUp();
    freed();
    return world;
  }

  test('keeps its domain until it goes out', async () => {
    const { next, removal, status, hasRow, mails, queued } = await resumed();
    expect([await status(), await removal()]).toEqual(['scheduled', used]);
    await next();
    expect({ status: await status(), mails: mails.length, queued, row: await hasRow() }).toEqual({
      status: 'sent',
      mails: 1,
      queued: [],
      row: false,
    });
  });

  test('is cancelled with a domain that is deleted by force', async () => {
    const { ctx, tasks, removal, status, hasRow } = await resumed();
    expect(await removal('?force=true')).toEqual([200, undefined]);
    for (const task of tasks.splice(0)) await runDomainTask(ctx, task);
    expect({ status: await status(), row: await hasRow() }).toEqual({ status: 'cancelled', row: false });
  });
});

test('one that is cancelled while it waits leaves its domain [A46]', async () => {
  const { call, id, removal, hasRow } = await setUp();
  expect(await removal()).toEqual(used);
  expect((await call('PATCH', `/emails/${id}`, { body: { cancel: true } })).status).toBe(200);
  expect({ removal: await removal(), row: await hasRow() }).toEqual({
    removal: [200, undefined],
    row: false,
  });
});

test('one that waited for 24 hours fails, and leaves no row [H12]', async () => {
  const { clock, next, removal, status, hasRow } = await setUp();
  expect(await removal()).toEqual(used);
  clock.advance(24 * 3_600_000);
  await next();
  expect({ status: await status(), row: await hasRow() }).toEqual({ status: 'failed', row: false });
});
