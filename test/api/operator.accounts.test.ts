import type { Id } from '../../shared/core/runtime.ts';
import { suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { keys } from '../../shared/store/schema.ts';
import { adminError } from '../../tools/admin/commands.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { automationWorld } from '../support/automations.ts';
import { capturedAccount } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { operate, operatedAccount } from '../support/operator.ts';
import { testTable } from '../support/table.ts';

type Listed = { id: string; email: string; suspended_at: string | null };

const hours = (n: number) => n * 3_600_000;

describe('list-accounts [N21]', () => {
  /** The accounts of the deployment that are as new as `oldest`, page by page. */
  async function listedSince(oldest: string, limit: number): Promise<Listed[]> {
    const found: Listed[] = [];
    for (let cursor: string[] = []; ; ) {
      const page = await operate(['list-accounts', '--limit', String(limit), ...cursor]);
      const accounts = page.accounts as Listed[];
      expect(accounts.length).toBeLessThanOrEqual(limit);
      found.push(...accounts.filter(({ id }) => id >= oldest));
      const last = accounts.at(-1);
      if (page.next_cursor === null || last === undefined || last.id < oldest) return found;
      expect(page).toMatchObject({ has_more: true, next_cursor: last.id });
      cursor = ['--cursor', last.id];
    }
  }

  /** Three accounts, oldest first. */
  async function three() {
    const ctx = testContext();
    const ids: Id<'acc'>[] = [];
    for (let i = 0; i < 3; i++) ids.push((await freshAccount(ctx, { domain: false })).account.id);
    return { ids, oldest: ids[0] as Id<'acc'> };
  }

  test('newest first, page by page, each once', async () => {
    const { ids, oldest } = await three();
    const listed = (await listedSince(oldest, 2)).map(({ id }) => id);
    expect(listed).toEqual(listed.toSorted().toReversed());
    expect(listed.filter((id) => ids.includes(id as Id<'acc'>))).toEqual(ids.toReversed());
  });

  test('accounts that were made before there was a list are in it', async () => {
    const { ids, oldest } = await three();
    const pointers = [...ids.map((id) => keys.accountPointer(id)), keys.accountPointersComplete()];
    await testTable().batchWrite({ deletes: pointers });
    const listed = (await listedSince(oldest, 100)).map(({ id }) => id);
    expect(listed.filter((id) => ids.includes(id as Id<'acc'>))).toEqual(ids.toReversed());
  });

  test.each(['0', '101', 'x', '1.5'])('--limit %s is an error', async (limit) => {
    const refused = (() => {
      try {
        return operate(['list-accounts', '--limit', limit]);
      } catch (error) {
        return adminError(error);
      }
    })();
    expect(await refused).toMatchObject({ error: { code: 'validation_error' } });
  });
});

describe('suspend-account [N22]', () => {
  test('every request is 403 within half a minute, until resume-account; the first time stays', async () => {
    const { account, call, command, runtime } = await operatedAccount();
    const suspended_ms = runtime.now();
    expect(await operate(['suspend-account', '--account', account.id])).toEqual({
      account_id: account.id,
      suspended_at: expect.any(String),
    });
    await command('suspend-account');
    for (const [method, path] of [
      ['GET', '/account'],
      ['POST', '/emails'],
      ['GET', '/domains'],
    ] as const) {
      const { status, body } = await call(method, path, method === 'POST' ? { body: {} } : {});
      expect([status, body.error?.code, body.error?.details]).toEqual([
        ...[403, 'forbidden', { reason: 'account_suspended' }],
      ]);
    }
    const shown = (await operate(['suspend-account', '--account', account.id])).suspended_at as string;
    expect(Date.parse(shown)).toBeLessThanOrEqual(suspended_ms + 60_000);
    expect(await operate(['resume-account', '--account', account.id])).toEqual({
      account_id: account.id,
      suspended_at: null,
      emails_resume_within_s: 900,
      runs_resume_within_s: 360,
    });
    await command('resume-account');
    expect((await call('GET', '/account')).status).toBe(200);
  });
});

describe('what a suspended account has waits [N23]', () => {
  /** An account that is suspended a minute after its email was accepted. */
  async function suspended(fields: Record<string, unknown> = {}) {
    const world = await capturedAccount();
    world.clock.hold();
    const id = await world.send(fields);
    await suspendAccount(world.ctx, world.account.id);
    const resume = async () => {
      await operate(['resume-account', '--account', world.account.id], world.ctx);
      world.clock.advance(30_000);
    };
    world.clock.advance(30_000);
    await indexesCaughtUp();
    /** Hands the worker the one message that waits, at its time. */
    const next = async () => {
      const [held, ...more] = world.queued.splice(0);
      if (held === undefined || more.length > 0) throw new Error(`${more.length} messages more`);
      world.clock.advance(held.delay_s * 1000);
      await world.deliver(held.message);
    };
    const state = async () => (await world.ctx.emails.getMeta(id))?.state;
    return { ...world, id, resume, next, state };
  }

  test('an email that was queued is held for days, and goes out once after resume-account', async () => {
    const world = await suspended();
    await world.next();
    for (let day = 0; day < 3; day++) {
      world.clock.advance(hours(24));
      await world.next();
      const [held] = world.queued;
      expect(held).toMatchObject({ message: { id: world.id, held: true } });
      expect(held?.delay_s).toBeLessThanOrEqual(15 * 60);
    }
    expect([world.mails.length, await world.state()]).toEqual([0, 'queued']);
    await world.resume();
    await world.next();
    expect([world.mails.map(({ email_id }) => email_id), await world.state()]).toEqual([[world.id], 'sent']);
    expect(world.queued).toEqual([]);
  });

  test('one that SES does not take after resume-account has 24 hours from there', async () => {
    const world = await suspended();
    world.ctx.mailer.send = async () => ({ outcome: 'later', reason: 'Throttling', cause: 'throttled' });
    world.clock.advance(hours(72));
    await world.next();
    await world.resume();
    await world.next();
    world.clock.advance(hours(20));
    await world.next();
    expect(await world.state()).toBe('queued');
    world.clock.advance(hours(4));
    await world.next();
    expect(await world.state()).toBe('failed');
  });

  test('a read of the account that is older than resume-account fails no email', async () => {
    const world = await suspended();
    const { accounts } = world.ctx;
    await world.next();
    world.clock.advance(hours(25));
    const old = await accounts.get(world.account.id);
    await world.resume();
    // The worker of another message of its batch read it before, and keeps it later.
    let reads = 0;
    world.ctx.accounts = { ...accounts, get: async (id) => (reads++ === 1 ? old : accounts.get(id)) };
    await world.next();
    expect([world.mails.length, await world.state()]).toEqual([0, 'queued']);
    await world.next();
    expect([world.mails.length, await world.state(), world.queued]).toEqual([1, 'sent', []]);
  });

  test('an email that waited for over a day is held where the account was suspended since its worker read it', async () => {
    const world = await suspended();
    const { accounts } = world.ctx;
    await world.resume();
    const old = await accounts.get(world.account.id);
    world.clock.advance(hours(25));
    await suspendAccount(world.ctx, world.account.id);
    world.clock.advance(30_000);
    let reads = 0;
    world.ctx.accounts = { ...accounts, get: async (id) => (reads++ === 0 ? old : accounts.get(id)) };
    for (let i = 0; i < 3; i++) await world.next();
    expect([world.mails.length, await world.state(), world.queued.length]).toEqual([0, 'queued', 1]);
    await world.resume();
    await world.next();
    expect([world.mails.length, await world.state()]).toEqual([1, 'sent']);
  });

  test('the longer it lasts, the later the email is looked at again; its delay is published without an end', async () => {
    const world = await suspended();
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      await world.next();
      waits.push(world.queued[0]?.delay_s ?? 0);
    }
    expect(waits[0]).toBeLessThanOrEqual(30);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(7 * 60);
    await world.resume();
    await world.next();
    const { body } = await world.call('GET', `/emails/${world.id}/events`);
    const events = body.events as { type: string; data: object }[];
    expect(events.filter(({ type }) => type === 'email.delivery_delayed')).toMatchObject([
      { data: { delay_reason: 'account_suspended', retry_until: null } },
    ]);
  });

  test('a scheduled email whose time comes meanwhile goes out after resume-account', async () => {
    const world = await suspended({ scheduled_at: new Date(Date.now() + hours(30)).toISOString() });
    const [fire] = world.schedules.values();
    if (fire === undefined) throw new Error('not scheduled');
    world.clock.advance(fire.at - world.clock.runtime.now());
    await world.deliver(fire.message);
    world.clock.advance(hours(48));
    await world.next();
    expect([world.mails.length, await world.state()]).toEqual([0, 'scheduled']);
    await world.resume();
    await world.next();
    expect([world.mails.length, await world.state()]).toEqual([1, 'sent']);
  });

  test('a run of an automation takes no step with an effect, and goes on after resume-account', async () => {
    const world = await automationWorld();
    const { ctx, clock, account, active, mail, post, work } = world;
    const automation = await active([{ type: 'delay', seconds: 60 }, mail]);
    await post({ email: 'ada@x.example' });
    await work();
    await suspendAccount(ctx, account.id);
    await indexesCaughtUp();
    for (let i = 0; i < 20; i++) {
      clock.advance(60_000);
      await work();
    }
    expect(world.queued).toEqual([]);
    expect(world.run_messages).toHaveLength(1);
    await operate(['resume-account', '--account', account.id], ctx);
    clock.advance(330_000);
    await work();
    expect(world.queued).toHaveLength(1);
    expect((await world.onlyRun(automation)).status).toBe('completed');
  });
});
