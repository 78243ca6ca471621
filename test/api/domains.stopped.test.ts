import type { Id } from '../../shared/core/runtime.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import type { SesSearch } from '../../shared/domain/ports/sending.ts';
import { publish } from '../support/dns.ts';
import { byPurpose, domainWorld, hour, minute, noteOf } from '../support/domain-world.ts';
import { environment } from '../support/environment.ts';
import { until } from '../support/until.ts';

const search_h = 72;

/** A domain with its identity, for which time passes here and at SES alike; `restarted` lists what SES looks for again. */
async function world() {
  const made = await domainWorld();
  const { ctx, name, runTasks, verify, advance } = made;
  const restarted: SesSearch[] = [];
  const ses = ctx.identities;
  ctx.identities = {
    ...ses,
    restart: async (input, searches) => {
      await ses.restart(input, searches);
      restarted.push(...searches);
    },
  };
  const created = await made.create();
  await runTasks();
  let passed = 0;
  const pass = async (ms: number) => {
    advance(ms);
    passed += ms;
    const body = JSON.stringify({ ahead_ms: { [name]: passed } });
    const answer = await fetch(`${environment().AWS_ENDPOINT_URL_SES}/_control`, { method: 'PUT', body });
    expect(answer.status).toBe(200);
  };
  const verifyLater = async () => {
    advance(11_000);
    return (await verify()).domain;
  };
  /** SES's own look at DNS may fail on a busy machine; it looks again. */
  const verified = () =>
    until(async () => (await verifyLater()).status === 'verified', {
      within_ms: 20_000,
      what: 'the verified domain',
    });
  return {
    ...made,
    created,
    restarted,
    pass,
    verifyLater,
    verified,
    identity: () => ctx.identities.get(name),
  };
}

/** SES gave up: nothing was published in its 72 hours. */
async function stoppedWorld() {
  const made = await world();
  await made.pass(search_h * hour + minute);
  expect((await made.nextCheck()).status).toBe('failed');
  expect(made.queued.splice(0)).toMatchObject([{ task: 'notice' }]);
  expect(await made.identity()).toMatchObject({
    verified: false,
    dkim_failed: true,
    mail_from: { failed: true },
  });
  expect(made.restarted).toEqual([]);
  return made;
}

test('the scheduled check finds DNS right where SES gave up: SES looks again, and the domain is verified [A14, A1]', async () => {
  const { created, zone, nextCheck, restarted } = await stoppedWorld();
  await publish(zone, created);
  const found = await nextCheck();
  expect([found.status, noteOf(found, 'dkim')]).toEqual(['failed', 'waiting for SES']);
  expect(restarted).toEqual(['dkim', 'mail_from']);
  const after = await nextCheck();
  expect([after.status, byPurpose(after).dkim]).toMatchObject([
    'verified',
    { status: 'verified', note: null },
  ]);
  expect(byPurpose(after).return_path).toMatchObject({ status: 'verified', note: null });
  await nextCheck();
  expect(restarted).toEqual(['dkim', 'mail_from']);
});

test('verify says that it waits for SES; the worker has SES look again directly after it [A14]', async () => {
  const { created, zone, verifyLater, verified, runTasks, restarted, queued, name, account } =
    await stoppedWorld();
  await publish(zone, created);
  const found = await verifyLater();
  expect([found.status, noteOf(found, 'dkim')]).toEqual(['failed', 'waiting for SES']);
  expect([restarted, queued]).toEqual([
    [],
    [{ task: 'check', id: created.id, name, account: account.id, now: true }],
  ]);
  await runTasks();
  expect(restarted).toEqual(['dkim', 'mail_from']);
  await verified();
});

test('only what DNS has is looked for again [A14]', async () => {
  const { created, zone, nextCheck, restarted } = await stoppedWorld();
  await publish(zone, created, ['dkim']);
  await nextCheck();
  expect(restarted).toEqual(['mail_from']);
  await publish(zone, created);
  await nextCheck();
  expect(restarted).toEqual(['mail_from', 'dkim']);
});

test('a domain that has failed after it was verified is verified again within minutes [A14, A29]', async () => {
  const { created, zone, verifyLater, verified, nextCheck, pass, restarted, identity, ctx, name } =
    await world();
  await publish(zone, created);
  await verified();
  const { host = '' } = created.records.find(({ purpose }) => purpose === 'dkim') ?? {};
  await zone.set(host, 'TXT', ['v=DKIM1; k=rsa; p=']);
  await nextCheck();
  expect((await nextCheck()).status).toBe('failing');
  await pass(search_h * hour);
  expect((await nextCheck()).status).toBe('failed');
  expect(await identity()).toMatchObject({
    verified: false,
    dkim_failed: true,
    mail_from: { verified: true },
  });
  await publish(zone, created);
  const found = await verifyLater();
  expect([found.status, noteOf(found, 'dkim')]).toEqual(['failed', 'waiting for SES']);
  const planned = (await ctx.domains.read(name))?.domain;
  expect(Date.parse(planned?.next_check_at ?? '') - Date.parse(planned?.last_checked_at ?? '')).toBe(minute);
  await nextCheck();
  expect(restarted).toEqual(['dkim']);
  // SES's own look at DNS may fail on a busy machine; it looks again.
  await until(async () => (await nextCheck()).status === 'verified', {
    within_ms: 20_000,
    what: 'the verified domain',
  });
});

test('the pair of MX and TXT is looked for again, the CNAME that SES did not follow is not [A69]', async () => {
  const { created, zone, verifyLater, nextCheck, pass, restarted, name } = await world();
  const host = `rp.${name}`;
  const url = `${environment().AWS_ENDPOINT_URL_SES}/_control`;
  await fetch(url, { method: 'PUT', body: JSON.stringify({ unfollowed: { [host]: true } }) });
  await publish(zone, created);
  await verifyLater();
  await pass(search_h * hour + minute);
  const pair = (await verifyLater()).records.filter(({ purpose }) => purpose === 'return_path');
  expect(pair.map(({ type }) => type)).toEqual(['MX', 'TXT']);
  await nextCheck();
  expect(restarted).toEqual([]);
  await zone.set(host, 'CNAME', [], ['rp.mailwright.test']);
  await zone.set(host, 'MX', [`10 ${pair[0]?.value}`]);
  await zone.set(host, 'TXT', [String(pair[1]?.value)]);
  await nextCheck();
  expect(restarted).toEqual(['mail_from']);
  const after = await verifyLater();
  expect(after.records.flatMap(({ purpose, note }) => (purpose === 'return_path' ? [note] : []))).toEqual([
    null,
    null,
  ]);
});

test('where SES is busy, the check is put back, and the next one has SES look for the rest [A14]', async () => {
  const { created, zone, ctx, queued, name, account, restarted } = await stoppedWorld();
  await publish(zone, created);
  const { restart } = ctx.identities;
  const busy = Object.assign(new Error('slow down'), { name: 'TooManyRequestsException' });
  ctx.identities.restart = async (input) => {
    await restart(input, ['dkim']);
    throw busy;
  };
  const message: DomainMessage = {
    task: 'check',
    id: created.id as Id<'dom'>,
    name,
    account: account.id,
    now: true,
  };
  await runDomainTask(ctx, message);
  expect(queued).toEqual([{ ...message, tries: 1 }]);
  ctx.identities.restart = restart;
  await runDomainTask(ctx, message);
  expect(restarted).toEqual(['dkim', 'mail_from']);
});
