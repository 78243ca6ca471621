import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { functionOf, httpSlots } from '../../localstack/concurrency.ts';
import { startEdge } from '../../localstack/edge.ts';
import { freePorts } from '../../localstack/net.ts';
import { createSlots } from '../../shared/core/slots.ts';
import { until } from '../support/until.ts';

/** Concurrent copies per function. */
const copies = 3;

/** Plays the emulator's gateway. Holds every request until the test releases it. */
async function startGateway() {
  const open: (() => void)[] = [];
  const seen: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks = await incoming.toArray();
    seen.push(incoming.url?.split('$default')[1] ?? '');
    await new Promise<void>((go) => open.push(go));
    // In two pieces, like the emulator's responses.
    outgoing.flushHeaders();
    const times = Number(incoming.url?.split('times=')[1] ?? 1);
    setImmediate(() => outgoing.end(Buffer.concat(Array(times).fill(Buffer.concat(chunks)))));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    running: () => open.length,
    letGo: (count: number) => {
      for (const go of open.splice(0, count)) go();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
let edge: Awaited<ReturnType<typeof startEdge>>;
beforeEach(async () => {
  gateway = await startGateway();
  const [port = 0] = await freePorts(1);
  edge = await startEdge(port);
  const invoke = async () => ({ status: 200, headers: {}, body: Buffer.from('invoked') });
  edge.route({ endpoint: gateway.endpoint, apiId: 'api', slots: httpSlots(copies), invoke });
});
afterEach(async () => {
  await edge.close();
  gateway.close();
});

/** The response to these bytes. Node's own client refuses some headers. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(Number(new URL(edge.origin).port), '127.0.0.1');
  socket.write(text);
  return Buffer.concat(await socket.toArray()).toString();
}

const running = (count: number) =>
  until(async () => gateway.running() === count, { what: `${count} requests` });
const post = (path: string, body: string) => fetch(`${edge.origin}${path}`, { method: 'POST', body });

test('of 40 requests for one function a few are under way at a time, and all are answered, in order', async () => {
  const answers = Array.from({ length: 40 }, (_, i) => post(`/api/emails?n=${i}`, String(i)));
  for (let left = 40; left > 0; left -= copies) {
    await running(Math.min(left, copies));
    gateway.letGo(copies);
  }
  const bodies = await Promise.all(answers.map(async (answer) => (await answer).text()));
  expect(bodies).toEqual(bodies.map((_, i) => String(i)));
  expect(gateway.seen).toHaveLength(40);
});

test('where the emulator has no gateway, each request goes to its function [P49]', async () => {
  const invoke = async () => ({
    status: 201,
    headers: { 'set-cookie': ['a=1', 'b=2'] },
    body: Buffer.from('direct'),
  });
  edge.route({ endpoint: gateway.endpoint, apiId: 'api', slots: httpSlots(copies), direct: true, invoke });
  const answer = await post('/api/emails', '{}');
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([
    201,
    'direct',
    ['a=1', 'b=2'],
  ]);
  expect(gateway.seen).toEqual([]);
});

test('functions wait for themselves only', async () => {
  const emails = Array.from({ length: copies + 1 }, () => post('/api/emails', ''));
  await running(copies);
  const other = post('/api/templates', '');
  await running(copies + 1);
  gateway.letGo(copies + 1);
  await other;
  await running(1);
  gateway.letGo(1);
  await Promise.all(emails);
});

test('a client that sends slowly takes no slot until it has sent all', async () => {
  const slow = Array.from({ length: copies }, () => {
    const upload = request(`${edge.origin}/api/emails`, { method: 'POST' });
    upload.on('error', () => {});
    upload.write('half of it');
    return upload;
  });
  const quick = post('/api/emails', 'all of it');
  await running(1);
  gateway.letGo(1);
  expect(await (await quick).text()).toBe('all of it');
  for (const upload of slow) upload.destroy();
});

test('a function goes on when its client has gone, and keeps its slot until it ends', async () => {
  const gone = Array.from({ length: copies }, () => {
    const client = new AbortController();
    const { signal } = client;
    const answer = fetch(`${edge.origin}/api/emails`, { method: 'POST', body: 'gone', signal });
    return { client, answer: answer.catch(() => 'gone') };
  });
  await running(copies);
  for (const { client } of gone) client.abort();
  await Promise.all(gone.map(({ answer }) => answer));
  // By the time this one arrives, the edge has seen the others close.
  const other = post('/api/templates', '');
  await running(copies + 1);
  const next = post('/api/emails', 'next');
  expect(gateway.seen).toHaveLength(copies + 1);
  gateway.letGo(1);
  await until(async () => gateway.seen.length === copies + 2, {
    within_ms: 2_000,
    what: 'the slot is free again',
  });
  gateway.letGo(copies + 1);
  expect(await (await next).text()).toBe('next');
  await other;
});

const sized = (body: string | Uint8Array<ArrayBuffer>, type: string, path = '/api/emails') =>
  fetch(`${edge.origin}${path}`, { method: 'POST', body, headers: { 'content-type': type } });

test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['text', 'a'.repeat(6_291_556), 'application/json'],
  ['quotes, which count twice', '"'.repeat(3_150_000), 'application/json'],
  ['line breaks, which count twice', '\n'.repeat(3_150_000), 'text/plain; charset=utf-8'],
  ['bytes, which travel in base64', new Uint8Array(4_720_000).fill(0xff), 'application/octet-stream'],
])('an event of more than 6,291,556 bytes is 413, and calls nothing: %s [P26]', async (_, body, type) => {
  const answer = await sized(body, type);
  expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  expect(gateway.seen).toEqual([]);
});

test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['text', 'a'.repeat(6_285_000), 'application/json'],
  ['quotes', '"'.repeat(3_140_000), 'application/json'],
  ['bytes', new Uint8Array(4_710_000).fill(0xff), 'application/octet-stream'],
])('what Lambda takes goes through: %s [P26]', async (_, body, type) => {
  const answer = sized(body, type);
  await running(1);
  gateway.letGo(1);
  expect((await (await answer).arrayBuffer()).byteLength).toBe(body.length);
});

test('a header that announces trailers is of the connection: the request goes on without it', async () => {
  const answer = answerTo('GET /api/emails HTTP/1.1\r\nHost: x\r\nTrailer: x-a\r\nConnection: close\r\n\r\n');
  await running(1);
  gateway.letGo(1);
  expect(await answer).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  'Trace /api/emails/x HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n\r\n',
  'get /api/emails/x HTTP/1.0\r\nHost: x\r\n\r\n',
  'X!-1 /api/emails/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}',
  'CONNECT /api/emails/x HTTP/1.1\r\nHost: x\r\n\r\n',
])('a request of a method that Node does not know reaches the API: %j [Q53]', async (text) => {
  const answer = answerTo(text);
  await running(1);
  expect(gateway.seen).toEqual(['/api/emails/x']);
  gateway.letGo(1);
  expect(await answer).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  ['GET /api/e mails HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
  ['G(T / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
  ['\0\0\r\n\r\n', 400, 'Bad Request'],
  [`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'Request Header Fields Too Large'],
])('what is no HTTP is refused in the words of the gateway: %.20j', async (text, status, message) => {
  const [head, body = ''] = (await answerTo(text)).split('\r\n\r\n');
  expect({ status: head?.startsWith(`HTTP/1.1 ${status} `), body: JSON.parse(body) }).toEqual({
    status: true,
    body: { message },
  });
  expect(gateway.seen).toEqual([]);
});

test('an answer of more than 6,291,556 bytes of JSON is a failure of the function [P26]', async () => {
  const answer = sized('"'.repeat(1_600_000), 'application/json', '/api/emails?times=2');
  await running(1);
  gateway.letGo(1);
  expect([(await answer).status, await (await answer).json()]).toEqual([
    500,
    { message: 'Internal Server Error' },
  ]);
});

test.each([
  ['/api/emails', 'emails'],
  ['/api/emails/msg_1', 'emails'],
  ['/api/emails/test', 'webhooks'],
  ['/api/emails/test/x', 'webhooks'],
  ['/api/emailsx', 'public'],
  ['/api', 'public'],
  ['/', 'dashboard'],
  ['/apix', 'dashboard'],
])('%s is served by %s', (path, name) => {
  expect(functionOf(path)).toBe(name);
});

test('work that fails gives its slot back', async () => {
  const slots = createSlots(1);
  await expect(slots(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots(async () => 'works')).toBe('works');
});
