import type { Id } from '../../shared/core/runtime.ts';
import { emitFailing } from '../../shared/domain/accounts/emit-event.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { publish } from '../support/dns.ts';
import { domainWorld, hour, minute } from '../support/domain-world.ts';

const day = 24 * hour;

/** A verified domain, with what SES was asked to do; `at` is what SES has of it now. */
async function world() {
  const made = await domainWorld();
  const { ctx, name, runTasks, call } = made;
  const created = await made.create();
  await runTasks();
  await publish(made.zone, created);
  await made.untilVerified();
  const rotate = (headers: Record<string, string> = {}) =>
    call('POST', `/domains/${name}/rotate-dkim`, { headers });
  const giveUp = () => call('DELETE', `/domains/${name}/rotate-dkim`);
  const open = async () => {
    const answer = await rotate();
    expect(answer.status).toBe(200);
    return answer.body.domain as DomainRecord;
  };
  return { ...made, created, rotate, giveUp, open, atSes: () => ctx.identities.get(name) };
}

const recordOf = ({ records }: DomainRecord, purpose: string) =>
  records.find((record) => record.purpose === purpose);

const purposes = ({ records }: DomainRecord) => records.map(({ purpose }) => purpose);

/** A rotation whose new record is in DNS, at the moment before SES is given its key. */
async function switching() {
  const made = await world();
  const begun = await made.open();
  await publish(made.zone, begun);
  expect((await made.nextCheck()).dkim_rotation?.status).toBe('switching');
  return { ...made, begun };
}

test('a rotation shows the record of the new key and signs with the current one [N26]', async () => {
  const { open, created, get, atSes, nextCheck, name } = await world();
  const begun = await open();
  const next = recordOf(begun, 'dkim_next');
  const { selector } = begun.dkim_rotation ?? {};
  expect(purposes(begun)).toEqual(['ownership', 'dkim', 'dkim_next', 'return_path', 'spf', 'dmarc']);
  expect(begun.dkim_selector).toBe(created.dkim_selector);
  expect(selector).not.toBe(created.dkim_selector);
  expect(next).toMatchObject({
    type: 'TXT',
    host: `${selector}._domainkey.${name}`,
    status: 'pending',
    required: false,
  });
  expect(next?.value).not.toBe(recordOf(created, 'dkim')?.value);
  expect(
    Date.parse(begun.dkim_rotation?.ends_at ?? '') - Date.parse(begun.dkim_rotation?.started_at ?? ''),
  ).toBe(30 * day);
  const checked = await nextCheck();
  expect([checked.status, checked.dkim_rotation?.status]).toEqual(['verified', 'pending']);
  expect(recordOf(checked, 'dkim_next')).toMatchObject({
    status: 'missing',
    note: `There is no TXT record at ${next?.host} yet.`,
  });
  expect(await get()).toEqual(checked);
  expect(await atSes()).toMatchObject({ signed: true, dkim_selector: created.dkim_selector });
});

test('SES is given the key once DNS has it; the former record is retired for 7 days, then it and its key go [N27, N28]', async () => {
  const { begun, created, nextCheck, atSes, ctx, name, advance } = await switching();
  const selector = begun.dkim_rotation?.selector;
  expect(await atSes()).toMatchObject({ signed: true, dkim_selector: created.dkim_selector });
  const key = await ctx.domains.readKey(name);
  expect(await ctx.domains.readOldKey(name)).toEqual(key);
  await nextCheck();
  expect(await atSes()).toMatchObject({ dkim_selector: created.dkim_selector });
  const after = await nextCheck();
  expect(await atSes()).toMatchObject({ signed: true, dkim_selector: selector });
  expect([after.status, after.dkim_selector]).toEqual(['verified', selector]);
  expect(purposes(after)).toEqual(['ownership', 'dkim', 'dkim_retired', 'return_path', 'spf', 'dmarc']);
  expect(recordOf(after, 'dkim')).toMatchObject({
    status: 'verified',
    note: null,
    host: recordOf(begun, 'dkim_next')?.host,
  });
  const { remove_after } = after.dkim_rotation ?? {};
  expect(after.dkim_rotation).toMatchObject({ status: 'retired', selector: created.dkim_selector });
  expect(recordOf(after, 'dkim_retired')).toMatchObject({
    status: 'retired',
    host: recordOf(created, 'dkim')?.host,
    note: expect.stringContaining(String(remove_after)),
  });
  expect([await ctx.domains.readNextKey(name), await ctx.domains.readOldKey(name)]).toEqual([null, key]);
  advance(7 * day - hour);
  expect(purposes(await nextCheck())).toContain('dkim_retired');
  advance(hour);
  const gone = await nextCheck();
  expect([purposes(gone), gone.dkim_rotation]).toEqual([
    ['ownership', 'dkim', 'return_path', 'spf', 'dmarc'],
    null,
  ]);
  expect(await ctx.domains.readOldKey(name)).toBeNull();
  expect([gone.status, gone.dkim_selector]).toEqual(['verified', selector]);
});

