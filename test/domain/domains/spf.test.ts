import type { Dns } from '../../../shared/core/network.ts';
import { isSpf, mergeSpf } from '../../../shared/domain/domains/checks/spf-merge.ts';
import { readSpf } from '../../../shared/domain/domains/checks/spf-reach.ts';

const host = 'spf.service.example';

test.each([
  // providers.md 9: the include goes before the first all or redirect, everything else byte for byte.
  [['v=spf1 include:sendgrid.net -all'], `v=spf1 include:sendgrid.net include:${host} -all`],
  [['v=spf1 redirect=_spf.example.net'], `v=spf1 include:${host} redirect=_spf.example.net`],
  [['v=spf1 ip4:192.0.2.1'], `v=spf1 ip4:192.0.2.1 include:${host}`],
  [['v=spf1 mx ?all'], `v=spf1 mx include:${host} ?all`],
  [['V=SPF1  Include:A.test   ~ALL'], `V=SPF1  Include:A.test   include:${host} ~ALL`],
  [['v=spf1'], `v=spf1 include:${host}`],
  [[`v=spf1 include:${host} -all`], `v=spf1 include:${host} -all`],
  [[`v=spf1 +INCLUDE:${host.toUpperCase()} -all`], `v=spf1 +INCLUDE:${host.toUpperCase()} -all`],
  // The first match of a receiver counts: what does not authorise us gives way.
  [[`v=spf1 -include:${host} all`], `v=spf1 include:${host} all`],
  [[`v=spf1 a ?include:${host.toUpperCase()}  mx include:${host} -all`], `v=spf1 a  mx include:${host} -all`],
  [[`v=spf1 ~include:${host}. -all`, 'v=spf1 mx'], `v=spf1 mx include:${host} -all`],
  [[`v=spf1 a -all include:${host}`], `v=spf1 a include:${host} -all include:${host}`],
  // A17: several records.
  [['v=spf1 a -all', 'v=spf1 mx a ~all'], `v=spf1 a mx include:${host} -all`],
  [['v=spf1 a ~all', 'v=spf1 mx -all'], `v=spf1 a mx include:${host} -all`],
  [['v=spf1 a redirect=x.test', 'v=spf1 mx ?all'], `v=spf1 a mx include:${host} ?all`],
  [['v=spf1 a redirect=x.test', 'v=spf1 mx'], `v=spf1 a mx include:${host} redirect=x.test`],
  [['v=spf1 a exp=e.test -all', 'v=spf1 exp=f.test all'], `v=spf1 a include:${host} -all exp=e.test`],
])('%j merges to %j [A17]', (records, merged) => {
  expect(mergeSpf(records, host)).toBe(merged);
  expect(mergeSpf([merged], host)).toBe(merged);
});

const dnsOf = (txt: Record<string, string | null>): Dns => ({
  ask: async (_type, name) => (txt[name] === null ? null : txt[name] === undefined ? [] : [txt[name]]),
  askResolvers: async () => null,
  zoneOf: async () => null,
});

const chain = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, i) => [
      `c${i}.test`,
      i + 1 < length ? `v=spf1 include:c${i + 1}.test -all` : `v=spf1 include:${host} -all`,
    ]),
  );

test.each([
  [`v=spf1 include:${host} -all`, {}, true, 1],
  [`v=spf1 -all include:${host}`, {}, false, 0],
  [`v=spf1 -include:${host} ~all`, {}, false, 1],
  [`v=spf1 ?include:${host} ~all`, {}, false, 1],
  [`v=spf1 -include:${host} include:${host} ~all`, {}, false, 2],
  [`v=spf1 ?include:${host} include:${host} ~all`, {}, false, 2],
  [`v=spf1 include:${host} -include:${host} ~all`, {}, true, 2],
  ['v=spf1 ~include:corp.test ~all', { 'corp.test': `v=spf1 include:${host} -all` }, false, 2],
  // What an included record refuses is no match: the terms behind it count.
  [`v=spf1 include:corp.test include:${host}`, { 'corp.test': `v=spf1 -include:${host} +all` }, true, 3],
  ['v=spf1 include:corp.test ~all', { 'corp.test': `v=spf1 mx include:${host} -all` }, true, 3],
  ['v=spf1 redirect=corp.test', { 'corp.test': `v=spf1 include:${host}` }, true, 2],
  [`v=spf1 redirect=${host}.`, {}, true, 1],
  // RFC 7208 section 6.1: a redirect is ignored where there is an all.
  ['v=spf1 redirect=corp.test ~all', { 'corp.test': `v=spf1 include:${host}` }, false, 0],
  ['v=spf1 include:gone.test a mx ptr exists:%{i}.x.test ip4:192.0.2.1 -all', {}, false, 5],
  ['v=spf1 include:c0.test -all', chain(4), true, 5],
] as const)('%s [A16]', async (record, txt, included, used) => {
  expect(await readSpf(dnsOf(txt as Record<string, string>), record, host)).toMatchObject({ included, used });
});

test('a loop and a server that does not answer end [A16]', async () => {
  const loop = await readSpf(dnsOf({ 'a.test': 'v=spf1 include:a.test' }), 'v=spf1 include:a.test', host);
  expect(loop.included).toBe(false);
  const silent = await readSpf(dnsOf({ 'a.test': null }), 'v=spf1 include:a.test -all', host);
  expect(silent).toMatchObject({ included: false, unreadable: true });
});

test.each([
  ['v=spf1', true],
  ['V=SPF1 -all', true],
  ['v=spf10 -all', false],
  ['v=spf2.0/pra -all', false],
  ['spf1', false],
  [' v=spf1 -all', false],
])('%j is an SPF record: %s [A16]', (text, is) => {
  expect(isSpf(text)).toBe(is);
});
