import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { toRequest, toResult } from '../../shared/http/api-gateway.ts';
import { pathOfUrl } from '../../shared/http/paths.ts';
import { awsEvent, localEvent } from './events.ts';

const pathOf = (rawPath: string) => toRequest(awsEvent({ rawPath })).path;

describe.each([
  ['AWS', awsEvent],
  ['the local cloud', localEvent],
])('an event of %s', (_name, event) => {
  test('becomes the request that the client wrote', async () => {
    const { request, path } = toRequest(
      event({
        method: 'POST',
        rawPath: '/api/emails',
        rawQueryString: 'a=1&a=2&plus=a+b&encoded=a%2Bb&empty=',
        cookies: ['session=abc', 'theme=dark'],
        headers: { 'content-type': 'application/json', 'x-two': 'first,second' },
        body: '{"text":"lambda-λ"}',
      }),
    );
    expect([request.method, path]).toEqual(['POST', '/api/emails']);
    expect([...new URL(request.url).searchParams]).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['plus', 'a b'],
      ['encoded', 'a+b'],
      ['empty', ''],
    ]);
    expect(Object.fromEntries(request.headers)).toEqual({
      'content-type': 'application/json',
      cookie: 'session=abc; theme=dark',
      'x-two': 'first,second',
    });
    expect(await request.json()).toEqual({ text: 'lambda-λ' });
  });

  test('GET and HEAD lose their body [Q53]', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { request } = toRequest(event({ method, body: '{}' }));
      expect([request.method, request.body]).toEqual([method, null]);
    }
  });
});

test.each([
  ['empty', '', ''],
  ['blank', '   ', ''],
  ['latin', 'clé', Buffer.from('clé').toString('latin1')],
  ['beyond latin', '鍵', Buffer.from('鍵').toString('latin1')],
  ['repeated', 'a,a', 'a,a'],
  ['with controls', 'a\r\n\0b', 'a   b'],
])('a header that is %s arrives [Q51]', (_name, value, expected) => {
  const { request } = toRequest(awsEvent({ headers: { 'idempotency-key': value } }));
  expect(request.headers.get('idempotency-key')).toBe(expected);
});

test.each([
  ['/api/emails/msg_1\\resend', '/api/emails/msg_1%5Cresend'],
  ['/api/emails/msg_1?x', '/api/emails/msg_1%3Fx'],
  ['/api/emails/msg_1#x', '/api/emails/msg_1%23x'],
  ['/api/emails/msg 1\t', '/api/emails/msg%201%09'],
  ['/api/emails/../templates', '/api/emails/../templates'],
  ['/api/emails/./x', '/api/emails/./x'],
  ['/api/tenants/a:b@c', '/api/tenants/a%3Ab%40c'],
  ['/api/templates/λ', '/api/templates/%CE%BB'],
  ['/api/emails/100%25', '/api/emails/100%25'],
  ['/api/emails/100%', '/api/emails/100%25'],
  // The client wrote %252F: one decoding is %2F, never a slash.
  ['/api/emails/a%252Fb', '/api/emails/a%252Fb'],
  ['/api//emails/', '/api//emails/'],
  ['/api/emails/\ud800', '/api/emails/%EF%BF%BD'],
])('the decoded path %s is split once and stays what it says [C2, Q53]', (rawPath, expected) => {
  expect(pathOf(rawPath)).toBe(expected);
});

test.each([
  ['http://x/api/tenants/a%3Ab%40c', '/api/tenants/a%3Ab%40c'],
  ['http://x/api/tenants/a:b@c', '/api/tenants/a%3Ab%40c'],
  ['http://x/api/emails/a%2Fb%5Cc%3Fd%23e', '/api/emails/a%2Fb%5Cc%3Fd%23e'],
  ['http://x/api/emails/a%252Fb', '/api/emails/a%252Fb'],
  ['http://x/api/emails/100%', '/api/emails/100%25'],
  ['http://x/api/emails/%ff', '/api/emails/%25ff'],
])('the path of %s [C2]', (url, expected) => {
  expect(pathOfUrl(url)).toBe(expected);
});

