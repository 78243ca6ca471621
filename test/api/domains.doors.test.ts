import { adoptInboundDomain } from '../../shared/domain/domains/adopt-domain.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { freshAccount } from '../support/api.ts';
import { publish } from '../support/dns.ts';
import { byPurpose, domainWorld } from '../support/domain-world.ts';
import { until } from '../support/until.ts';

const sesMx = 'inbound-smtp.us-east-1.amazonaws.com';

/** An account of a deployment whose door can be changed. */
async function doorWorld(inbound: 'smtp' | 'ses') {
  const world = await domainWorld();
  const { ctx, call, name, runTasks } = world;
  const enter = (door: 'smtp' | 'ses') =>
    Object.assign(ctx, { settings: { ...ctx.settings, inbound: door } });
  enter(inbound);
  const own = `in.${name}`;
  const body = { name: own, inbound_enabled: true };
  const made = (await call('POST', '/domains', { body })).body.domain as DomainRecord;
  const get = async () => (await call('GET', `/domains/${own}`)).body.domain as DomainRecord;
  const look = async () => {
    world.advance(11_000);
    const answer = await call('POST', `/domains/${own}`, { body: { action: 'verify' } });
    return answer.body.domain as DomainRecord;
  };
  /** The worker's check, which makes the identity on its way. */
  const work = async () => {
    const { domain } = (await ctx.domains.read(own)) ?? {};
    if (!domain) throw new Error('no domain');
    await ctx.domain_tasks.enqueue([
      { task: 'check', id: domain.id, name: own, account: domain.account, now: true },
    ]);
    await runTasks();
    return get();
  };
  /** As often as it takes: SES looks at DNS in its own time, on a busy machine later than the first check. */
  const workUntilVerified = () => {
    const verified = async () => {
      const domain = await work();
      return domain.status === 'verified' && domain;
    };
    return until(verified, { what: `a verified ${own}` });
  };
  return { ...world, enter, own, made, get, look, work, workUntilVerified };
}

const purposes = ({ records }: DomainRecord) =>
  records.map(({ purpose, required }) => [purpose, required] as const);
const mxOf = ({ records }: DomainRecord) => records.find(({ purpose }) => purpose === 'inbound_mx');

test('where SES receives, an inbound domain needs a DKIM record of ours and an identity, and its MX is that of SES [R58]', async () => {
  const { made, zone, look, work, workUntilVerified, ctx, own } = await doorWorld('ses');
  expect(purposes(made)).toEqual([
    ['ownership', true],
    ['dkim', true],
    ['inbound_mx', false],
  ]);
  expect(mxOf(made)).toMatchObject({ value: sesMx, priority: 10 });
  await publish(zone, made, ['dkim', 'inbound_mx']);
  expect((await work()).status).toBe('pending');
  await publish(zone, made, ['ownership', 'inbound_mx']);
  const verified = await workUntilVerified();
  expect([verified.status, byPurpose(verified).dkim?.status]).toEqual(['verified', 'verified']);
  expect((await look()).status).toBe('verified');
  const identity = await ctx.identities.get(own);
  expect(identity).toMatchObject({ verified: true, mail_from: null, domain: own });
});

test('switching to SES shows the new MX as mismatch at once, and the next check asks for the key [R58]', async () => {
  const { made, zone, get, look, work, workUntilVerified, enter } = await doorWorld('smtp');
  expect(purposes(made).map(([purpose]) => purpose)).toEqual(['ownership', 'inbound_mx']);
  await publish(zone, made);
  expect((await look()).status).toBe('verified');
  enter('ses');
  const shown = await get();
  expect(mxOf(shown)).toMatchObject({ value: sesMx, status: 'mismatch', note: expect.any(String) });
  const checked = await work();
  expect(purposes(checked)).toContainEqual(['dkim', true]);
  expect([byPurpose(checked).inbound_mx?.status, byPurpose(checked).dkim?.status]).toEqual([
    'mismatch',
    'missing',
  ]);
  await publish(zone, checked);
  const right = await workUntilVerified();
  expect([right.status, mxOf(right)?.status]).toEqual(['verified', 'verified']);
  enter('smtp');
  const back = await get();
  expect(purposes(back).map(([purpose]) => purpose)).toEqual(['ownership', 'inbound_mx']);
  expect(mxOf(back)).toMatchObject({ value: 'inbound.mailwright.test', status: 'mismatch' });
  expect((await look()).status).toBe('verified');
  enter('ses');
  expect(byPurpose(await work()).dkim?.status).toBe('verified');
});

test('a sending domain is the same at each door [R59]', async () => {
  const { create, enter } = await doorWorld('ses');
  const made = await create();
  enter('smtp');
  expect(purposes(made).map(([purpose]) => purpose)).toEqual([
    'ownership',
    'dkim',
    'return_path',
    'spf',
    'dmarc',
  ]);
});

test('adopt-domain --inbound makes a verified domain whose MX points here; at the door of SES with an identity [R73]', async () => {
  const { ctx, account, name, zone, enter, call } = await doorWorld('smtp');
  const own = `adopted.${name}`;
  const adopt = (of = account.id) =>
    adoptInboundDomain(ctx, ctx.identities as never, { account: of, name: own }).catch(
      ({ code }: { code: string }) => code,
    );
  expect(await adopt()).toBe('domain_not_verified');
  await zone.set(own, 'MX', ['10 mx.elsewhere.example']);
  expect(await adopt()).toBe('domain_not_verified');
  await zone.set(own, 'MX', ['10 inbound.mailwright.test']);
  expect(await adopt('acc_none')).toBe('not_found');
  const made = { status: 'verified', sending_enabled: false, inbound_enabled: true };
  expect(await adopt()).toMatchObject(made);
  expect(await adopt()).toMatchObject(made);
  const other = await freshAccount(ctx, { domain: false });
  expect(await adopt(other.account.id)).toBe('domain_claimed');
  // One that its account has added, and that waits for its ownership record.
  await zone.set(`waiting.${name}`, 'MX', ['10 inbound.mailwright.test']);
  await call('POST', '/domains', { body: { name: `waiting.${name}`, inbound_enabled: true } });
  const input = { account: account.id, name: `waiting.${name}` };
  expect(await adoptInboundDomain(ctx, ctx.identities as never, input)).toMatchObject(made);
  enter('ses');
  await zone.set(own, 'MX', [`10 ${sesMx}`]);
  expect(await adopt()).toBe('domain_not_verified');
}, 30_000);
