import { tenantRoutes } from '../../../functions/tenants/routes.ts';
import type { EmailMeta } from '../../../shared/core/records/emails.ts';
import type { Tenant } from '../../../shared/core/records/tenants.ts';
import { timestamp } from '../../../shared/core/runtime.ts';
import { countEmails } from '../../../shared/domain/counters/count-emails.ts';
import type { EmailChange } from '../../../shared/domain/ports/counters.ts';
import { freshAccount, inProcess, newTenant } from '../../support/api.ts';
import { captured } from '../../support/captured.ts';

const hour_ms = 3_600_000;

/** A tenant at ten minutes past an hour, and the stream's reports of what became of its recipients. */
async function setUp() {
  const { ctx, clock, mails, notices, notify } = captured();
  clock.hold();
  clock.advance(Math.ceil(Date.now() / hour_ms) * hour_ms + 10 * 60_000 - clock.runtime.now());
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const made = await newTenant(ctx, account.id);
  let sequence = 1;
  /** An email to as many recipients as outcomes, and what became of each now: letters of `Outcomes`. */
  const changeOf = (kinds: string[], tenant: string | null, host = 'x.example'): EmailChange => {
    const now = clock.runtime.now();
    const email = {
      id: ctx.runtime.id('msg'),
      account: account.id,
      tenant,
      category: 'transactional',
      from: 'a@x.example',
      to: kinds.map((_, i) => `r${i}@${host}`),
      cc: [],
      bcc: [],
      reply_to: [],
      state: 'sent',
      recipient_count: kinds.length,
      outcomes: {},
      envelope: null,
      created_at: timestamp(now),
      sent_at: timestamp(now),
      failed_at: null,
      failure_reason: null,
    } as unknown as EmailMeta;
    const entries = kinds.flatMap((kind, i) => [...kind].map((letter) => [`${i}${letter}`, now]));
    const after = { ...email, outcomes: Object.fromEntries(entries) };
    return { sequence: String(sequence++), changed_at: now, before: email, after };
  };
  /** Reports emails of at most 50 recipients with these outcomes, as one shard does, again with each call. */
  const reporting = (
    outcomes: Record<string, number>,
    { tenant = made.id as string | null, host = 'x.example' } = {},
  ) => {
    const kinds = Object.entries(outcomes).flatMap(([kind, n]) => Array<string>(n).fill(kind));
    const emails = Array.from({ length: Math.ceil(kinds.length / 50) }, (_, i) =>
      changeOf(kinds.slice(i * 50, (i + 1) * 50), tenant, host),
    );
    const shard = `shard ${sequence}`;
    return () => countEmails(ctx, shard, emails);
  };
  const report = async (...input: Parameters<typeof reporting>) => {
    const again = reporting(...input);
    await again();
    return again;
  };
  const tenant = async () => (await ctx.tenants.get(account.id, made.id)) as Tenant;
  const status = async () => (await tenant()).status;
  const update = async (change: Partial<Tenant>) =>
    ctx.tenants.update(await tenant(), { ...change, updated_at: timestamp(clock.runtime.now()) }, undefined);
  const patch = (body: Record<string, unknown>) =>
    inProcess(ctx, tenantRoutes, api_key)('PATCH', `/tenants/${made.id}`, { body });
  return {
    ctx,
    ...clock,
    account,
    patch,
    mails,
    notices,
    notify,
    changeOf,
    reporting,
    report,
    tenant,
    status,
    update,
  };
}

test.each<[string, Record<string, number>, string | null]>([
  ['199 recipients, all bounced', { b: 199 }, null],
  ['200 recipients, 10 bounced', { d: 190, b: 10 }, 'bounce_rate 0.050 over 24 h'],
  ['200 recipients, 9 bounced', { d: 191, b: 9 }, null],
  ['1,000 delivered, 3 complained', { d: 997, dc: 3 }, 'complaint_rate 0.003 over 24 h'],
  ['1,001 delivered, 3 complained', { d: 998, dc: 3 }, null],
  ['199 delivered, all complained', { dc: 199 }, null],
  ['both too high', { d: 181, b: 61, dc: 9 }, 'bounce_rate 0.243 over 24 h'],
])('%s [H21]', async (_name, outcomes, reason) => {
  const { report, tenant } = await setUp();
  await report(outcomes);
  expect((await tenant()).paused_reason).toBe(reason);
});

