import { openRoute53 } from '../../shared/aws/route53.ts';
import type { HostChange } from '../../shared/core/dns-host.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const keys = { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'secret' };
const ns = ['ns-1.awsdns-1.com', 'ns-2.awsdns-2.net'];
const xmlns = 'xmlns="https://route53.amazonaws.com/doc/2013-04-01/"';

type Reply = { status?: number; xml: string };

/** `lost`: the request is done, and this is what the client gets of it. */
type Fault = { when: RegExp; reply: Reply; lost?: boolean };

const fault = (status: number, code: string, message = code): Reply => ({
  status,
  xml: `<ErrorResponse ${xmlns}><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
});

/** As the API reference shows it, without a message that the SDK reads. */
const invalidBatch: Reply = {
  status: 400,
  xml: `<InvalidChangeBatch ${xmlns}><Messages><Message>conflict</Message></Messages><RequestId>r</RequestId></InvalidChangeBatch>`,
};

type Zone = { id: string; private?: boolean; ns?: string[] };

const zoneXml = ({ id, private: hidden = false }: Zone, name: string) =>
  `<HostedZone><Id>/hostedzone/${id}</Id><Name>${name}.</Name><CallerReference>c</CallerReference><Config><PrivateZone>${hidden}</PrivateZone></Config></HostedZone>`;

/** Route 53's XML for some hosted zones and record sets; `sets` is the XML of what is at a name. */
async function route53(zones: Zone[], sets: Record<string, string> = {}) {
  const faults: Fault[] = [];
  const writes: string[] = [];
  const { url, received } = await receiver((request, response) => {
    const { path, body } = received.at(-1) ?? { path: '', body: '' };
    const call = `${request.method} ${path.replace('/hook', '')} ${body}`;
    const at = faults.findIndex(({ when }) => when.test(call));
    const fault = at === -1 ? undefined : faults.splice(at, 1)[0];
    const usual = fault === undefined || fault.lost ? answer(call, body) : null;
    const { status = 200, xml } = fault?.reply ?? (usual as Reply);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(`<?xml version="1.0"?>${xml}`);
  });
  function answer(call: string, body: string): Reply {
    const name = /dnsname=([^& ]+)/.exec(call)?.[1];
    if (name !== undefined) {
      const all = name === 'acme.test' ? zones : [];
      const [, size = '100'] = /maxitems=(\d+)/.exec(call) ?? [];
      const at = all.findIndex(
        ({ id }) => call.includes(`hostedzoneid=${id}&`) || call.includes(`hostedzoneid=${id} `),
      );
      const [page, [next]] = [
        all.slice(Math.max(0, at)).slice(0, Number(size)),
        all.slice(Math.max(0, at) + Number(size)),
      ];
      const more = next
        ? `<NextDNSName>${name}.</NextDNSName><NextHostedZoneId>${next.id}</NextHostedZoneId>`
        : '';
      return {
        xml: `<ListHostedZonesByNameResponse ${xmlns}><HostedZones>${page.map((zone) => zoneXml(zone, name)).join('')}</HostedZones><DNSName>${name}</DNSName><IsTruncated>${next !== undefined}</IsTruncated>${more}<MaxItems>${size}</MaxItems></ListHostedZonesByNameResponse>`,
      };
    }
    if (/^GET .*rrset/.test(call)) {
      const at = /[?&]name=([^& ]+)/.exec(call)?.[1] ?? '';
      return {
        xml: `<ListResourceRecordSetsResponse ${xmlns}><ResourceRecordSets>${sets[at] ?? ''}</ResourceRecordSets><IsTruncated>false</IsTruncated><MaxItems>50</MaxItems></ListResourceRecordSetsResponse>`,
      };
    }
    if (/^POST/.test(call)) {
      writes.push(body);
      for (const [, set = ''] of body.matchAll(/<ResourceRecordSet>(.*?)<\/ResourceRecordSet>/gs)) {
        const host = /<Name>(.*?)\.<\/Name>/.exec(set)?.[1] ?? '';
        sets[host] = `<ResourceRecordSet>${set}</ResourceRecordSet>`;
      }
      return {
        xml: `<ChangeResourceRecordSetsResponse ${xmlns}><ChangeInfo><Id>/change/C1</Id><Status>PENDING</Status><SubmittedAt>2026-11-22T08:00:00Z</SubmittedAt></ChangeInfo></ChangeResourceRecordSetsResponse>`,
      };
    }
    const zone = zones.find(({ id }) => call.includes(`/hostedzone/${id}`)) ?? { id: 'none' };
    const servers = (zone.ns ?? ns).map((one) => `<NameServer>${one}</NameServer>`).join('');
    return {
      xml: `<GetHostedZoneResponse ${xmlns}>${zoneXml(zone, 'acme.test')}<DelegationSet><NameServers>${servers}</NameServers></DelegationSet></GetHostedZoneResponse>`,
    };
  }
  const endpoint = url.replace('/hook', '');
  const open = (servers: string[] | null = ns, names = ['acme.test']) =>
    openRoute53(keys, { names, servers }, { endpoint });
  return { open, faults, writes, sets, received };
}

const txt = (host: string, value: string): HostChange => ({ host, type: 'TXT', value, replaces: null });

const set = (name: string, type: string, inside: string) =>
  `<ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type>${inside}</ResourceRecordSet>`;

const values = (...texts: string[]) =>
  `<TTL>77</TTL><ResourceRecords>${texts.map((text) => `<ResourceRecord><Value>${text}</Value></ResourceRecord>`).join('')}</ResourceRecords>`;

test('of several zones the public one is used whose name servers DNS has [A49]', async () => {
  const zones = [{ id: 'Z1', ns: ['ns-9.awsdns-9.org'] }, { id: 'Z2', private: true }, { id: 'Z3' }];
  const { open, received } = await route53(zones);
  await (await open()).write([txt('_service.acme.test', 'x')]);
  expect(received.some(({ path }) => path.includes('/hostedzone/Z3/rrset'))).toBe(true);
  expect(received.some(({ path }) => path.includes('/hostedzone/Z2'))).toBe(false);
});

test('no zone, private ones alone, or one that DNS does not point at: zone_not_found [A49]', async () => {
  for (const zones of [[], [{ id: 'Z1', private: true }], [{ id: 'Z1', ns: ['ns-9.awsdns-9.org'] }]]) {
    const { open } = await route53(zones);
    await expect(open()).rejects.toMatchObject({ fault: 'zone_not_found' });
  }
  const named = await route53([{ id: 'Z1', ns: ['ns-9.awsdns-9.org'] }]);
  await expect(named.open(null, ['mail.acme.test', 'acme.test'])).resolves.toBeDefined();
});

test.each([
  ['AccessDenied', 403],
  ['InvalidClientTokenId', 403],
  ['SignatureDoesNotMatch', 403],
])('%s at the beginning refuses the credentials', async (code, status) => {
  const { open, faults } = await route53([{ id: 'Z1' }]);
  faults.push({ when: /./, reply: fault(status, code) });
  await expect(open()).rejects.toMatchObject({ fault: 'auth' });
});

test('throttling and a prior request are repeated three times, then the record is failed [A50]', async () => {
  const { open, faults, writes } = await route53([{ id: 'Z1' }]);
  const zone = await open();
  faults.push({ when: /^POST/, reply: fault(400, 'Throttling', 'Rate exceeded') });
  faults.push({ when: /^POST/, reply: fault(400, 'PriorRequestNotComplete') });
  expect(await zone.write([txt('a.acme.test', 'x')])).toEqual([{ result: 'written' }]);
  expect(writes).toHaveLength(1);
  for (let i = 0; i < 4; i++)
    faults.push({ when: /^POST/, reply: fault(400, 'Throttling', 'Rate exceeded') });
  expect(await zone.write([txt('b.acme.test', 'x')])).toEqual([
    { result: 'failed', message: 'rate limited. Try again.' },
  ]);
}, 20_000);

test('a batch that Route 53 refuses is written record by record [A50]', async () => {
  const { open, faults, writes } = await route53([{ id: 'Z1' }]);
  const zone = await open();
  const when = /^POST.*bad\.acme\.test/s;
  const reason = fault(400, 'InvalidChangeBatch', '[bad.acme.test conflicts]');
  faults.push({ when, reply: invalidBatch }, { when, reply: reason });
  expect(
    await zone.write([txt('a.acme.test', 'x'), txt('bad.acme.test', 'y'), txt('c.acme.test', 'z')]),
  ).toEqual([
    { result: 'written' },
    { result: 'failed', message: '[bad.acme.test conflicts]' },
    { result: 'written' },
  ]);
  expect(writes).toHaveLength(2);
});

test('a set keeps its other values in their order, and its TTL; a new one has 3600 s [A50]', async () => {
  const { open, writes } = await route53([{ id: 'Z1' }], {
    'acme.test': set('acme.test', 'TXT', values('"one"', '"v=spf1 -all"', '"th\\"ree" "four"')),
  });
  const zone = await open();
  const [, spf] = await zone.at('acme.test');
  await zone.write([{ ...txt('acme.test', 'v=spf1 include:x -all'), replaces: spf ?? null }]);
  const [deleted, created] = (writes[0] ?? '').split('<Action>CREATE</Action>');
  expect(deleted).toContain('<Action>DELETE</Action>');
  expect(created).toMatch(/<TTL>77<\/TTL>/);
  expect(
    [...(created ?? '').matchAll(/<Value>(.*?)<\/Value>/g)].map(([, value]) =>
      value?.replaceAll('&quot;', '"'),
    ),
  ).toEqual(['"one"', '"v=spf1 include:x -all"', '"th\\"ree" "four"']);
  await zone.write([txt('new.acme.test', 'k'.repeat(300))]);
  expect(writes[1]).toMatch(/<TTL>3600<\/TTL>/);
  expect(writes[1]?.replaceAll('&quot;', '"')).toContain(`"${'k'.repeat(255)}" "${'k'.repeat(45)}"`);
});

test('what another writer replaced at the same time is failed [A50]', async () => {
  const { open, faults } = await route53([{ id: 'Z1' }]);
  const zone = await open();
  const lost: Reply = {
    xml: `<ListResourceRecordSetsResponse ${xmlns}><ResourceRecordSets></ResourceRecordSets><IsTruncated>false</IsTruncated><MaxItems>50</MaxItems></ListResourceRecordSetsResponse>`,
  };
  faults.push({ when: /^GET .*name=a\./, reply: lost }, { when: /^GET .*name=a\./, reply: lost });
  expect(await zone.write([txt('a.acme.test', 'x')])).toMatchObject([
    { result: 'failed', message: expect.stringContaining('changed by someone else') },
  ]);
});

test('aliases and sets with a routing policy are locked [A50]', async () => {
  const alias =
    '<AliasTarget><HostedZoneId>Z</HostedZoneId><DNSName>x.test.</DNSName><EvaluateTargetHealth>false</EvaluateTargetHealth></AliasTarget>';
  const { open } = await route53([{ id: 'Z1' }], {
    'rp.acme.test': set('rp.acme.test', 'CNAME', alias),
    'acme.test': set(
      'acme.test',
      'TXT',
      `<SetIdentifier>eu</SetIdentifier><Weight>1</Weight>${values('"a"')}`,
    ),
  });
  const zone = await open();
  expect(await zone.at('rp.acme.test')).toMatchObject([
    { type: 'CNAME', value: 'x.test', locked: expect.stringContaining('alias') },
  ]);
  expect(await zone.at('acme.test')).toMatchObject([
    { value: 'a', locked: expect.stringContaining('routing policy') },
  ]);
});

test('a server that is down, or forbids the write later', async () => {
  const { open, faults } = await route53([{ id: 'Z1' }]);
  const zone = await open();
  faults.push({ when: /^POST/, reply: fault(403, 'AccessDenied') });
  expect(await zone.write([txt('a.acme.test', 'x')])).toEqual([
    { result: 'failed', message: 'the credentials are not allowed to change records in this zone' },
  ]);
  for (let i = 0; i < 4; i++) faults.push({ when: /./, reply: fault(503, 'ServiceUnavailable') });
  await expect(open()).rejects.toMatchObject({ fault: 'down' });
}, 20_000);

test('a change whose answer was lost is written, though Route 53 refuses it when it is repeated [A50]', async () => {
  const { open, faults } = await route53([{ id: 'Z1' }]);
  const zone = await open();
  expect(await zone.at('a.acme.test')).toEqual([]);
  faults.push({ when: /^POST/, reply: fault(500, 'InternalError'), lost: true });
  for (let i = 0; i < 2; i++)
    faults.push({ when: /^POST/, reply: fault(400, 'InvalidChangeBatch', 'it already exists') });
  expect(await zone.write([txt('a.acme.test', 'x')])).toEqual([{ result: 'written' }]);
}, 20_000);

test('a public zone behind more private ones of its name than a page has is found [A49]', async () => {
  const zones = Array.from({ length: 12 }, (_, i) => ({ id: `P${i}`, private: true }));
  const { open } = await route53([...zones, { id: 'Z1' }]);
  await expect(open()).resolves.toBeDefined();
});
