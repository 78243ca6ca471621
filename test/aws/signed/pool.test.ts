import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createPool } from '../../../shared/aws/signed/pool.ts';
import { selfSigned } from '../../../shared/smtp/self-signed.ts';
import { until } from '../../support/until.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What a server does with a request of a connection; `count` is its number in that connection, from 1. */
type Act = (socket: Socket, count: number, request: string) => void;

const whole =
  /^POST \/ HTTP\/1\.1\r\n(?:[\w-]+: .*\r\n)*content-length: (\d+)\r\nconnection: keep-alive\r\n\r\n/;

/** A server that acts on each request, once it came whole. */
function serve(server: Server, act: Act) {
  const sockets: Socket[] = [];
  const requests: string[] = [];
  const accept = (socket: Socket) => {
    sockets.push(socket);
    let octets = '';
    let count = 0;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      octets += chunk.toString('latin1');
      for (let found = whole.exec(octets); found !== null; found = whole.exec(octets)) {
        const length = found[0].length + Number(found[1]);
        if (octets.length < length) break;
        const request = octets.slice(0, length);
        octets = octets.slice(length);
        requests.push(request);
        act(socket, ++count, request);
      }
    });
  };
  return { sockets, requests, accept, server };
}

type Options = { connect_ms?: number; answer_ms?: number; now?: () => number };

/** A pool before a server of this machine, and what the server saw. */
async function world(act: Act, { connect_ms = 5_000, answer_ms = 30_000, now = () => 0 }: Options = {}) {
  const server = createServer();
  const { sockets, requests, accept } = serve(server, act);
  server.on('connection', accept).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = createPool(new URL(`http://127.0.0.1:${port}`), { connect_ms, answer_ms }, now);
  closing.push(pool.close, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const post = async (body = 'x') => {
    const answer = await pool.post([['host', 'x']], body);
    return answer.body.toString();
  };
  return { post, sockets, requests, pool };
}

const says = (body: string, more = '') =>
  `HTTP/1.1 200 OK\r\n${more}content-length: ${body.length}\r\n\r\n${body}`;
const echoes: Act = (socket, count, request) => {
  socket.write(says(`${count} ${request.slice(request.indexOf('\r\n\r\n') + 4)}`), 'latin1');
};

const codeOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => 'answered',
    (error) => error.code ?? error.name,
  );

test('a request has its headers and its octets; the next has the same connection', async () => {
  const { post, sockets, requests, pool } = await world(echoes);
  expect(await post('ä')).toBe('1 ä');
  expect(
    (
      await pool.post(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        '',
      )
    ).status,
  ).toBe(200);
  expect(requests[1]).toBe(
    'POST / HTTP/1.1\r\na: b\r\nc: d\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n',
  );
  expect(sockets).toHaveLength(1);
});

test('a header with a line end is not sent', async () => {
  const { pool, requests } = await world(echoes);
  await expect(pool.post([['a', 'b\r\nc: d']], '')).rejects.toThrow('the header a cannot be sent');
  expect(requests).toEqual([]);
});

test('a connection has one request at a time, and there are 50 at most; others wait for the first that is free', async () => {
  const held: (() => void)[] = [];
  const { post, sockets, requests } = await world((...all) => void held.push(() => echoes(...all)));
  const calls = Array.from({ length: 120 }, (_, i) => post(`${i}`));
  await until(async () => requests.length === 50);
  expect(sockets).toHaveLength(50);
  for (let n = 0; n < 120; n++) (await until(async () => held.shift()))();
  const answers = await Promise.all(calls);
  expect(answers.map((answer) => answer.split(' ')[1])).toEqual(calls.map((_, i) => `${i}`));
  expect(sockets).toHaveLength(50);
});