test('a tenant is paused when its bounces reach 5 % of 200, and the owner is mailed once [A22]', async () => {
  const { report, tenant, status, mails, notify, account } = await setUp();
  await report({ d: 150 });
  await report({ d: 40, b: 9 });
  expect(await status()).toBe('active');
  const again = await report({ b: 1 });
  const paused = await tenant();
  expect(paused).toMatchObject({
    status: 'paused',
    paused_reason: 'bounce_rate 0.050 over 24 h',
    pause_source: 'automated',
    paused_at: paused.updated_at,
    resumed_at: null,
  });
  await again();
  await report({ b: 5 });
  expect(await tenant()).toEqual(paused);
  await notify();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.raw).toContain(`To: ${account.email}`);
  expect(Buffer.from(mails[0]?.raw.split('\r\n\r\n')[1] ?? '', 'base64').toString()).toContain(
    `Mailwright paused the tenant ${paused.external_id}`,
  );
});

test('a pause whose event could not be queued is told by the batch that comes again, once [A22, N25]', async () => {
  const { ctx, reporting, report, status, mails, notify } = await setUp();
  const told: string[] = [];
  ctx.queues.webhooks = async () => {
    throw new Error('the queue is down');
  };
  const batch = reporting({ d: 190, b: 10 });
  await expect(batch()).rejects.toThrow('down');
  expect(await status()).toBe('paused');
  ctx.queues.webhooks = async (messages) => void told.push(...messages.map(({ event_id }) => event_id));
  await batch();
  await report({ b: 5 });
  expect(told).toHaveLength(1);
  await batch();
  expect(new Set(told).size).toBe(1);
  await notify();
  expect(mails).toHaveLength(1);
});

test('deliveries that are reported after the bounces bring the tenant to 200, and pause it [A22]', async () => {
  const { report, tenant, status } = await setUp();
  await report({ b: 20 });
  await report({ d: 179 });
  expect(await status()).toBe('active');
  const again = await report({ d: 1 });
  const paused = await tenant();
  expect(paused.paused_reason).toBe('bounce_rate 0.100 over 24 h');
  await again();
  expect(await tenant()).toEqual(paused);
});

test('after midnight deliveries bring the tenant to 200 with the bounces of the day before, and pause it [A22]', async () => {
  const { report, tenant, status, advance, runtime, mails, notify } = await setUp();
  advance(24 * hour_ms - (runtime.now() % (24 * hour_ms)) - 60_000);
  await report({ d: 150, b: 20 });
  advance(2 * 60_000);
  await report({ d: 29 });
  expect(await status()).toBe('active');
  const again = await report({ d: 1 });
  const paused = await tenant();
  expect(paused.paused_reason).toBe('bounce_rate 0.100 over 24 h');
  await again();
  await report({ d: 5 });
  expect(await tenant()).toEqual(paused);
  await notify();
  expect(mails).toHaveLength(1);
});

test('deliveries of the minutes before midnight are judged with the bounces after it [A22]', async () => {
  const { report, reporting, tenant, advance, runtime } = await setUp();
  advance(24 * hour_ms - (runtime.now() % (24 * hour_ms)) - 60_000);
  const late = reporting({ d: 180 });
  advance(2 * 60_000);
  await report({ b: 20 });
  await late();
  expect((await tenant()).paused_reason).toBe('bounce_rate 0.100 over 24 h');
});

test('the day before is read for deliveries of a tenant without bounces, and not in the last hour of a day [A22]', async () => {
  const { ctx, report, advance, runtime } = await setUp();
  const { readDays } = ctx.counters;
  let reads = 0;
  const countedRead: typeof readDays = (...input) => {
    reads++;
    return readDays(...input);
  };
  ctx.counters = { ...ctx.counters, readDays: countedRead };
  const untilMidnight = 24 * hour_ms - (runtime.now() % (24 * hour_ms));
  advance(untilMidnight - 30 * 60_000);
  await report({ d: 10 });
  expect(reads).toBe(0);
  advance(hour_ms);
  await report({ d: 10 }, { tenant: null });
  expect(reads).toBe(0);
  await report({ d: 120 });
  expect(reads).toBe(1);
  await report({ b: 1 });
  await report({ d: 1 });
  expect(reads).toBe(1);
});

