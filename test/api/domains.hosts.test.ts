import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { hostedWorld, results, unchanged, written } from '../support/apply-world.ts';
import type { Stored } from '../support/dns-hosts.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

describe.each(['cloudflare', 'digitalocean'] as const)('%s', (provider) => {
  const world = (records?: Stored[], page?: number) => hostedWorld(provider, records, page);

  test('writes the five records, and nothing at the second time', async () => {
    const { apply, host, name, wanted } = await world();
    const first = await apply();
    expect([first.status, first.body.applied, results(first.plan)]).toEqual([200, 5, written]);
    const stored = Object.fromEntries(host.records.map((one) => [one.name, one]));
    expect(stored[`rp.${name}`]).toMatchObject({ type: 'CNAME' });
    expect(stored[`_service.${name}`]?.content.replaceAll('"', '')).toBe(wanted('ownership'));
    if (provider === 'cloudflare') expect(stored[`rp.${name}`]?.proxied).toBe(false);
    const before = host.seen.length;
    const second = await apply();
    expect([second.body.applied, results(second.plan)]).toEqual([0, unchanged]);
    expect(host.seen.slice(before).filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('SPF on the last page is merged in place, other values stay [A17, A51]', async () => {
    const records: Stored[] = [];
    const { apply, host, name } = await world(records, 2);
    const texts = ['a=1', 'b=2', 'c=3', 'v=spf1 mx ~all'];
    records.push(...texts.map((content, i) => ({ id: `${90 + i}`, type: 'TXT', name, content })));
    const { by } = await apply();
    expect(by.spf).toMatchObject({ action: 'update', result: 'written' });
    const after = host.records
      .filter((one) => one.name === name)
      .map(({ content }) => content.replaceAll('"', ''));
    expect(after).toEqual(['a=1', 'b=2', 'c=3', 'v=spf1 mx include:spf.mailwright.test ~all']);
  });

  test('refused credentials are 400 provider_auth_failed, and appear nowhere', async () => {
    const { apply, lines, call, name } = await world();
    const answer = await apply({ credentials: { api_token: 'very-secret-token' }, save_credentials: true });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
    expect(answer.body.error?.details).toEqual({ provider, reason: 'provider_auth_failed' });
    expect(answer.text + lines.join()).not.toContain('very-secret-token');
    expect((await call('GET', `/domains/${name}`)).body.domain).toMatchObject({
      dns_host: { credentials: 'none' },
    });
  });

  test('a token that may only read fails each record, with 200', async () => {
    const { apply, host } = await world();
    const reply =
      provider === 'cloudflare'
        ? host.error(403, 10000 as never, 'Authentication error')
        : host.error(403, 'forbidden' as never, 'You are not authorized');
    host.faults.push(...Array.from({ length: 5 }, () => ({ when: /^POST/, reply })));
    const { status, body, plan } = await apply();
    expect([status, body.applied]).toEqual([200, 0]);
    expect(plan.changes.map(({ message }) => message)).toEqual(
      Array(5).fill('the credentials are not allowed to change records in this zone'),
    );
  });

  test('a short limit is waited for [A51]', async () => {
    const { apply, host, waits } = await world();
    const headers = { 'retry-after': '2' };
    host.faults.push({ when: /^POST/, reply: { status: 429, body: {}, headers } });
    expect((await apply()).body.applied).toBe(5);
    expect(waits).toEqual([2_000]);
  });

  test('a long one fails that record and the rest [A51]', async () => {
    const { apply, host, waits } = await world();
    const headers = { 'retry-after': '60', 'ratelimit-reset': '9999999999' };
    host.faults.push({ when: /^POST.*/, reply: { status: 429, body: {}, headers } });
    host.faults.push({ when: /^POST.*/, reply: { status: 429, body: {}, headers } });
    const { status, by } = await apply();
    expect([status, by.ownership?.message, by.dmarc?.message]).toEqual([
      200,
      'rate limited. Try again.',
      'rate limited. Try again.',
    ]);
    expect(waits).toEqual([]);
  });

  test.each([
    ['5xx', { status: 503, body: {} }],
    ['a page in place of JSON', { status: 200, body: '<html>' }],
  ])('%s at the beginning is 502, later it fails records', async (_what, reply) => {
    const { apply, host } = await world();
    host.faults.push({ when: /./, reply });
    const down = await apply();
    expect([down.status, down.body.error?.code]).toEqual([502, 'upstream_error']);
    host.faults.push({ when: /^POST/, reply });
    const later = await apply();
    expect([later.status, later.by.ownership?.message]).toEqual([
      200,
      'the DNS host did not answer. Try again.',
    ]);
  });

  test('a zone that the token does not reach is 400 zone_not_found', async () => {
    const { apply, ctx, servers } = await world();
    ctx.dns = { ...ctx.dns, zoneOf: async () => ({ zone: 'other.test', servers }) };
    expect((await apply()).body.error?.details).toEqual({ provider, reason: 'zone_not_found' });
  });

  test('stored credentials are sealed, used, and forgotten, also when the domain is deleted [A48]', async () => {
    const { apply, ctx, call, name } = await world();
    const saved = await apply({ save_credentials: true });
    expect((saved.body.domain as DomainRecord).dns_host.credentials).toBe('stored');
    expect((await ctx.domains.readCredentials(name))?.sealed).toMatch(/^kms\.[\w-]+\.[\w-]+$/);
    expect((await apply({ credentials: undefined })).status).toBe(200);
    const forget = { body: { action: 'forget_credentials' } };
    for (let i = 0; i < 2; i++) {
      const { domain } = (await call('POST', `/domains/${name}`, forget)).body as { domain: DomainRecord };
      expect(domain.dns_host.credentials).toBe('none');
    }
    const none = await apply({ credentials: undefined });
    expect([none.status, none.body.error?.details]).toMatchObject([
      400,
      { issues: [{ path: 'credentials', rule: 'required' }] },
    ]);
    await apply({ save_credentials: true });
    await call('DELETE', `/domains/${name}`);
    expect(await ctx.domains.readCredentials(name)).toBeNull();
  });
});

test('a proxied return path at Cloudflare is failed with a note, and stays [A51]', async () => {
  const { name, apply, host } = await hostedWorld('cloudflare');
  const row = { id: '9', type: 'CNAME', name: `rp.${name}`, content: 'rp.mailwright.test', proxied: true };
  host.records.push(row);
  const { by } = await apply();
  expect(by.return_path).toMatchObject({
    result: 'failed',
    note: expect.stringContaining('proxied by Cloudflare'),
  });
  expect(host.records.find(({ id }) => id === '9')).toEqual({ ...row });
});

test('"already exists" is read again, and counts where the same is there [A51]', async () => {
  const { name, apply, host } = await hostedWorld('cloudflare');
  await apply();
  // The list lags behind: the record seems to be missing, and is there.
  const empty = { success: true, errors: [], result: [], result_info: { total_count: 0 } };
  host.faults.push({ when: /^GET .*name=_dmarc/, reply: { status: 200, body: empty } });
  const { by } = await apply();
  expect(by.dmarc).toMatchObject({ action: 'add', result: 'unchanged' });
  expect(host.records.filter((one) => one.name === `_dmarc.${name}`)).toHaveLength(1);
});
