import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import type { Address } from '../../../shared/core/network.ts';
import { webhookClient } from '../../../shared/net/webhook-client.ts';
import { endsBefore } from '../../support/race.ts';
import { rawReceiver, receiver, stopReceivers } from '../../support/receiver.ts';

afterEach(stopReceivers);

const client = webhookClient();
const loopback: Address[] = [{ address: '127.0.0.1', family: 4 }];

const post = (url: string, options: { timeout_ms?: number; addresses?: Address[] } = {}) =>
  client.post({
    url: new URL(url),
    addresses: options.addresses ?? loopback,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: '{"x":"é"}',
    timeout_ms: options.timeout_ms ?? 5_000,
  });

const answering = async (listener: RequestListener) => post((await receiver(listener)).url);

test('a plain answer: status, Retry-After and body; the body arrives byte for byte', async () => {
  const { url, received } = await receiver((_, response) => {
    response.writeHead(503, { 'retry-after': '7' }).end('busy');
  });
  expect(await post(url)).toEqual({ status_code: 503, retry_after: '7', body: 'busy' });
  expect(received[0]?.body).toBe('{"x":"é"}');
  expect(received[0]?.headers).toMatchObject({ 'content-length': '10', 'accept-encoding': 'identity' });
});

test('an endless body after a 200 is still a 200, kept to 4 KB [E28]', async () => {
  const result = await answering((_, response) => {
    const pump = () => {
      while (!response.destroyed && response.write('a'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', pump);
    };
    pump();
  });
  expect(result).toEqual({ status_code: 200, retry_after: null, body: 'a'.repeat(4_096) });
});

test('a body that trickles is cut after 2 s [E28]', async () => {
  const timers: NodeJS.Timeout[] = [];
  const started = Date.now();
  const trickle = () =>
    answering((_, response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write('.'), 50));
    });
  const result = await endsBefore(6_000, trickle);
  for (const timer of timers) clearInterval(timer);
  expect(result).toMatchObject({ status_code: 200, body: expect.stringMatching(/^\.+$/) });
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_900);
});

test('a body that breaks off after a 200 is a 200 [E28]', async () => {
  const url = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    socket.end();
  });
  expect(await post(url)).toEqual({ status_code: 200, retry_after: null, body: 'half' });
});

test('header that never comes: timeout [E28]', async () => {
  const url = await rawReceiver(() => {});
  expect(await endsBefore(3_000, () => post(url, { timeout_ms: 300 }))).toEqual({ error: 'timeout' });
});

test('a header over 16 KB is a bad response [E28]', async () => {
  const url = await rawReceiver((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`),
  );
  expect(await post(url)).toEqual({ error: 'bad_response' });
});

test.each([
  'SSH-2.0-OpenSSH_9.9\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'HTTP/9.9 200 OK\r\n\r\n',
  '\u0000\u0001\u0002',
])('an invalid status line (%j) is a bad response [E28]', async (line) => {
  const url = await rawReceiver((socket) => socket.write(line));
  expect(await post(url, { timeout_ms: 2_000 })).toEqual({ error: 'bad_response' });
});

test('a few 1xx and then a 200 are a 200', async () => {
  const url = await rawReceiver((socket) =>
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
  );
  expect(await post(url)).toEqual({ status_code: 200, retry_after: null, body: 'ok' });
});

test('101 Switching Protocols is a bad response', async () => {
  const url = await rawReceiver((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  );
  expect(await post(url)).toEqual({ error: 'bad_response' });
});

test('a connection that closes early is `reset` [E62]', async () => {
  const closing = await rawReceiver((socket) => socket.end());
  expect(await post(closing)).toEqual({ error: 'reset' });
  const resetting = await rawReceiver((socket) => socket.resetAndDestroy());
  expect(await post(resetting)).toEqual({ error: 'reset' });
  const midHeader = await rawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\nx: '));
  expect(['reset', 'bad_response']).toContain(((await post(midHeader)) as { error: string }).error);
});

test('nobody listening is `connect`; no TLS where TLS is spoken is `tls` [E62]', async () => {
  const { url } = await receiver();
  expect(await post(url.replace('http:', 'https:'))).toEqual({ error: 'tls' });
  await stopReceivers();
  expect(await post(url)).toEqual({ error: 'connect' });
});

test('a TLS server that only closes is `tls` [E62]', async () => {
  const server = createTlsServer({});
  server.on('tlsClientError', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  expect(await post(`https://example.test:${port}/`)).toEqual({ error: 'tls' });
  await new Promise((done) => server.close(done));
});

test('the connection goes to the given address, whatever the name says; the name stays in Host [E48]', async () => {
  const { url, received } = await receiver();
  const port = new URL(url).port;
  expect(await post(`http://receiver.invalid:${port}/hook?a=1`)).toMatchObject({ status_code: 200 });
  expect(received[0]?.headers.host).toBe(`receiver.invalid:${port}`);
  expect(received[0]?.path).toBe('/hook?a=1');
});

test('a second address is tried when the first refuses', async () => {
  const { url } = await receiver();
  const port = new URL(url).port;
  const addresses: Address[] = [
    { address: '127.0.0.2', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  expect(await post(`http://receiver.invalid:${port}/`, { addresses })).toMatchObject({ status_code: 200 });
});
