import { createHook } from 'node:async_hooks';
import { dnsResolver } from '../../../shared/net/resolver.ts';
import { type Reply, startNameServer } from '../../support/name-server.ts';
import { endsBefore } from '../../support/race.ts';

const nxdomain = 3;
const servfail = 2;
let close = () => {};

async function nameServer(reply: Reply): Promise<string> {
  const started = await startNameServer(reply);
  close = started.close;
  return started.address;
}

afterEach(() => {
  close();
  close = () => {};
});

const a = (name: string, data: string) => ({ type: 'A', name, data }) as const;
const aaaa = (name: string, data: string) => ({ type: 'AAAA', name, data }) as const;

test('both families are asked of the configured servers; IPv4 comes first', async () => {
  const servers = await nameServer((name, type) => ({
    answers: type === 'A' ? [a(name, '192.0.2.1'), a(name, '192.0.2.2')] : [aaaa(name, '2001:db8::1')],
  }));
  expect(await dnsResolver([servers]).resolve('hook.example.com', 2_000)).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

test('a name that is not there, or has no address, has none', async () => {
  const servers = await nameServer((name) => ({
    answers: [],
    flags: name.startsWith('gone') ? nxdomain : 0,
  }));
  expect(await dnsResolver([servers]).resolve('gone.example.com', 2_000)).toEqual([]);
  expect(await dnsResolver([servers]).resolve('empty.example.com', 2_000)).toEqual([]);
});

test('a family that fails counts as none beside one that answers; both failing is an error', async () => {
  const servers = await nameServer((name, type) =>
    name.startsWith('half') && type === 'AAAA'
      ? { answers: [aaaa(name, '2001:db8::1')] }
      : { answers: [], flags: servfail },
  );
  expect(await dnsResolver([servers]).resolve('half.example.com', 5_000)).toEqual([
    { address: '2001:db8::1', family: 6 },
  ]);
  await expect(dnsResolver([servers]).resolve('down.example.com', 5_000)).rejects.toThrow();
});

test('a family that has no records leaves it to the other whether the look-up failed', async () => {
  const servers = await nameServer((_, type) => ({ answers: [], flags: type === 'A' ? 0 : servfail }));
  await expect(dnsResolver([servers]).resolve('half.example.com', 5_000)).rejects.toThrow();
});

test('an alias leads to the addresses behind it', async () => {
  const servers = await nameServer((name, type) => ({
    answers: [
      { type: 'CNAME', name, data: 'one.example.net' },
      { type: 'CNAME', name: 'one.example.net', data: 'two.example.net' },
      ...(type === 'A' ? [a('two.example.net', '192.0.2.1')] : []),
    ],
  }));
  const found = await dnsResolver([servers]).resolve('hook.example.com', 2_000);
  expect(found).toEqual([{ address: '192.0.2.1', family: 4 }]);
});

test('servers that stay silent are given up after the time', async () => {
  const servers = await nameServer(() => null);
  const resolve = () => dnsResolver([servers]).resolve('slow.example.com', 200);
  await expect(endsBefore(1_500, resolve)).rejects.toMatchObject({ name: 'LookupTimeout' });
});

test('servers that stay silent in all tries are a time-out before it, too', async () => {
  const servers = await nameServer(() => null);
  const resolve = dnsResolver([servers], { try_ms: 25 }).resolve('slow.example.com', 60_000);
  await expect(resolve).rejects.toMatchObject({ name: 'LookupTimeout' });
});

test('silent servers take no thread from other look-ups, with the servers of the machine, too [P9]', async () => {
  const begun: string[] = [];
  const hook = createHook({ init: (_, type) => void begun.push(type) }).enable();
  await dnsResolver([])
    .resolve('name.invalid', 1)
    .catch(() => []);
  hook.disable();
  expect(begun).toContain('QUERYWRAP');
  expect(begun).not.toContain('GETADDRINFOREQWRAP');
});
