import { domainRoutes } from '../../functions/domains/routes.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import { localZone } from '../support/dns.ts';
import { importing, killed, migrationOf } from '../support/import-account.ts';
import { accountToken } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';
import { authenticated } from '../support/sendgrid.ts';

afterAll(stopReceivers);

test('each domain is imported once, with its plan [M33, M34, M36]', async () => {
  const { provider, start, own, call } = await importing('sendgrid', ['domains']);
  const [b, a] = [own('b'), own('a')];
  provider.domains.push(authenticated(b, 1), authenticated(a.toUpperCase(), 2), authenticated(b, 3));
  provider.domains.push(authenticated('gmail.com', 4), authenticated('no domain', 5));
  const zone = await localZone(b);
  await zone.set(b, 'TXT', ['v=spf1 include:sendgrid.net -all']);
  await zone.set(`_dmarc.${b}`, 'TXT', ['v=DMARC1; p=reject']);
  const first = migrationOf(await start());
  expect(first.domains.totals).toEqual({ found: 4, imported: 2, skipped: 0, failed: 2 });
  expect(first).toMatchObject({ status: 'partial', has_more: false, errors: [], attention: [] });
  expect(first.domains.items.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    [a, 'imported', null],
    [b, 'imported', null],
    ['gmail.com', 'failed', 'name_refused'],
    ['no domain', 'failed', 'name_refused'],
  ]);
  const item = first.domains.items[1];
  const plain = await call('POST', `/domains/${b}`, { body: { action: 'apply', dry_run: true } });
  const { changes } = plain.body.dns_plan as { changes: Record<string, unknown>[] };
  const planned = changes.map(({ result: _result, message: _message, ...change }) => change);
  expect(item?.dns_plan).toMatchObject({ checked: true, changes: planned });
  expect(item?.dns_plan?.changes.map(({ purpose, action }) => [purpose, action])).toEqual([
    ['ownership', 'add'],
    ['dkim', 'add'],
    ['return_path', 'add'],
    ['spf', 'update'],
    ['dmarc', 'keep'],
  ]);
  expect(item?.dns_plan?.changes[3]).toMatchObject({
    current: 'v=spf1 include:sendgrid.net -all',
    value: 'v=spf1 include:sendgrid.net include:spf.mailwright.test -all',
  });
  expect(item?.dns_plan?.keep_old_records).toContain(`CNAME em1.${b}, CNAME s1._domainkey.${b}`);
  expect(item?.dns_plan?.keep_old_records).toContain('include:sendgrid.net');
  const shown = (await call('GET', `/domains/${b}`)).body.domain as { id: string; records: unknown };
  expect(item).toMatchObject({ domain_id: shown.id, records: shown.records });
  expect(shown).not.toHaveProperty('import');
  expect(item?.dashboard_url).toMatch(new RegExp(`/domains/${shown.id}$`));
  const report = await call('GET', `/migrations/${first.id}/report`);
  expect(report.text).toContain(`domains,${b},imported,,,${shown.id}\r\n`);
  expect(migrationOf(await call('GET', `/migrations/${first.id}`)).domains).toEqual(first.domains);
});

test('over the plan, of a tenant, of another account; a preview says the same and makes nothing [M24, M28, M33]', async () => {
  const { provider, start, own, call, ctx } = await importing('sendgrid', ['domains'], { plan: 'pro' });
  const other = await freshAccount(ctx, { domain: false });
  const elsewhere = inProcess(ctx, domainRoutes, other.api_key);
  const names = Array.from({ length: 12 }, (_, i) => own(`n${String(i).padStart(2, '0')}`));
  provider.domains.push(...names.map(authenticated), authenticated(own('x-taken'), 1));
  await elsewhere('POST', '/domains', { body: { name: own('x-taken') } });
  await call('POST', '/domains', { body: { name: names[1] } });
  const statuses = ({ domains }: MigrationRecord) =>
    domains.items.map(({ status, reason }) => (reason === null ? status : `${status} ${reason}`));
  const preview = migrationOf(await start({ dry_run: true }));
  const rest = ['failed plan_limit', 'failed plan_limit'].slice(0, 2);
  const wanted = ['would_import', 'skipped already_here', ...Array(8).fill('would_import')];
  expect(statuses(preview)).toEqual([...wanted, ...rest, 'failed domain_claimed']);
  expect(preview.domains.items.every((item) => item.dns_plan === null && item.domain_id === null)).toBe(true);
  expect((await call('GET', '/domains')).body.domains).toHaveLength(1);
  const done = migrationOf(await start());
  expect(statuses(done)).toEqual(statuses(preview).map((one) => one.replace('would_import', 'imported')));
  expect(done.domains.items[1]?.dns_plan).toMatchObject({ checked: true });
  expect(done.domains.items.at(-1)?.message).toMatch(/publish TXT .* POST \/domains\/claims/);
});