test('of the tenants of a batch at most 25 are looked at together [A22]', async () => {
  const { ctx, changeOf, advance, runtime } = await setUp();
  advance(24 * hour_ms - (runtime.now() % (24 * hour_ms)));
  const { readDays } = ctx.counters;
  const reads = { now: 0, most: 0, all: 0 };
  const countedRead: typeof readDays = async (...input) => {
    reads.now++;
    reads.all++;
    reads.most = Math.max(reads.most, reads.now);
    return readDays(...input).finally(() => reads.now--);
  };
  ctx.counters = { ...ctx.counters, readDays: countedRead };
  const tenants = Array.from({ length: 60 }, () => ctx.runtime.id('ten'));
  const emails = tenants.map((id) => changeOf(['d'], id));
  await countEmails(ctx, 'shard', emails);
  expect(reads).toMatchObject({ most: 25, all: 60 });
});

test('refusals in the dialogue count as bounces, blocks do not [E2]', async () => {
  const { report, status } = await setUp();
  await report({ d: 190, br: 60 });
  expect(await status()).toBe('active');
  await report({ f: 10 });
  expect(await status()).toBe('paused');
});

test('only the last 24 hours count [H21]', async () => {
  const { report, status, advance } = await setUp();
  await report({ b: 100 });
  advance(24 * hour_ms);
  await report({ d: 191, b: 9 });
  expect(await status()).toBe('active');
  advance(22 * hour_ms);
  await report({ b: 2 });
  expect(await status()).toBe('paused');
});

test('what was before the tenant was resumed does not pause it again [A22]', async () => {
  const { report, status, update, advance, runtime } = await setUp();
  await report({ d: 150, b: 50 });
  expect(await status()).toBe('paused');
  await update({
    status: 'active',
    paused_reason: null,
    paused_at: null,
    pause_source: null,
    resumed_at: timestamp(runtime.now()),
  });
  await report({ b: 10 });
  expect(await status()).toBe('active');
  advance(hour_ms);
  await report({ d: 190, b: 9 });
  expect(await status()).toBe('active');
  await report({ b: 1 });
  expect(await status()).toBe('paused');
});

test('a pause that the account lifts itself takes nothing out of the 24 hours [H21, A22]', async () => {
  const { report, status, patch } = await setUp();
  await report({ d: 150, b: 49 });
  for (const to of ['paused', 'active'])
    expect((await patch({ status: to })).body.tenant).toMatchObject({ status: to });
  await report({ d: 1 });
  expect(await status()).toBe('paused');
});

test('a pause of the account stays its own [A43]', async () => {
  const { report, tenant, update, runtime, notices } = await setUp();
  const now = timestamp(runtime.now());
  await update({ status: 'paused', paused_at: now, paused_reason: 'unpaid', pause_source: 'manual' });
  await report({ b: 300 });
  expect(await tenant()).toMatchObject({ paused_reason: 'unpaid', pause_source: 'manual' });
  expect(notices).toEqual([]);
});

test('reports of several shards at once pause once', async () => {
  const { report, status, notices } = await setUp();
  await Promise.all(Array.from({ length: 12 }, () => report({ d: 20, b: 20 })));
  expect([await status(), notices.length]).toEqual(['paused', 1]);
});

test("what SES's simulator does with mail neither pauses a tenant nor counts among its 200 recipients [H21]", async () => {
  const { report, tenant, status } = await setUp();
  const simulator = { host: 'Simulator.AmazonSES.com' };
  await report({ d: 190 });
  await report({ d: 300, b: 60, f: 60, dc: 30 }, simulator);
  await report({ b: 9 });
  expect(await status()).toBe('active');
  await report({ b: 1 });
  expect((await tenant()).paused_reason).toBe('bounce_rate 0.050 over 24 h');
});