test('the check that is repeated after it was killed at any write ends with the same key everywhere [N27]', async () => {
  const { nextCheck, ctx, name, atSes, begun, advance } = await switching();
  const { saveCheck } = ctx.domains;
  advance(3 * minute);
  ctx.domains.saveCheck = async () => {
    throw new Error('killed');
  };
  await expect(nextCheck()).rejects.toThrow('killed');
  await expect(nextCheck()).rejects.toThrow('killed');
  // SES has the new key, and nothing of ours says so.
  expect(await atSes()).toMatchObject({ dkim_selector: begun.dkim_rotation?.selector });
  ctx.domains.saveCheck = saveCheck;
  const after = await nextCheck();
  expect([after.dkim_rotation?.status, after.dkim_selector]).toEqual([
    'retired',
    begun.dkim_rotation?.selector,
  ]);
  const key = await ctx.domains.readKey(name);
  expect(recordOf(after, 'dkim')?.value).toContain(key?.public_key);
});

test('concurrent checks of a switch end it once [N27]', async () => {
  const { ctx, name, account, advance, begun, get, nextCheck } = await switching();
  advance(5 * minute);
  const message = { task: 'check', id: begun.id as Id<'dom'>, name, account: account.id, now: true } as const;
  await Promise.all([1, 2, 3, 4].map(() => runDomainTask(ctx, message)));
  const first = await get();
  // What wins may have asked SES before it looked for the key that another had given it: the next check ends the switch.
  const after = first.dkim_rotation?.status === 'switching' ? await nextCheck() : first;
  expect([after.dkim_rotation?.status, after.dkim_selector]).toEqual([
    'retired',
    begun.dkim_rotation?.selector,
  ]);
  expect(recordOf(after, 'dkim')?.value).toContain((await ctx.domains.readKey(name))?.public_key);
});

test('where SES does not sign with the new key within 24 hours, it is given the current one again [N27]', async () => {
  const { nextCheck, ctx, atSes, created, advance, name } = await switching();
  const ses = ctx.identities;
  let blind = true;
  ctx.identities = {
    ...ses,
    get: async (one) => {
      const identity = await ses.get(one);
      return identity && blind
        ? { ...identity, signed: identity.dkim_selector === created.dkim_selector }
        : identity;
    },
  };
  advance(3 * minute);
  expect(await nextCheck()).toMatchObject({ status: 'verified', dkim_rotation: { status: 'switching' } });
  advance(23 * hour);
  expect(await nextCheck()).toMatchObject({ status: 'verified', dkim_rotation: { status: 'switching' } });
  advance(hour);
  const reverting = await nextCheck();
  expect(reverting).toMatchObject({
    status: 'verified',
    dkim_selector: created.dkim_selector,
    dkim_rotation: { status: 'reverting', note: expect.stringContaining('within 24 hours') },
  });
  blind = false;
  for (let i = 0; i < 3; i++) await nextCheck();
  const ended = (await nextCheck()) as DomainRecord;
  expect(ended.dkim_rotation).toMatchObject({
    status: 'ended',
    note: expect.stringContaining('within 24 hours'),
  });
  expect(purposes(ended)).toEqual(['ownership', 'dkim', 'return_path', 'spf', 'dmarc']);
  expect(await atSes()).toMatchObject({ signed: true, dkim_selector: created.dkim_selector });
  expect([await ctx.domains.readNextKey(name), await ctx.domains.readOldKey(name)]).toEqual([null, null]);
});