test('a domain that a request made which was killed counts as imported [M17]', async () => {
  const { provider, clock, ctx, start, own, call, account } = await importing('sendgrid', ['domains']);
  provider.domains.push(authenticated(own('a'), 1), authenticated(own('b'), 2));
  provider.hooks.before = () => clock.advance(26_000);
  const first = migrationOf(await start());
  provider.hooks.before = () => {};
  const { record, release } = ctx.imports;
  ctx.imports.record = killed;
  ctx.imports.release = async () => {};
  expect((await start({ cursor: first.next_cursor })).status).toBe(500);
  Object.assign(ctx.imports, { record, release });
  clock.advance(60_000);
  const done = migrationOf(await start({ cursor: first.next_cursor }));
  expect(done.domains.totals).toEqual({ found: 2, imported: 2, skipped: 0, failed: 0 });
  expect((await call('GET', '/domains')).body.domains).toHaveLength(2);
  expect((await ctx.accounts.readCounts(account.id)).domains).toBe(2);
});

test('DNS that cannot be read is an unchecked plan of five adds [M35]', async () => {
  const { provider, ctx, start, own } = await importing('sendgrid', ['domains']);
  provider.domains.push(authenticated(own('a'), 1));
  Object.assign(ctx, { dns: { ...ctx.dns, ask: async () => null } });
  const [item] = migrationOf(await start()).domains.items;
  expect(item?.dns_plan).toMatchObject({
    checked: false,
    changes: Array(5).fill({ action: 'add', current: null }),
  });
});

/** An account of eight domains at Mailgun, on a held clock, whose DNS gives no answer; `waited` has the waits for it. */
async function silentDns() {
  const { provider, clock, ctx, start, own, call } = await importing('mailgun', ['domains']);
  clock.hold();
  const names = Array.from({ length: 8 }, (_, i) => own(`n${i}`));
  for (const name of names) {
    provider.domains.push({ name, type: 'custom', state: 'active' });
    provider.details[name] = { domain: {}, receiving_dns_records: [], sending_dns_records: [] };
  }
  const waited: number[] = [];
  const runtime = { ...ctx.runtime, sleep: async (ms: number) => void waited.push(ms) };
  Object.assign(ctx, { runtime, dns: { ...ctx.dns, ask: () => new Promise(() => {}) } });
  return { provider, clock, names, waited, start, call };
}

test('late in a request DNS has what is left of it, and when its time is over no domain is begun [M16, M35]', async () => {
  const { provider, clock, names, waited, start, call } = await silentDns();
  provider.hooks.before = (path) => {
    if (path.endsWith(names[3] as string)) clock.advance(24_000);
    if (path.endsWith(names[7] as string)) clock.advance(2_000);
  };
  const first = migrationOf(await start());
  expect(waited).toEqual([3_000, 3_000, 3_000, 3_000]);
  expect(first).toMatchObject({ has_more: true, domains: { totals: { found: 4, imported: 4 } }, errors: [] });
  expect(first.domains.items.map(({ dns_plan }) => dns_plan?.checked)).toEqual([false, false, false, false]);
  expect((await call('GET', '/domains')).body.domains).toHaveLength(4);
  const done = migrationOf(await start({ cursor: first.next_cursor }));
  expect(done).toMatchObject({ status: 'completed', domains: { totals: { found: 4, imported: 4 } } });
});

test('a domain whose DNS would be cut short by the clock of the request is begun by the next one [M35]', async () => {
  const { provider, clock, names, waited, start } = await silentDns();
  provider.hooks.before = (path) => {
    if (path.endsWith(names[3] as string)) clock.advance(20_000);
  };
  const first = migrationOf(await start());
  expect(first).toMatchObject({ has_more: true, domains: { totals: { found: 4, imported: 4 } }, errors: [] });
  expect(first).not.toHaveProperty('retry_after_seconds');
  const done = migrationOf(await start({ cursor: first.next_cursor }));
  expect(done).toMatchObject({ status: 'completed', domains: { totals: { found: 4, imported: 4 } } });
  expect(waited).toEqual(Array(8).fill(6_000));
});

