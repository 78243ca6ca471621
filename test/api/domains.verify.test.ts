import { readConfig } from '../../shared/aws/config.ts';
import { makeParts } from '../../shared/aws/parts.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { sweepDomainTasks } from '../../shared/domain/domains/sweep-tasks.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { keys } from '../../shared/store/schema.ts';
import { publish } from '../support/dns.ts';
import { byPurpose, domainWorld, hour, minute, noteOf, whileSesWaits } from '../support/domain-world.ts';
import { environment } from '../support/environment.ts';
import { indexesCaughtUp } from '../support/lag.ts';

test('records published, the key tested and SES agreed: verified, and production may unlock [H24, A14]', async () => {
  const { ctx, account, create, zone, verify, runTasks, get, advance } = await domainWorld();
  const made = await create();
  await runTasks();
  expect(noteOf(await get(), 'dkim')).toBe(`There is no TXT record at ${made.records[1]?.host} yet.`);
  advance(15_000);
  const before = await verify();
  expect({ http: before.status, verified: before.body.verified, status: before.domain.status }).toEqual({
    http: 200,
    verified: false,
    status: 'pending',
  });
  expect(before.domain.records.map(({ status }) => status)).toEqual(Array(5).fill('missing'));
  await publish(zone, made);
  advance(15_000);
  const after = await verify();
  expect({ http: after.status, verified: after.body.verified, status: after.domain.status }).toEqual({
    http: 200,
    verified: true,
    status: 'verified',
  });
  expect(after.domain.records.map(({ status, note }) => [status, note])).toEqual(
    Array(5).fill(['verified', null]),
  );
  expect(after.domain.verified_at).not.toBeNull();
  expect(await get()).toEqual(after.domain);
  advance(60_000);
  await indexesCaughtUp();
  expect((await ctx.accounts.get(account.id))?.domain_verified_at).not.toBeNull();
});

test('right in DNS and unknown to SES is pending, waiting for SES, asked again every minute for an hour [A14]', async () => {
  const { create, zone, runTasks, verify, nextCheck, ctx, name, advance } = await domainWorld();
  const made = await create();
  await whileSesWaits(name, async () => {
    await runTasks();
    await publish(zone, made);
    advance(11_000);
    const { domain, body } = await verify();
    expect({ verified: body.verified, status: domain.status }).toEqual({
      verified: false,
      status: 'pending',
    });
    expect(byPurpose(domain).dkim).toMatchObject({ status: 'verified', note: 'waiting for SES' });
    const planned = async () => {
      const { domain: stored } = (await ctx.domains.read(name)) ?? {};
      return Date.parse(stored?.next_check_at ?? '') - Date.parse(stored?.last_checked_at ?? '');
    };
    expect(await planned()).toBe(minute);
    advance(50 * minute);
    await nextCheck();
    expect(await planned()).toBe(minute);
    advance(11 * minute);
    await nextCheck();
    expect(await planned()).toBe(hour);
  });
  expect((await nextCheck()).status).toBe('verified');
});

test('a second verify within 10 s is 429 with retry-after; another domain is not affected [A66]', async () => {
  const { create, verify, advance, call, name } = await domainWorld();
  await create();
  await create({ name: `b.${name}` });
  expect((await verify()).status).toBe(200);
  advance(3_000);
  const refused = await verify();
  expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(6);
  const other = await call('POST', `/domains/b.${name}`, { body: { action: 'verify' } });
  expect(other.status).toBe(200);
  advance(7_100);
  expect((await verify()).status).toBe(200);
});

test('any other action is 400, no action too [H24]', async () => {
  const { create, call, name } = await domainWorld();
  await create();
  for (const body of [{ action: 'destroy' }, {}]) {
    const answer = await call('POST', `/domains/${name}`, { body });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  }
});

/** A domain that is verified, with its zone. */
async function verifiedWorld() {
  const world = await domainWorld();
  const made = await world.create();
  await world.runTasks();
  await publish(world.zone, made);
  await world.untilVerified();
  return { ...world, made };
}

test('two wrong answers ten minutes from each other make it failing; it recovers when all is right again [A29]', async () => {
  const { nextCheck, zone, name, ctx } = await verifiedWorld();
  const spf = 'v=spf1 include:spf.mailwright.test ~all';
  await zone.set(name, 'TXT', ['v=spf1 -all']);
  const once = await nextCheck();
  expect([once.status, byPurpose(once).spf?.status]).toEqual(['verified', 'mismatch']);
  expect((await ctx.domains.read(name))?.domain.failing_since).toBeNull();
  expect((await nextCheck()).status).toBe('failing');
  await zone.set(name, 'TXT', [spf]);
  expect((await nextCheck()).status).toBe('verified');
});

test('a domain that has been failing for 72 hours becomes failed at the first check that gets an answer [A29]', async () => {
  const { ctx, nextCheck, zone, name, advance } = await verifiedWorld();
  await zone.set(name, 'TXT', ['v=spf1 -all']);
  await nextCheck();
  expect((await nextCheck()).status).toBe('failing');
  advance(71 * hour);
  expect((await nextCheck()).status).toBe('failing');
  advance(2 * hour);
  const { dns } = ctx;
  ctx.dns = { ...dns, ask: async () => null };
  expect((await nextCheck()).status).toBe('failing');
  ctx.dns = dns;
  expect((await nextCheck()).status).toBe('failed');
  await zone.set(name, 'TXT', ['v=spf1 include:spf.mailwright.test ~all']);
  expect((await nextCheck()).status).toBe('verified');
});

