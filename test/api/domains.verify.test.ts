import { domainRoutes } from '../../functions/domains/routes.ts';
import { makeParts } from '../../shared/aws/compose/parts.ts';
import { readConfig } from '../../shared/aws/config.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { sweepDomainTasks } from '../../shared/domain/domains/sweep-tasks.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { keys } from '../../shared/store/schema.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { type LocalZone, localZone, publish } from '../support/dns.ts';
import { environment } from '../support/environment.ts';

const minute = 60_000;
const hour = 60 * minute;

/** An account whose domain tasks run when the test says so, on its own clock. */
async function setUp() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const queued: DomainMessage[] = [];
  ctx.domain_tasks = { enqueue: async (messages) => void queued.push(...messages) };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, domainRoutes, api_key);
  const name = `${account.id.slice(4)}.test`;
  const zone = await localZone(name);
  const get = async () => (await call('GET', `/domains/${name}`)).body.domain as DomainRecord;
  const runTasks = async () => {
    for (const message of queued.splice(0)) await runDomainTask(ctx, message);
  };
  /** The planned check, whatever time that takes. */
  const nextCheck = async () => {
    const { domain } = (await ctx.domains.read(name)) ?? {};
    if (!domain) throw new Error('no domain');
    clock.advance(Math.max(0, Date.parse(domain.next_check_at ?? '') - clock.runtime.now()));
    await runDomainTask(ctx, { task: 'check', id: domain.id, name, account: account.id });
    return get();
  };
  const verify = async () => {
    const answer = await call('POST', `/domains/${name}`, { body: { action: 'verify' } });
    return { ...answer, domain: answer.body.domain as DomainRecord };
  };
  const create = async (body: Record<string, unknown> = {}) =>
    (await call('POST', '/domains', { body: { name, ...body } })).body.domain as DomainRecord;
  return { ...clock, ctx, account, call, name, zone, get, queued, runTasks, nextCheck, verify, create };
}

const byPurpose = ({ records }: DomainRecord) =>
  Object.fromEntries(
    records.map(({ purpose, status, note, current }) => [purpose, { status, note, current }]),
  );

const noteOf = (domain: DomainRecord, purpose: string) => byPurpose(domain)[purpose]?.note;

/** Changes how the local SES behaves, for the time of `run`. */
async function whileSes(changes: Record<string, unknown>, run: () => Promise<void>): Promise<void> {
  const control = `${environment().AWS_ENDPOINT_URL_SES}/_control`;
  await fetch(control, { method: 'PUT', body: JSON.stringify(changes) });
  try {
    await run();
  } finally {
    await fetch(control, { method: 'PUT', body: JSON.stringify({ hold_verification: false }) });
  }
}

test('H24, A14: records published, the key tested and SES agreed: verified, and production may unlock', async () => {
  const { ctx, account, create, zone, verify, runTasks, get, advance } = await setUp();
  const made = await create();
  await runTasks();
  expect(noteOf(await get(), 'dkim')).toBe(`There is no TXT record at ${made.records[1]?.host} yet.`);
  advance(15_000);
  const before = await verify();
  expect([before.status, before.body.verified, before.domain.status]).toEqual([200, false, 'pending']);
  expect(before.domain.records.map(({ status }) => status)).toEqual(Array(5).fill('missing'));
  await publish(zone, made);
  advance(15_000);
  const after = await verify();
  expect([after.status, after.body.verified, after.domain.status]).toEqual([200, true, 'verified']);
  expect(after.domain.records.map(({ status, note }) => [status, note])).toEqual(
    Array(5).fill(['verified', null]),
  );
  expect(after.domain.verified_at).not.toBeNull();
  expect(await get()).toEqual(after.domain);
  advance(60_000);
  expect((await ctx.accounts.get(account.id))?.domain_verified_at).not.toBeNull();
});