test('without its record a rotation ends after 30 days and says why; another one may begin [N26]', async () => {
  const { open, nextCheck, advance, ctx, name } = await world();
  const begun = await open();
  advance(30 * day - hour);
  expect((await nextCheck()).dkim_rotation?.status).toBe('pending');
  advance(hour);
  const ended = await nextCheck();
  expect(ended).toMatchObject({ status: 'verified', dkim_rotation: { status: 'ended', ends_at: null } });
  expect(ended.dkim_rotation?.note).toBe(
    `The new key's record was not found within 30 days: There is no TXT record at ${recordOf(begun, 'dkim_next')?.host} yet.`,
  );
  expect(purposes(ended)).not.toContain('dkim_next');
  expect(await ctx.domains.readNextKey(name)).toBeNull();
  expect((await open()).dkim_rotation?.selector).not.toBe(begun.dkim_rotation?.selector);
});

test('a second rotation is 409, the same Idempotency-Key is the same answer, and so are concurrent ones [N26, H10]', async () => {
  const { rotate, get, giveUp, nextCheck, zone } = await world();
  const answers = await Promise.all([1, 2, 3].map(() => rotate({ 'idempotency-key': 'once' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const selectors = new Set(answers.map(({ body }) => (body.domain as DomainRecord).dkim_rotation?.selector));
  expect(selectors.size).toBe(1);
  for (const headers of [{}, { 'idempotency-key': 'other' }]) {
    const refused = await rotate(headers as Record<string, string>);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'conflict', details: { reason: 'rotation_open', selector: [...selectors][0] } },
    ]);
  }
  await publish(zone, await get());
  await nextCheck();
  for (let i = 0; i < 3; i++) await nextCheck();
  expect((await get()).dkim_rotation?.status).toBe('retired');
  expect((await rotate({ 'idempotency-key': 'once' })).status).toBe(200);
  const early = await rotate();
  expect([early.status, early.body.error?.details]).toMatchObject([409, { reason: 'key_retired' }]);
  const late = await giveUp();
  expect([late.status, late.body.error?.details]).toMatchObject([409, { reason: 'key_retired' }]);
});

test('one of two concurrent rotations without a key is made [N26]', async () => {
  const { rotate, get } = await world();
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const made = answers.find(({ status }) => status === 200)?.body.domain as DomainRecord;
  expect((await get()).dkim_rotation).toEqual(made.dkim_rotation);
});

test('a rotation is given up: the record and its key go; again it changes nothing [N26]', async () => {
  const { open, giveUp, ctx, name, created, atSes } = await world();
  await open();
  for (let i = 0; i < 2; i++) {
    const { status, body } = await giveUp();
    expect([status, purposes(body.domain as DomainRecord)]).toEqual([200, purposes(created)]);
    expect((body.domain as DomainRecord).dkim_rotation?.status).toBe('ended');
  }
  expect(await ctx.domains.readNextKey(name)).toBeNull();
  expect(await atSes()).toMatchObject({ signed: true, dkim_selector: created.dkim_selector });
});

test('given up while SES has the new key, SES is given the current one first [N27]', async () => {
  const { giveUp, nextCheck, ctx, created, atSes, advance } = await switching();
  const { saveCheck } = ctx.domains;
  advance(3 * minute);
  ctx.domains.saveCheck = async () => null;
  await nextCheck();
  ctx.domains.saveCheck = saveCheck;
  expect((await atSes())?.dkim_selector).not.toBe(created.dkim_selector);
  const { body } = await giveUp();
  expect((body.domain as DomainRecord).dkim_rotation?.status).toBe('reverting');
  for (let i = 0; i < 4; i++) await nextCheck();
  const ended = await nextCheck();
  expect(ended).toMatchObject({
    status: 'verified',
    dkim_selector: created.dkim_selector,
    dkim_rotation: { status: 'ended' },
  });
  expect(await atSes()).toMatchObject({ signed: true, dkim_selector: created.dkim_selector });
});

test('a missing new record and a removed retired one fail no domain, the removed active one does [N28, A29]', async () => {
  const { zone, nextCheck, created, begun, ctx, name } = await switching();
  for (let i = 0; i < 3; i++) await nextCheck();
  const old = recordOf(created, 'dkim');
  await zone.set(String(old?.host), 'TXT', [], [String(old?.value)]);
  await nextCheck();
  expect((await nextCheck()).status).toBe('verified');
  const active = recordOf(begun, 'dkim_next');
  await zone.set(String(active?.host), 'TXT', ['v=DKIM1; k=rsa; p=']);
  await nextCheck();
  expect((await nextCheck()).status).toBe('failing');
  const emitted: string[] = [];
  const { domain } = (await ctx.domains.read(name)) ?? {};
  ctx.queues.webhooks = async (messages) => void emitted.push(JSON.stringify(messages));
  if (domain)
    await emitFailing(ctx, { ...domain, record_status: { ...domain.record_status, dkim_next: 'missing' } });
  expect(emitted.join()).toContain('dkim');
  expect(emitted.join()).not.toContain('dkim_next');
});

test('a domain without a key of ours, or never verified, is 409 [N26]', async () => {
  const { create, call, name, zone, runTasks } = await domainWorld();
  const made = await create();
  const early = await call('POST', `/domains/${name}/rotate-dkim`);
  expect([early.status, early.body.error?.details]).toMatchObject([409, { reason: 'not_verified' }]);
  const inbound = await create({ name: `in.${name}`, inbound_enabled: true });
  expect(inbound.dkim_selector).toBeNull();
  const keyless = await call('POST', `/domains/in.${name}/rotate-dkim`);
  expect([keyless.status, keyless.body.error?.details]).toMatchObject([409, { reason: 'no_own_key' }]);
  await publish(zone, made);
  await runTasks();
});

test('the plan has the record of the new key, and not the retired one [A18]', async () => {
  const { call, name, nextCheck, ...made } = await switching();
  const plan = async () => {
    const { body } = await call('POST', `/domains/${name}`, { body: { action: 'apply', dry_run: true } });
    return (body.dns_plan as { changes: { purpose: string; action: string }[] }).changes.map(
      ({ purpose, action }) => [purpose, action],
    );
  };
  expect(await plan()).toContainEqual(['dkim_next', 'done']);
  for (let i = 0; i < 3; i++) await nextCheck();
  expect((await made.get()).dkim_rotation?.status).toBe('retired');
  expect((await plan()).map(([purpose]) => purpose)).toEqual([
    'ownership',
    'dkim',
    'return_path',
    'spf',
    'dmarc',
  ]);
});

test('with a rotation the item of a domain stays below 1 KB; the end of a domain takes its keys along [A47]', async () => {
  const { rotate, nextCheck, advance, ctx, name, call } = await world();
  expect((await rotate({ 'idempotency-key': 'k'.repeat(255) })).status).toBe(200);
  const size = async () => JSON.stringify((await ctx.domains.read(name))?.domain).length;
  expect(await size()).toBeLessThan(1_024);
  advance(30 * day);
  expect((await nextCheck()).dkim_rotation?.status).toBe('ended');
  expect(await size()).toBeLessThan(1_024);
  const { body } = await rotate();
  expect((body.domain as DomainRecord).dkim_rotation?.status).toBe('pending');
  expect(await ctx.domains.readNextKey(name)).not.toBeNull();
  expect((await call('DELETE', `/domains/${name}`)).status).toBe(200);
  expect([await ctx.domains.readKey(name), await ctx.domains.readNextKey(name)]).toEqual([null, null]);
});