test('name servers that do not answer change nothing [A29]', async () => {
  const { nextCheck, ctx, advance } = await verifiedWorld();
  ctx.dns = { ...ctx.dns, ask: async () => null };
  for (let i = 0; i < 3; i++) {
    advance(hour);
    const domain = await nextCheck();
    expect([domain.status, byPurpose(domain).dkim?.status]).toEqual(['verified', 'error']);
  }
});

test('never verified, a domain has failed after 72 hours, of which its owner is mailed, and is released after 14 days [A29, A19]', async () => {
  const { ctx, create, nextCheck, runTasks, advance, call, name, queued } = await domainWorld();
  const notices: object[] = [];
  ctx.notices = { enqueue: async (message) => void notices.push(message) };
  await create();
  queued.length = 0;
  expect((await nextCheck()).status).toBe('pending');
  advance(72 * hour);
  for (let i = 0; i < 2; i++) expect((await nextCheck()).status).toBe('failed');
  await runTasks();
  const text = expect.stringContaining('14 days after you added the domain, it is removed from your account');
  expect(notices).toEqual([
    expect.objectContaining({ subject: `Your domain ${name} is not verified`, text }),
  ]);
  advance(13 * 24 * hour);
  await nextCheck();
  expect((await call('GET', `/domains/${name}`)).status).toBe(404);
  expect((await call('GET', '/domains')).body.domains).toEqual([]);
});

test('a domain that waits for SES is kept after 14 days, also where its name servers do not answer [A29, A14]', async () => {
  const { create, zone, runTasks, nextCheck, advance, ctx, name } = await domainWorld();
  const made = await create();
  await whileSesWaits(name, async () => {
    await runTasks();
    await publish(zone, made);
    await nextCheck();
    advance(15 * 24 * hour);
    const { dns } = ctx;
    ctx.dns = { ...dns, ask: async () => null };
    expect(byPurpose(await nextCheck()).dkim?.status).toBe('error');
    ctx.dns = dns;
    expect(byPurpose(await nextCheck()).dkim?.note).toBe('waiting for SES');
  });
  expect((await nextCheck()).status).toBe('verified');
});

test('a domain that receives is verified by ownership alone; its MX is reported [A30]', async () => {
  const { create, verify, zone, name, call, advance, runTasks } = await domainWorld();
  const made = await create({ name: `in.${name}`, inbound_enabled: true });
  await runTasks();
  await publish(zone, made, ['inbound_mx']);
  const verifyIt = async () =>
    (await call('POST', `/domains/in.${name}`, { body: { action: 'verify' } })).body.domain as DomainRecord;
  const first = await verifyIt();
  expect([first.status, byPurpose(first).inbound_mx?.status]).toEqual(['verified', 'missing']);
  await publish(zone, made);
  advance(11_000);
  expect(byPurpose(await verifyIt()).inbound_mx?.status).toBe('verified');
  expect(verify).toBeDefined();
});

/** The sweep of one domain's tasks alone, two minutes after the last one. */
async function sweepWorld() {
  const world = await domainWorld();
  const { ctx, queued, runtime, advance } = world;
  const { id } = await world.create();
  const { listTasks } = ctx.domains;
  ctx.domains = {
    ...ctx.domains,
    listTasks: async (of) => (await listTasks(of)).filter((task) => task.id === id),
    readMark: async () => Math.floor(runtime.now() / minute) - 2,
    writeMark: async () => undefined,
  };
  const sweepAt = async (at: number) => {
    queued.length = 0;
    advance(at - runtime.now());
    await sweepDomainTasks(ctx);
    return queued.length;
  };
  const planned = async () => {
    const { domain } = (await ctx.domains.read(world.name)) ?? {};
    return Math.floor(Date.parse(domain?.next_check_at ?? '') / minute) * minute;
  };
  return { ...world, id, sweepAt, planned };
}

test('the sweep queues a check in the minute that it is planned in, and forgets no later one [H23]', async () => {
  const { ctx, queued, id, name, account, sweepAt, planned } = await sweepWorld();
  const first = await planned();
  expect(await sweepAt(first - 1_000)).toBe(0);
  expect(await sweepAt(first + 100)).toBe(1);
  const [message] = queued;
  expect(message).toEqual({ task: 'check', id, name, account: account.id });
  await runDomainTask(ctx, message as DomainMessage);
  const next = await planned();
  expect(next).toBe(first + 5 * minute);
  expect(await sweepAt(next - 1_000)).toBe(0);
  expect(await sweepAt(next + 100)).toBe(1);
});

test('a check whose message was lost is queued again half an hour later [H23]', async () => {
  const { sweepAt, planned } = await sweepWorld();
  const first = await planned();
  expect(await sweepAt(first)).toBe(1);
  expect(await sweepAt(first + minute)).toBe(0);
  expect(await sweepAt(first + 31 * minute)).toBe(1);
});

test('a domain that was adopted before checks were planned is verified too [A14]', async () => {
  const { name, verify, create } = await domainWorld();
  await create();
  const { table } = makeParts({ config: readConfig(environment()) });
  await table.update(keys.domain(name), 'REMOVE last_checked_at, next_check_at', {});
  const answer = await verify();
  expect({ status: answer.status, checked: answer.domain.last_checked_at !== null }).toEqual({
    status: 200,
    checked: true,
  });
});
