import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import dnsPacket, { type Packet } from 'dns-packet';
import { startDns } from '../../localstack/dns/dns.ts';
import type { Forward } from '../../localstack/dns/forward.ts';
import type { RecordSet } from '../../localstack/dns/zones.ts';
import { until } from '../support/until.ts';
import { record } from './world.ts';

const long = Array.from({ length: 12 }, (_, n) => `${n}`.padEnd(100, 'x'));

const zones: Record<string, RecordSet[]> = {
  'example.com.': [
    record('example.com', 'SOA', 'ns1.example.com. admin.example.com. 7 7200 900 1209600 300'),
    record('example.com', 'NS', 'ns1.example.com.', 'ns2.example.com.'),
    record('example.com', 'A', '192.0.2.1', '192.0.2.2'),
    record('example.com', 'AAAA', '2001:db8::1'),
    record('example.com', 'MX', '10 mx1.example.com.', '20 mx2.example.com.'),
    record('example.com', 'CAA', '0 issue "ca.example.net"'),
    {
      Name: 'example.com.',
      Type: 'TXT',
      TTL: 60,
      ResourceRecords: [{ Value: '"one " "two"' }, { Value: '"say \\"hi\\" \\\\ \\101"' }],
    },
    record('www.example.com', 'CNAME', 'web.example.com.'),
    record('web.example.com', 'A', '192.0.2.3'),
    record('across.example.com', 'CNAME', 'host.other.test.'),
    record('outward.example.com', 'CNAME', 'far.example.net.'),
    record('dangling.example.com', 'CNAME', 'none.example.com.'),
    record('loop.example.com', 'CNAME', 'loop.example.com.'),
    record('a.deep.example.com', 'A', '192.0.2.4'),
    { ...record('any', 'A', '192.0.2.5'), Name: '\\052.wild.example.com.' },
    record('taken.wild.example.com', 'TXT', 'here'),
    record('long.example.com', 'TXT', ...long),
    record('broken.example.com', 'A', 'not an address'),
    {
      ...record('broken.example.com', 'TXT'),
      ResourceRecords: [{ Value: `"${'x'.repeat(256)}"` }],
    },
  ],
  'sub.example.com.': [record('sub.example.com', 'A', '192.0.2.9')],
  'other.test.': [record('host.other.test', 'A', '192.0.2.6')],
  '2.0.192.in-addr.arpa.': [record('1.2.0.192.in-addr.arpa', 'PTR', 'example.com.')],
};

let forwarded: string[] = [];
const forward: Forward = async (name, type) => {
  forwarded.push(`${type} ${name}`);
  if (name === 'far.example.net')
    return { rcode: 0, answers: [{ name, type, class: 'IN', ttl: 60, data: '198.51.100.1' }] };
  return { rcode: name === 'down.example.net' ? 2 : 3, answers: [] };
};

let dns: Awaited<ReturnType<typeof startDns>>;
let resolver: Resolver;
beforeAll(async () => {
  const source = {
    zones: async () => Object.keys(zones).map((name) => ({ id: name, name })),
    records: async (id: string) => zones[id] ?? [],
  };
  dns = await startDns({ awsEndpoint: '', source, forward });
  resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`${dns.host}:${dns.port}`]);
});
afterAll(() => dns.close());
beforeEach(() => {
  forwarded = [];
});

/** One question over TCP, with all of the answer. */
async function ask(
  name: string,
  type: string,
  flags = dnsPacket.RECURSION_DESIRED,
): Promise<Packet & { rcode: string; flag_aa: boolean }> {
  const socket = connect(dns.port, dns.host);
  const query = dnsPacket.streamEncode({
    type: 'query',
    id: 7,
    flags,
    questions: [{ type, name }],
  });
  socket.write(query);
  let bytes = Buffer.alloc(0);
  while (bytes.length < 2 || bytes.length < 2 + bytes.readUInt16BE(0)) {
    const [chunk] = await once(socket, 'data');
    bytes = Buffer.concat([bytes, chunk]);
  }
  socket.destroy();
  return dnsPacket.decode(bytes.subarray(2)) as Packet & { rcode: string; flag_aa: boolean };
}

test('A, AAAA, MX, NS, SOA, CAA and PTR', async () => {
  expect(await resolver.resolve4('example.com')).toEqual(['192.0.2.1', '192.0.2.2']);
  expect(await resolver.resolve6('example.com')).toEqual(['2001:db8::1']);
  expect(await resolver.resolveMx('example.com')).toMatchObject([
    { priority: 10, exchange: 'mx1.example.com' },
    { priority: 20, exchange: 'mx2.example.com' },
  ]);
  expect(await resolver.resolveNs('example.com')).toEqual(['ns1.example.com', 'ns2.example.com']);
  expect(await resolver.resolveSoa('example.com')).toMatchObject({
    nsname: 'ns1.example.com',
    serial: 7,
    minttl: 300,
  });
  expect(await resolver.resolveCaa('example.com')).toMatchObject([{ critical: 0, issue: 'ca.example.net' }]);
  expect(await resolver.reverse('192.0.2.1')).toEqual(['example.com']);
});

