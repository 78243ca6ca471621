import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { type LocalZone, publish } from '../support/dns.ts';
import { byPurpose, domainWorld } from '../support/domain-world.ts';

type Wrong = { zone: LocalZone; name: string; made: DomainRecord };
type Row = [string, string, (world: Wrong) => Promise<void>, string, RegExp];
const wrongs: Row[] = [
  [
    'another value',
    'ownership',
    ({ zone, name }) => zone.set(`_service.${name}`, 'TXT', ['service-verification=other']),
    'mismatch',
    /^The TXT records at _service\.\S+ do not include this value: add it and keep the others\.$/,
  ],
  [
    'two SPF records',
    'spf',
    ({ zone, name }) => zone.set(name, 'TXT', ['v=spf1 include:a.test -all', 'v=spf1 mx ~all']),
    'mismatch',
    /has 2 SPF records, which receivers reject: replace all of them with "v=spf1 include:a\.test mx include:spf\.mailwright\.test -all"\.$/,
  ],
  [
    'an SPF record without our include',
    'spf',
    ({ zone, name }) => zone.set(name, 'TXT', ['other=1', 'v=spf1 include:a.test ?all']),
    'mismatch',
    /does not include spf\.mailwright\.test: change it to "v=spf1 include:a\.test include:spf\.mailwright\.test \?all"\.$/,
  ],
  [
    'an SPF record that includes one of two records',
    'spf',
    async ({ zone, name }) => {
      await zone.set(`a.${name}`, 'TXT', ['v=spf1 include:spf.mailwright.test ~all', 'v=spf1 -all']);
      await zone.set(name, 'TXT', [`v=spf1 include:a.${name} ~all`]);
    },
    'mismatch',
    /does not include spf\.mailwright\.test: change it to "v=spf1 include:a\.\S+ include:spf\.mailwright\.test ~all"\.$/,
  ],
  ...[['v=spf1 -all include:amazonses.com'], ['v=spf1 include:amazonses.com -all', 'v=spf1 -all']].map(
    (texts): Row => [
      `a return path that is flattened to ${texts.join(' and ')}`,
      'return_path',
      async ({ zone, name }) => {
        await zone.set(`rp.${name}`, 'MX', ['10 feedback-smtp.us-east-1.amazonses.com']);
        await zone.set(`rp.${name}`, 'TXT', texts);
      },
      'mismatch',
      /^rp\.\S+ has other records \(MX 10 feedback-smtp\.us-east-1\.amazonses\.com\), and a CNAME cannot coexist/,
    ],
  ),
  [
    'a CNAME next to other data',
    'return_path',
    ({ zone, name }) => zone.set(`rp.${name}`, 'A', ['192.0.2.7']),
    'mismatch',
    /^rp\.\S+ has other records \(A 192\.0\.2\.7\), and a CNAME cannot coexist with them/,
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
    /is a CNAME to x\.other\.test, and a CNAME allows no other records/,
  ],
  [
    'a CNAME to a host with records of its own, at the ownership name',
    'ownership',
    async ({ zone, name }) => {
      await zone.set(`x.${name}`, 'TXT', ['site=1']);
      await zone.set(`_service.${name}`, 'CNAME', [`x.${name}`]);
    },
    'mismatch',
    /^_service\.\S+ is a CNAME to x\.\S+, and a CNAME allows no other records at the same name: remove it, then add this one\.$/,
  ],
  [
    'a CNAME to a host with another key',
    'dkim',
    async ({ zone, name, made }) => {
      await zone.set(`x.${name}`, 'TXT', ['v=DKIM1; p=AAAA']);
      await zone.set(made.records[1]?.host ?? '', 'CNAME', [`x.${name}`]);
    },
    'mismatch',
    /^svc-\S+ is a CNAME to x\.\S+, and a CNAME allows no other records/,
  ],
  [
    'two TXT records at the name of the key',
    'dkim',
    ({ zone, made }) => zone.set(made.records[1]?.host ?? '', 'TXT', [made.records[1]?.value ?? '', 'other']),
    'mismatch',
    /has 2 TXT records: keep only this one\.$/,
  ],
  [
    'two DMARC records',
    'dmarc',
    ({ zone, name }) => zone.set(`_dmarc.${name}`, 'TXT', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']),
    'mismatch',
    /has 2 DMARC records: keep only one\.$/,
  ],
  [
    'a key that is cut off',
    'dkim',
    ({ zone, made }) =>
      zone.set(made.records[1]?.host ?? '', 'TXT', [made.records[1]?.value.slice(0, 255) ?? '']),
    'mismatch',
    /is truncated: publish the complete value/,
  ],
  [
    'a DMARC record without a policy',
    'dmarc',
    ({ zone, name }) => zone.set(`_dmarc.${name}`, 'TXT', ['v=DMARC1; rua=mailto:a@b.test']),
    'mismatch',
    /^Receivers ignore the DMARC record at _dmarc\.\S+ because it has no p tag\.$/,
  ],
];

test.each(wrongs)(
  '%s: %s says what is wrong in one sentence [H23]',
  async (_what, purpose, spoil, status, note) => {
    const { create, zone, name, verify, get } = await domainWorld();
    const made = await create();
    await publish(zone, made, [purpose]);
    await spoil({ zone, name, made });
    const { domain } = await verify();
    const found = byPurpose(domain)[purpose];
    expect(found).toMatchObject({ status, note: expect.stringMatching(note) });
    expect(found?.current?.length).toBeGreaterThan(0);
    expect(found?.note?.match(/[.?!](\s|$)/g)).toHaveLength(1);
    expect((await get()).records).toEqual(domain.records);
    const others = Object.entries(byPurpose(domain)).filter(([name]) => name !== purpose && name !== 'dkim');
    expect(others.map(([, { status: other }]) => other)).toEqual(others.map(() => 'verified'));
  },
);

test('SPF of a name that is a CNAME cannot be changed there: the note says that, not what to merge [H23]', async () => {
  const { create, call, zone, name } = await domainWorld();
  await zone.set(`site.${name}`, 'TXT', ['v=spf1 include:host.test -all']);
  await zone.set(`mail.${name}`, 'CNAME', [`site.${name}`]);
  await create({ name: `mail.${name}` });
  const answer = await call('POST', `/domains/mail.${name}`, { body: { action: 'verify' } });
  expect(byPurpose(answer.body.domain as DomainRecord).spf).toEqual({
    status: 'mismatch',
    current: [`site.${name}`],
    note: `mail.${name} is a CNAME to site.${name}, and a CNAME allows no other records at the same name: remove it, then add this one.`,
  });
});

test('what resolvers show and the name servers of the zone do not is not yet propagated [H23]', async () => {
  const { create, verify, ctx, zone } = await domainWorld();
  const made = await create();
  await publish(zone, made, ['ownership']);
  ctx.dns = { ...ctx.dns, askResolvers: async () => [made.records[0]?.value ?? ''] };
  const { domain } = await verify();
  expect(byPurpose(domain).ownership).toMatchObject({
    status: 'missing',
    note: expect.stringMatching(/own name servers do not yet\.$/),
  });
});

test('a DMARC record of the organizational domain counts for a sub domain [A67]', async () => {
  const { create, verify, call, zone, name } = await domainWorld();
  await zone.set(`_dmarc.${name}`, 'TXT', ['v=DMARC1; p=reject']);
  const made = await create({ name: `mail.${name}` });
  await publish(zone, made, ['dmarc']);
  const answer = await call('POST', `/domains/mail.${name}`, { body: { action: 'verify' } });
  expect(byPurpose(answer.body.domain as DomainRecord).dmarc).toEqual({
    status: 'verified',
    current: ['v=DMARC1; p=reject'],
    note: `The DMARC record at _dmarc.${name} applies to this domain.`,
  });
  expect(verify).toBeDefined();
});

test("a zone whose name servers have the customer's own names is known by its SOA [A49]", async () => {
  const { create, zone, name, verify } = await domainWorld();
  await create();
  await zone.set(name, 'NS', [`ns1.${name}.`, `ns2.${name}.`]);
  await zone.set(name, 'SOA', ['ada.ns.cloudflare.com. dns.cloudflare.com. 1 7200 900 1209600 86400']);
  const { dns_host } = (await verify()).domain;
  expect(dns_host).toEqual({ provider: 'cloudflare', apply: true, credentials: 'none' });
});

test('answers as large as DNS has them fit into the domain, and the check counts [A47]', async () => {
  const { ctx, create, verify, get } = await domainWorld();
  await create();
  const text = (begin: string) => begin + 'ÿ'.repeat(1_500);
  const texts = ['', 'v=spf1 ', 'v=DMARC1; '].flatMap((begin) => Array<string>(13).fill(text(begin)));
  const mx = Array.from({ length: 250 }, (_, i) => `10 ${i}.${'a'.repeat(60)}.${'b'.repeat(60)}.example`);
  const answers = { TXT: texts, MX: mx, CNAME: [] as string[] };
  const ask = async (type: string) => answers[type as keyof typeof answers] ?? ['192.0.2.1'];
  ctx.dns = { ...ctx.dns, ask, askResolvers: ask };
  expect((await verify()).status).toBe(200);
  const domain = await get();
  expect(byPurpose(domain)).toMatchObject({
    ownership: { status: 'mismatch', current: [text('')] },
    dkim: { status: 'mismatch', note: expect.stringContaining('has 39 TXT records') },
    spf: { status: 'mismatch', note: expect.stringMatching(/^\S+ has 13 SPF records/) },
    return_path: { status: 'mismatch', current: expect.arrayContaining(['A 192.0.2.1']) },
  });
  expect(JSON.stringify(domain).length).toBeLessThan(30_000);
});

test('a flattened return path keeps its status when the lookup of one record type fails [A1, A29]', async () => {
  const { ctx, name, zone, create, runTasks, verify, nextCheck, advance } = await domainWorld();
  const made = await create();
  await runTasks();
  await publish(zone, made, ['return_path']);
  await zone.set(`rp.${name}`, 'MX', [`10 feedback-smtp.${ctx.settings.region}.amazonses.com`]);
  await zone.set(`rp.${name}`, 'TXT', ['v=spf1 include:amazonses.com -all']);
  advance(11_000);
  expect((await verify()).domain.status).toBe('verified');
  const { dns } = ctx;
  for (const silent of ['MX', 'TXT']) {
    const ask: typeof dns.ask = async (type, host) =>
      type === silent && host === `rp.${name}` ? null : dns.ask(type, host);
    ctx.dns = { ...dns, ask };
    await nextCheck();
    const domain = await nextCheck();
    expect([domain.status, byPurpose(domain).return_path?.status]).toEqual(['verified', 'error']);
    ctx.dns = dns;
    expect(byPurpose(await nextCheck()).return_path?.status).toBe('verified');
  }
});