test('Postmark shows its domains and addresses to the account token alone [M27, M33, M37]', async () => {
  const { provider, start, own } = await importing('postmark');
  const [a, b] = [own('a'), own('b')];
  provider.domains.push(
    { ID: 7, Name: a, DKIMHost: '', DKIMPendingHost: `2013pm._domainkey.${a}`, ReturnPathDomain: `pm.${a}` },
    { ID: 8, Name: b },
  );
  provider.senders.push({ EmailAddress: `one@${a}` }, { EmailAddress: 'two@elsewhere.example' });
  provider.faults.push({ when: /domains\/8/, reply: { status: 404, body: {} } });
  const without = migrationOf(await start());
  expect(without.errors[0]).toMatchObject({ resource: 'domains', code: 'account_api_key_missing' });
  const done = migrationOf(await start({ account_api_key: accountToken, resources: ['domains'] }));
  expect(done).toMatchObject({
    status: 'completed',
    domains: { totals: { found: 2, imported: 2 } },
    attention: [{ resource: 'domains', name: 'two@elsewhere.example', reason: 'sender_signature' }],
  });
  const kept = done.domains.items.map(({ dns_plan }) => dns_plan?.keep_old_records);
  expect(kept[0]).toContain(`TXT 2013pm._domainkey.${a}, CNAME pm.${a}`);
  expect(kept[1]).toContain(`CNAME pm-bounces.${b}`);
});

test.each([
  [403, 'provider_forbidden'],
  [404, 'provider_not_found'],
  [500, 'provider_unavailable'],
])(
  'sender signatures of Postmark that cannot be read, as by %s, are an error, and the domains are imported [M9]',
  async (status, code) => {
    const { provider, start, own } = await importing('postmark');
    provider.domains.push({ ID: 7, Name: own('a') });
    provider.faults.push({ when: /senders/, reply: { status, body: {} }, times: 3 });
    const body = { account_api_key: accountToken, resources: ['domains'], dry_run: true };
    const preview = migrationOf(await start(body));
    expect(preview.errors.map((error) => [error.resource, error.code])).toEqual([['domains', code]]);
    expect(preview.errors[0]?.message).toMatch(/^sender signatures: Postmark /);
    expect([preview.status, preview.domains.totals.imported]).toEqual(['partial', 1]);
  },
);

test('an account token that Postmark refuses at the sender signatures is refused', async () => {
  const { provider, start, own } = await importing('postmark');
  provider.domains.push({ ID: 7, Name: own('a') });
  provider.faults.push({ when: /senders/, reply: { status: 401, body: {} } });
  const refused = await start({ account_api_key: accountToken, resources: ['domains'], dry_run: true });
  expect([refused.status, refused.body.error?.details?.field]).toEqual([400, 'account_api_key']);
});

test('Mailgun without its sandbox; a disabled domain is imported and named [M27, M33, M36]', async () => {
  const { provider, start, own } = await importing('mailgun', ['domains']);
  const [a, b] = [own('mg'), own('refused')];
  provider.domains.push(
    { name: a, type: 'custom', state: 'disabled' },
    { name: b, type: 'custom', state: 'unverified', disabled: { code: 'blacklisted', permanently: true } },
    { name: 'sandbox7.mailgun.org', type: 'sandbox', state: 'active' },
  );
  provider.details[a] = {
    domain: {},
    receiving_dns_records: [{ is_active: true, record_type: 'MX', value: 'mxa.mailgun.org' }],
    sending_dns_records: [
      { name: a, record_type: 'TXT', value: 'v=spf1 include:mailgun.org ~all' },
      { name: `email.${a}`, record_type: 'CNAME', value: 'mailgun.org' },
    ],
  };
  const done = migrationOf(await start({ region: 'eu' }));
  expect(done).toMatchObject({
    status: 'completed',
    domains: { totals: { found: 2, imported: 2 } },
    attention: [a, b].map((name) => ({ resource: 'domains', name, reason: 'domain_disabled' })),
  });
  expect(done.domains.items[0]?.dns_plan?.keep_old_records).toContain(`TXT ${a}, CNAME email.${a}, MX ${a}`);
});

test('a deployment without a service domain imports none [A1, M33]', async () => {
  const { ctx, start } = await importing('sendgrid', ['domains']);
  Object.assign(ctx.settings, { service_domain: null });
  expect(migrationOf(await start())).toMatchObject({
    status: 'failed',
    errors: [{ resource: 'domains', code: 'not_configured' }],
  });
});