test.each(['TRACE', 'CONNECT', 'TRACK'])(
  'a method that Request refuses is one that no route has: %s',
  (method) => {
    expect(toRequest(awsEvent({ method })).request.method).toBe('UNKNOWN');
  },
);

test('a header whose name is no token is left out', () => {
  const { request } = toRequest(
    awsEvent({ headers: { 'a b': '1', é: '1', '': '1', "!#$%&'*+.^_`|~-": '1' } }),
  );
  expect([...request.headers]).toEqual([["!#$%&'*+.^_`|~-", '1']]);
});

test('a body in base64 arrives byte for byte', async () => {
  const bytes = Buffer.from([0, 0xff, 0x7b, 0x80]);
  const { request } = toRequest(
    awsEvent({ method: 'PUT', body: bytes.toString('base64'), isBase64Encoded: true }),
  );
  expect(Buffer.from(await request.arrayBuffer())).toEqual(bytes);
});

test('an answer of text, of bytes, of nothing, with cookies', async () => {
  const text = await toResult(
    new Response('λ\uFEFF', { status: 201, headers: { 'content-type': 'text/html', 'x-a': 'b' } }),
  );
  expect(text).toEqual({
    statusCode: 201,
    headers: { 'content-type': 'text/html', 'x-a': 'b' },
    body: 'λ\uFEFF',
    isBase64Encoded: false,
  });
  const gif = Buffer.from('47494638396101000100800000ffffff00000021f9', 'hex');
  const bytes = await toResult(new Response(gif, { headers: { 'content-type': 'image/gif' } }));
  expect({ isBase64Encoded: bytes.isBase64Encoded, body: Buffer.from(bytes.body, 'base64') }).toEqual({
    isBase64Encoded: true,
    body: gif,
  });
  const empty = await toResult(new Response(null, { status: 302, headers: { location: '/x' } }));
  expect(empty).toEqual({ statusCode: 302, headers: { location: '/x' }, body: '', isBase64Encoded: false });
  const headers = new Headers();
  headers.append('set-cookie', 'a=1, b; Path=/');
  headers.append('set-cookie', 'c=2');
  const cookies = await toResult(new Response('', { headers }));
  expect([cookies.cookies, cookies.headers]).toEqual([
    ['a=1, b; Path=/', 'c=2'],
    { 'content-type': 'text/plain;charset=UTF-8' },
  ]);
});

/** Both parts of an email at their limit of 2 MB, filled with characters that JSON writes longer, or that do not compress. */
const hostileContents: [string, (bytes: number) => string][] = [
  ['quotes and backslashes', (bytes) => '"\\'.repeat(bytes / 2)],
  ['control characters', (bytes) => '\u0001'.repeat(bytes)],
  [
    'quotes among letters by chance',
    (bytes) => randomText(bytes, '"\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789'),
  ],
  ['characters of four bytes', (bytes) => '\u{1f4e7}'.repeat(bytes / 4)],
];

/** Comes again only after more than gzip looks back. */
function randomText(bytes: number, alphabet: string): string {
  const chosen = randomBytes(Math.min(bytes, 65_536));
  const text = Array.from(chosen, (byte) => alphabet[byte % alphabet.length]).join('');
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}

test.each(hostileContents)(
  'the largest content of %s is answered within the 6 MB of Lambda',
  async (_, fill) => {
    for (const bytes of [1_200_000, 2_097_152]) {
      const content = JSON.stringify({ email: { html: fill(bytes), text: fill(bytes) } });
      const result = await toResult(
        new Response(content, { headers: { 'content-type': 'application/json' } }),
      );
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(6 * 1024 * 1024);
      const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
      const read = result.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      expect(read.toString() === content).toBe(true);
    }
  },
);

test('an answer of usual size travels as the text that it is', async () => {
  const { body, isBase64Encoded, headers } = await toResult(new Response('{"a":"\\""}'));
  expect({ body, isBase64Encoded, encoding: headers['content-encoding'] }).toEqual({
    body: '{"a":"\\""}',
    isBase64Encoded: false,
    encoding: undefined,
  });
});