test('A2: the worker makes the identity with our key, MAIL FROM, configuration set and tags, once', async () => {
  const { ctx, create, runTasks, name, get, queued, account } = await setUp();
  const made = await create();
  expect(noteOf(made, 'dkim')).toBe('preparing');
  expect(await ctx.identities.get(name)).toBeNull();
  const [message] = queued;
  await runTasks();
  await runTasks();
  expect(await ctx.identities.get(name)).toMatchObject({
    dkim_selector: made.dkim_selector,
    stage: 'local',
    domain: name,
    mail_from: { domain: `rp.${name}` },
    forwards_feedback: false,
  });
  expect(noteOf(await get(), 'dkim')).not.toBe('preparing');
  expect(message).toEqual({ task: 'check', id: made.id, name, account: account.id });
  const { identities } = ctx;
  expect(
    await identities.make(
      { name, selector: made.dkim_selector ?? '', private_key: '', mail_from: `rp.${name}`, stage: 'local' },
      await identities.get(name),
    ),
  ).toBe(false);
});

test('A2: an identity that this service did not make is left alone', async () => {
  const { ctx, create, runTasks, name, get, call } = await setUp();
  await ctx.identities.make(
    {
      name,
      selector: 'theirs',
      private_key: (await key()).private_key,
      mail_from: `bounce.${name}`,
      stage: 'other',
    },
    null,
  );
  await create();
  await runTasks();
  expect(noteOf(await get(), 'dkim')).toBe('SES already has this identity; use adopt-domain');
  await call('DELETE', `/domains/${name}`);
  await runDomainTask(ctx, { task: 'remove', id: 'dom_x', name, account: 'acc_x' });
  expect(await ctx.identities.get(name)).toMatchObject({ dkim_selector: 'theirs', stage: 'other' });
});

const key = async () => (await import('../../shared/core/dkim-key.ts')).makeDkimKey();

test('A46: the identity of a deleted domain is removed a day later, unless the name was added again', async () => {
  const { ctx, create, runTasks, name, call } = await setUp();
  const remove = (id: string) => runDomainTask(ctx, { task: 'remove', id, name, account: 'acc_x' });
  const first = await create();
  await runTasks();
  await call('DELETE', `/domains/${name}`);
  const second = await create();
  await remove(first.id);
  expect(await ctx.identities.get(name)).not.toBeNull();
  await runTasks();
  expect((await ctx.identities.get(name))?.dkim_selector).toBe(second.dkim_selector);
  await call('DELETE', `/domains/${name}`);
  await remove(second.id);
  expect(await ctx.identities.get(name)).toBeNull();
  await remove(second.id);
});

test('A2: while SES is busy the task is put back with a delay', async () => {
  const { ctx, create, queued } = await setUp();
  await create();
  const [message] = queued.splice(0);
  const busy = Object.assign(new Error('slow down'), { name: 'TooManyRequestsException' });
  ctx.identities = { ...ctx.identities, get: () => Promise.reject(busy) };
  await runDomainTask(ctx, message as DomainMessage);
  expect(queued).toEqual([{ ...message, tries: 1 }]);
});