test('TXT of several strings, with the escapes of Route 53 read', async () => {
  expect(await resolver.resolveTxt('example.com')).toEqual([['one ', 'two'], ['say "hi" \\ A']]);
});

test('names compare without case and come back as they were asked', async () => {
  const answer = await ask('WwW.Example.COM', 'A');
  expect(answer.answers?.[0]).toMatchObject({ name: 'WwW.Example.COM', type: 'CNAME' });
  expect(answer.answers?.[1]).toMatchObject({ type: 'A', data: '192.0.2.3' });
});

test('CNAMEs are followed into other zones and out of ours', async () => {
  expect(await resolver.resolve4('across.example.com')).toEqual(['192.0.2.6']);
  expect(await resolver.resolve4('outward.example.com')).toEqual(['198.51.100.1']);
  expect(await resolver.resolveCname('www.example.com')).toEqual(['web.example.com']);
  expect(await ask('dangling.example.com', 'A')).toMatchObject({
    rcode: 'NXDOMAIN',
    answers: [{ type: 'CNAME' }],
  });
  expect(await ask('loop.example.com', 'A')).toMatchObject({ rcode: 'SERVFAIL' });
});

test('no such name is NXDOMAIN, no such record is NODATA, both with the SOA and the authoritative flag', async () => {
  const authorities = [{ type: 'SOA', name: 'example.com' }];
  const missing = await ask('missing.example.com', 'A');
  expect(missing).toMatchObject({ rcode: 'NXDOMAIN', flag_aa: true, answers: [], authorities });
  expect(await ask('web.example.com', 'MX')).toMatchObject({
    rcode: 'NOERROR',
    flag_aa: true,
    answers: [],
    authorities,
  });
  expect(await ask('deep.example.com', 'A')).toMatchObject({ rcode: 'NOERROR', answers: [] });
  expect(await ask('example.com', 'A')).toMatchObject({ rcode: 'NOERROR', flag_aa: true });
});

test('the zone with the longest suffix answers', async () => {
  expect(await resolver.resolve4('sub.example.com')).toEqual(['192.0.2.9']);
  await expect(resolver.resolve4('x.sub.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolve4('xexample.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(forwarded).toEqual(['A xexample.com']);
});

test('a wildcard answers for names that do not exist, and only for them', async () => {
  expect(await resolver.resolve4('a.b.wild.example.com')).toEqual(['192.0.2.5']);
  await expect(resolver.resolve4('taken.wild.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
});

test('localhost is this machine, without asking anybody', async () => {
  expect(await resolver.resolve4('localhost')).toEqual(['127.0.0.1']);
  expect(await resolver.resolve6('hooks.localhost')).toEqual(['::1']);
  expect(forwarded).toEqual([]);
});

test('reserved names outside our zones do not exist, without asking anybody', async () => {
  for (const name of ['none.test', 'a.b.invalid', 'x.example'])
    await expect(resolver.resolve4(name)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(forwarded).toEqual([]);
});

test('names of others are forwarded, and a resolver that fails is SERVFAIL', async () => {
  await expect(resolver.resolve4('none.example.net')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolve4('down.example.net')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('an answer too long for UDP comes over TCP', async () => {
  const strings = (await resolver.resolveTxt('long.example.com')).map(([text]) => text);
  expect(strings).toEqual(long);
});

test('a record that cannot be written is SERVFAIL, and the server lives on', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  await expect(resolver.resolve4('broken.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  await expect(resolver.resolveTxt('broken.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  log.mockRestore();
  expect(await resolver.resolve4('web.example.com')).toEqual(['192.0.2.3']);
});

test('a change shows at once after a NOTIFY', async () => {
  await expect(resolver.resolve4('told.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  zones['example.com.']?.push(record('told.example.com', 'A', '192.0.2.8'));
  await ask('example.com', 'SOA', 4 << 11);
  expect(await resolver.resolve4('told.example.com')).toEqual(['192.0.2.8']);
});

test('a change shows within a second', async () => {
  await expect(resolver.resolve4('fresh.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  zones['example.com.']?.push(record('fresh.example.com', 'A', '192.0.2.7'));
  const found = await until(() => resolver.resolve4('fresh.example.com').catch(() => null), {
    within_ms: 1_000,
  });
  expect(found).toEqual(['192.0.2.7']);
});
