import { execFile } from 'node:child_process';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rawReceiver, receiver, stopReceivers } from '../../support/receiver.ts';
import { certificate, key } from '../../support/self-signed.ts';

afterAll(stopReceivers);

type Result = { status: string; error: string | null; grown: number };

const run = promisify(execFile);
const child = join(__dirname, 'worker-child.ts');

/** Writes as long as the other side takes it. */
function pour(socket: Socket, chunk: string | Buffer): void {
  const pump = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', pump);
  };
  pump();
}

const every = (socket: Socket, ms: number, text: string) => {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), ms);
};

const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));

/** What a hostile receiver sends once a request has begun, and what the log then says. */
const hostile: Record<string, [(socket: Socket) => void, string | null]> = {
  'headers that trickle': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(socket, 100, 'x: y\r\n');
    },
    'timeout',
  ],
  'a header line that trickles': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      every(socket, 100, 'a');
    },
    'timeout',
  ],
  'no answer at all': [() => {}, 'timeout'],
  'headers without end': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-${'a'.repeat(1_000)}: b\r\n`);
    },
    'bad_response',
  ],
  'a body without end after a 200': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      pour(socket, `10000\r\n${'a'.repeat(0x10000)}\r\n`);
    },
    null,
  ],
  'a body without end after a 500': [
    (socket) => {
      socket.write('HTTP/1.1 500 No\r\n\r\n');
      pour(socket, Buffer.alloc(65_536, 'a'));
    },
    'http_status',
  ],
  'one chunk that claims to be huge': [
    (socket) => {
      socket.write('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFF\r\n');
      pour(socket, Buffer.alloc(65_536, 'a'));
    },
    'http_status',
  ],
  'a body that trickles': [
    (socket) => {
      socket.write('HTTP/1.1 503 No\r\n\r\n');
      every(socket, 100, '.');
    },
    'http_status',
  ],
  'a compressed bomb': [
    (socket) =>
      socket.end(Buffer.concat([Buffer.from('HTTP/1.1 500 No\r\ncontent-encoding: gzip\r\n\r\n'), bomb])),
    'http_status',
  ],
  'informational answers without end': [
    (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    'bad_response',
  ],
  'a reset': [(socket) => socket.resetAndDestroy(), 'reset'],
  'a reset after the header': [
    (socket) => {
      socket.write('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 100);
    },
    'http_status',
  ],
  'a receiver that stops reading': [(socket) => socket.pause(), 'timeout'],
};

type Case = { name: string; url: string; error: string | null };

/** All of them, and TLS that goes wrong: bytes that are none, a handshake that stalls. */
async function cases(): Promise<Case[]> {
  const secure = (url: string) => url.replace('http:', 'https:');
  const garbage = await rawReceiver((socket) => pour(socket, Buffer.alloc(65_536, 7)));
  const stalled = await rawReceiver(() => {});
  const plain = Object.entries(hostile).map(async ([name, [speak, error]]) => {
    return { name, url: await rawReceiver(speak), error };
  });
  return [
    { name: 'no TLS', url: secure(garbage), error: 'tls' },
    { name: 'TLS that stalls', url: secure(stalled), error: 'timeout' },
    ...(await Promise.all(plain)),
  ];
}

/** One worker, one case after the other or all at once: its growth is then that of all. */
async function work(good: string, how: 'in turn' | 'at once', some: Case[]) {
  const urls = some.map(({ url }) => url);
  const { stdout } = await run(process.execPath, [child, good, how, ...urls], { timeout: 100_000 });
  const results = stdout.trim().split('\n');
  return some.map(({ name }, i) => ({ name, ...(JSON.parse(results[i] ?? '') as Result) }));
}

test('whatever a receiver does, a worker is free again, and has grown by less than 20 MB [H18, E28]', async () => {
  const all = await cases();
  const good = (await receiver()).url;
  const slow = all.filter(({ error }) => error === 'timeout');
  const quick = all.filter(({ error }) => error !== 'timeout');
  const groups = [work(good, 'in turn', quick), work(good, 'at once', slow)];
  const results = (await Promise.all(groups)).flat();
  for (const { name, error } of all) {
    const found = results.find((result) => result.name === name);
    expect([name, found?.error]).toEqual([name, error]);
    expect(found?.grown).toBeLessThan(20 * 1024 * 1024);
  }
}, 120_000);

test('a certificate that nothing vouches for is `tls` [E62]', async () => {
  const server = createTlsServer({ key, cert: certificate }, (_, response) => response.end('never'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `https://127.0.0.1:${(server.address() as { port: number }).port}/`;
  try {
    const [result] = await work((await receiver()).url, 'in turn', [{ name: 'its own', url, error: 'tls' }]);
    expect(result?.error).toBe('tls');
  } finally {
    await new Promise((done) => server.close(done));
  }
}, 60_000);