test('A14: right in DNS and unknown to SES is pending, waiting for SES, asked again every minute for an hour', async () => {
  const { create, zone, runTasks, verify, nextCheck, ctx, name, advance } = await setUp();
  const made = await create();
  await whileSes({ hold_verification: true }, async () => {
    await runTasks();
    await publish(zone, made);
    advance(11_000);
    const { domain, body } = await verify();
    expect([body.verified, domain.status]).toEqual([false, 'pending']);
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

test('A66: a second verify within 10 s is 429 with retry-after; another domain is not affected', async () => {
  const { create, verify, advance, call, name } = await setUp();
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

test('H24: any other action is 400, no action too', async () => {
  const { create, call, name } = await setUp();
  await create();
  for (const body of [{ action: 'destroy' }, {}]) {
    const answer = await call('POST', `/domains/${name}`, { body });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  }
});

/** A domain that is verified, with its zone. */
async function verifiedWorld() {
  const world = await setUp();
  const made = await world.create();
  await world.runTasks();
  await publish(world.zone, made);
  world.advance(11_000);
  expect((await world.verify()).domain.status).toBe('verified');
  return { ...world, made };
}

test('A29: two wrong answers ten minutes from each other make it failing; it recovers when all is right again', async () => {
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

test('A29: after 72 hours of failing a domain has failed', async () => {
  const { nextCheck, zone, name, advance } = await verifiedWorld();
  await zone.set(name, 'TXT', ['v=spf1 -all']);
  await nextCheck();
  expect((await nextCheck()).status).toBe('failing');
  advance(71 * hour);
  expect((await nextCheck()).status).toBe('failing');
  expect((await nextCheck()).status).toBe('failed');
  await zone.set(name, 'TXT', ['v=spf1 include:spf.mailwright.test ~all']);
  expect((await nextCheck()).status).toBe('verified');
});

test('A29: name servers that do not answer change nothing', async () => {
  const { nextCheck, ctx, advance } = await verifiedWorld();
  ctx.dns = { ...ctx.dns, ask: async () => null };
  for (let i = 0; i < 3; i++) {
    advance(hour);
    const domain = await nextCheck();
    expect([domain.status, byPurpose(domain).dkim?.status]).toEqual(['verified', 'error']);
  }
});

test('A29, A19: never verified, a domain has failed after 72 hours and is released after 14 days', async () => {
  const { create, nextCheck, advance, call, name, queued } = await setUp();
  await create();
  queued.length = 0;
  expect((await nextCheck()).status).toBe('pending');
  advance(72 * hour);
  expect((await nextCheck()).status).toBe('failed');
  advance(13 * 24 * hour);
  await nextCheck();
  expect((await call('GET', `/domains/${name}`)).status).toBe(404);
  expect((await call('GET', '/domains')).body.domains).toEqual([]);
});

test('A30: a domain that receives is verified by ownership alone; its MX is reported', async () => {
  const { create, verify, zone, name, call, advance, runTasks } = await setUp();
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

type Wrong = { zone: LocalZone; name: string; made: DomainRecord };
const wrongs: [string, string, (world: Wrong) => Promise<void>, string, RegExp][] = [
  [
    'another value',
    'ownership',
    ({ zone, name }) => zone.set(`_service.${name}`, 'TXT', ['service-verification=other']),
    'mismatch',
    /^The TXT records at _service\.\S+ do not hold this value: add it next to the others\.$/,
  ],
  [
    'two SPF records',
    'spf',
    ({ zone, name }) => zone.set(name, 'TXT', ['v=spf1 include:a.test -all', 'v=spf1 mx ~all']),
    'mismatch',
    /has 2 SPF records, which receivers refuse: replace all of them by "v=spf1 include:a\.test mx include:spf\.mailwright\.test -all"\.$/,
  ],
  [
    'an SPF record without our include',
    'spf',
    ({ zone, name }) => zone.set(name, 'TXT', ['other=1', 'v=spf1 include:a.test ?all']),
    'mismatch',
    /does not include spf\.mailwright\.test: change it to "v=spf1 include:a\.test include:spf\.mailwright\.test \?all"\.$/,
  ],
  [
    'a CNAME next to other data',
    'return_path',
    ({ zone, name }) => zone.set(`rp.${name}`, 'A', ['192.0.2.7']),
    'mismatch',
    /^rp\.\S+ has other records \(A 192\.0\.2\.7\), and a CNAME cannot stand next to them/,
  ],
  [
    'a CNAME to another host',
    'return_path',
    ({ zone, name }) => zone.set(`rp.${name}`, 'CNAME', ['bounces.other.test']),
    'mismatch',
    /^rp\.\S+ points to bounces\.other\.test: change it to rp\.mailwright\.test\.$/,
  ],
  [
    'a CNAME where TXT has to be',
    'ownership',
    ({ zone, name }) => zone.set(`_service.${name}`, 'CNAME', ['x.other.test']),
    'mismatch',
    /is a CNAME to x\.other\.test, and a CNAME excludes every other record/,
  ],
  [
    'a key that is cut off',
    'dkim',
    ({ zone, made }) =>
      zone.set(made.records[1]?.host ?? '', 'TXT', [made.records[1]?.value.slice(0, 255) ?? '']),
    'mismatch',
    /is cut off: publish the whole value/,
  ],
  [
    'a DMARC record without a policy',
    'dmarc',
    ({ zone, name }) => zone.set(`_dmarc.${name}`, 'TXT', ['v=DMARC1; rua=mailto:a@b.test']),
    'mismatch',
    /^Receivers ignore the DMARC record at _dmarc\.\S+, because it has no p tag\.$/,
  ],
];

test.each(wrongs)(
  'H23: %s: %s says what is wrong in one sentence',
  async (_what, purpose, spoil, status, note) => {
    const { create, zone, name, verify } = await setUp();
    const made = await create();
    await publish(zone, made, [purpose]);
    await spoil({ zone, name, made });
    const { domain } = await verify();
    const found = byPurpose(domain)[purpose];
    expect(found).toMatchObject({ status, note: expect.stringMatching(note) });
    expect(found?.current?.length).toBeGreaterThan(0);
    const others = Object.entries(byPurpose(domain)).filter(([name]) => name !== purpose && name !== 'dkim');
    expect(others.map(([, { status: other }]) => other)).toEqual(others.map(() => 'verified'));
  },
);

test('H23: what resolvers show and the name servers of the zone do not is not yet propagated', async () => {
  const { create, verify, ctx, zone } = await setUp();
  const made = await create();
  await publish(zone, made, ['ownership']);
  ctx.dns = { ...ctx.dns, askResolvers: async () => [made.records[0]?.value ?? ''] };
  const { domain } = await verify();
  expect(byPurpose(domain).ownership).toMatchObject({
    status: 'missing',
    note: expect.stringMatching(/it is not yet propagated\.$/),
  });
});

/** The sweep of one domain's tasks alone, two minutes after the last one. */
async function sweepWorld() {
  const world = await setUp();
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

test('H23: the sweep queues a check in the minute that it is planned in, and forgets no later one', async () => {
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

test('H23: a check whose message was lost is queued again half an hour later', async () => {
  const { sweepAt, planned } = await sweepWorld();
  const first = await planned();
  expect(await sweepAt(first)).toBe(1);
  expect(await sweepAt(first + minute)).toBe(0);
  expect(await sweepAt(first + 31 * minute)).toBe(1);
});

test('A14: a domain that was adopted before checks were planned is verified too', async () => {
  const { name, verify, create } = await setUp();
  await create();
  const { table } = makeParts({ config: readConfig(environment()) });
  await table.update(keys.domain(name), 'REMOVE last_checked_at, next_check_at', {});
  const answer = await verify();
  expect([answer.status, answer.domain.last_checked_at !== null]).toEqual([200, true]);
});

test('A67: a DMARC record of the organizational domain counts for a sub domain', async () => {
  const { create, verify, call, zone, name } = await setUp();
  await zone.set(`_dmarc.${name}`, 'TXT', ['v=DMARC1; p=reject']);
  const made = await create({ name: `mail.${name}` });
  await publish(zone, made, ['dmarc']);
  const answer = await call('POST', `/domains/mail.${name}`, { body: { action: 'verify' } });
  expect(byPurpose(answer.body.domain as DomainRecord).dmarc).toEqual({
    status: 'verified',
    current: ['v=DMARC1; p=reject'],
    note: `The DMARC record at _dmarc.${name} counts for this domain.`,
  });
  expect(verify).toBeDefined();
});