test.each<[string, Act]>([
  ['says that it is the last one', (socket) => socket.write(says('x', 'connection: close\r\n'))],
  ['says more than its length', (socket) => socket.write(`${says('x')}HTTP/1.1 200 OK\r\n`)],
  ['ends with the connection', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nx')],
  ['is followed by the end of the connection', (socket) => socket.end(says('x'))],
])('an answer that %s is taken, and its connection is not used again', async (_, act) => {
  const { post, sockets } = await world(act);
  expect(await post()).toBe('x');
  await until(async () => sockets[0]?.closed);
  expect(await post()).toBe('x');
  expect(sockets).toHaveLength(2);
});

test.each<[string, Act]>([
  ['is reset at once', (socket) => socket.resetAndDestroy()],
  ['ends without an answer', (socket) => socket.end()],
  ['ends amid the head', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
  ['ends amid the body', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab')],
  [
    'ends amid the chunks',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n'),
  ],
])('a request whose connection %s fails once, and is not sent again', async (_, act) => {
  const { post, requests, sockets } = await world((socket, count, request) =>
    (requests.length === 1 ? act : echoes)(socket, count, request),
  );
  expect(await codeOf(post())).toBe('ECONNRESET');
  expect(requests).toHaveLength(1);
  expect(await post('y')).toBe('1 y');
  expect(sockets).toHaveLength(2);
});

test('a kept connection that ends with the next request fails it, as it may have been taken', async () => {
  const { post, requests } = await world((socket, count, request) =>
    count === 1 ? echoes(socket, count, request) : socket.resetAndDestroy(),
  );
  await post();
  expect(await codeOf(post())).toBe('ECONNRESET');
  expect(requests).toHaveLength(2);
});

test('a kept connection that the server ends, or on which it talks, is not used again', async () => {
  const { post, sockets } = await world(echoes);
  await post();
  sockets[0]?.end();
  await until(async () => sockets[0]?.closed);
  expect(await post('a')).toBe('1 a');
  sockets[1]?.write('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n');
  await until(async () => sockets[1]?.closed);
  expect(await post('b')).toBe('1 b');
});

test('a connection is not used when the server may be about to end it', async () => {
  let time = 0;
  const act: Act = (socket, count) => socket.write(says(String(count), 'keep-alive: timeout=5, max=9\r\n'));
  const { post, sockets } = await world(act, { now: () => time });
  expect(await post()).toBe('1');
  time = 3_999;
  expect(await post()).toBe('2');
  time += 4_000;
  expect(await post()).toBe('1');
  expect(sockets).toHaveLength(2);
});

test('an answer to a request that is still being written is taken, and the connection ends', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    // Nothing is read, so that the request does not fit into the buffers between.
    socket.pause();
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\n{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = createPool(
    new URL(`http://127.0.0.1:${port}`),
    { connect_ms: 5_000, answer_ms: 30_000 },
    () => 0,
  );
  closing.push(pool.close, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  for (let i = 0; i < 2; i++) {
    const answer = await pool.post([['host', 'x']], 'x'.repeat(32 * 1024 * 1024));
    expect(answer.status).toBe(413);
  }
  expect(sockets).toHaveLength(2);
});

test('what is no HTTP is a broken answer, and its connection ends', async () => {
  const { post, sockets } = await world((socket) => socket.write('220 smtp.example.com ESMTP\r\n\r\n'));
  expect(await codeOf(post())).toBe('BrokenAnswer');
  await until(async () => sockets[0]?.closed);
});

test('an answer that stops for too long ends its request, also one that waits for a connection', async () => {
  const { post, sockets } = await world(
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab'),
    {
      answer_ms: 50,
    },
  );
  const calls = Array.from({ length: 52 }, () => post());
  expect(await Promise.all(calls.map(codeOf))).toEqual(Array(52).fill('TimeoutError'));
  await until(async () => sockets.every(({ closed }) => closed));
});

test('the end of the pool fails what is under way and what waits', async () => {
  const { post, requests, pool } = await world(() => {});
  const calls = Array.from({ length: 60 }, () => codeOf(post()));
  await until(async () => requests.length === 50);
  pool.close();
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['ECONNRESET']));
});

/** A server with TLS that ends each connection with its answer, or without one where `refuses` says so; and pools before it. */
async function tlsWorld(refuses: (isResumed: boolean) => boolean = () => false) {
  const { certificate, private_key } = selfSigned(['localhost'], Date.now());
  const resumed: boolean[] = [];
  const server = createTlsServer({ cert: certificate, key: private_key });
  const { accept } = serve(server, (socket) => socket.write(says('x', 'connection: close\r\n')));
  server.on('secureConnection', (socket) => {
    resumed.push(socket.isSessionReused());
    if (refuses(socket.isSessionReused())) socket.destroy();
    else accept(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
  const time_outs = { connect_ms: 5_000, answer_ms: 30_000 };
  const poolOf = (ca?: string) => {
    const pool = createPool(url, time_outs, () => 0, ca);
    closing.push(pool.close);
    return async () => (await pool.post([['host', 'x']], 'x')).body.toString();
  };
  return { post: poolOf(certificate), postByStranger: poolOf(), resumed };
}

test('over TLS: the server is verified, and the next connection resumes the session', async () => {
  const { post, postByStranger, resumed } = await tlsWorld();
  expect(await codeOf(postByStranger())).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect([await post(), await post()]).toEqual(['x', 'x']);
  expect(resumed).toEqual([false, true]);
});

test('over TLS: a session that the server does not resume is not offered again', async () => {
  const { post, resumed } = await tlsWorld((isResumed) => isResumed);
  expect([await post(), await codeOf(post()), await post()]).toEqual(['x', 'ECONNRESET', 'x']);
  expect(resumed).toEqual([false, true, false]);
});
