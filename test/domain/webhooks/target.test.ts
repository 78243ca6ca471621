import type { Resolver } from '../../../shared/core/network.ts';
import { checkUrl } from '../../../shared/domain/webhooks/check-url.ts';
import { isForbidden } from '../../../shared/domain/webhooks/forbidden-address.ts';
import { resolveTarget } from '../../../shared/domain/webhooks/target.ts';

test.each([
  ['https://example.com'],
  ['https://example.com/hook?a=1&b=2'],
  ['https://example.com:443/'],
  ['https://example.com:8443/x'],
  ['https://EXAMPLE.com/Ünïcode'],
  ['https://bücher.example/'],
  [`https://example.com/${'a'.repeat(2_028)}`],
])('%s is taken [H19]', (url) => {
  expect(checkUrl(url, 'public')).toBeNull();
  expect(checkUrl(url, 'any')).toBeNull();
});

test.each([
  ['', 'format'],
  ['example.com/hook', 'format'],
  ['//example.com', 'format'],
  ['http://example.com', 'format'],
  ['ftp://example.com', 'format'],
  ['javascript:alert(1)', 'format'],
  ['https:example.com', 'format'],
  ['https:/example.com', 'format'],
  ['https:///example.com', 'format'],
  [' https://example.com', 'format'],
  ['https://example.com ', 'format'],
  ['https://example.com/a\tb', 'format'],
  ['https://exam\nple.com/', 'format'],
  ['https://example.com/\u0000', 'format'],
  ['https://example.com\\@127.0.0.1/', 'format'],
  ['https://example.com/#x', 'format'],
  ['https://example.com#', 'format'],
  ['https://user:pass@example.com/', 'format'],
  ['https://user@example.com/', 'format'],
  ['https://@example.com/', 'format'],
  ['https://example.com:0/', 'format'],
  ['https://example.com:80/', 'format'],
  ['https://example.com:22/', 'format'],
  ['https://example.com:99999/', 'format'],
  ['https://[::1/', 'format'],
  ['https://256.256.256.256/', 'format'],
  [`https://example.com/${'a'.repeat(2_029)}`, 'length'],
])('%p is refused (%s) [E48, E49]', (url, rule) => {
  expect(checkUrl(url, 'public')).toMatchObject({ path: 'url', rule });
});

test('`any` takes http and every port but 0 [E13]', () => {
  expect(checkUrl('http://localhost:80/', 'any')).toBeNull();
  expect(checkUrl('http://localhost:3000/', 'any')).toBeNull();
  expect(checkUrl('http://localhost:0/', 'any')).toMatchObject({ rule: 'format' });
  expect(checkUrl('http://user@localhost/', 'any')).toMatchObject({ rule: 'format' });
  expect(checkUrl('ftp://localhost/', 'any')).toMatchObject({ rule: 'format' });
});

const alwaysRefused = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '169.254.170.2',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd00:ec2::23',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::1',
  '::ffff:0:a9fe:a9fe',
  'not an address',
];
const publicOnly = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '127.0.0.1',
  '127.255.255.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '240.0.0.1',
  '::1',
  '::2',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2001:2::1',
  '2001:10::1',
  '2002:0808:0808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  '4000::1',
];
const alwaysTaken = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111'];

test.each(alwaysRefused)('%s is refused in both modes [E13]', (address) => {
  expect(isForbidden(address, 443, 'public')).toBe(true);
  expect(isForbidden(address, 443, 'any')).toBe(true);
});

test.each(publicOnly)('%s is refused in `public` only [H18]', (address) => {
  expect(isForbidden(address, 443, 'public')).toBe(true);
  expect(isForbidden(address, 443, 'any')).toBe(false);
});

test.each(alwaysTaken)('%s is taken in both modes', (address) => {
  expect(isForbidden(address, 443, 'public')).toBe(false);
  expect(isForbidden(address, 443, 'any')).toBe(false);
});

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::127.0.0.1'])(
  'port 9001 on loopback %s stays refused [E13]',
  (address) => {
    expect(isForbidden(address, 9001, 'any')).toBe(true);
    expect(isForbidden(address, 9002, 'any')).toBe(false);
  },
);

const noNames: Resolver = {
  resolve: async (name) => {
    throw new Error(`looked up ${name}`);
  },
};

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]/',
  'https://①②⑦.0.0.1/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.b.localhost/',
  'https://169.254.169.254/latest/meta-data/',
  'https://017700000001/',
  'https://①②⑦.⓪.⓪.①/',
  'https://167772161/',
  'https://0251.0376.0251.0376/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[2002:7f00:1::1]/',
  'https://[2001:0:0:0:0:0:80ff:fffe]/',
])('the literal %s is checked without a look-up [E48]', async (url) => {
  expect((await resolveTarget(noNames, new URL(url), 'public', 100)).blocked).toBe(true);
});

test('an IDN host is looked up as its A-label [E49]', async () => {
  const asked: string[] = [];
  const resolver: Resolver = {
    resolve: async (name) => {
      asked.push(name);
      return [];
    },
  };
  await resolveTarget(resolver, new URL('https://bücher.example./x'), 'public', 100);
  expect(asked).toEqual(['xn--bcher-kva.example']);
});
