import '../support/through-the-edge.ts';
import '../api/emails.errors.test.ts';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';
import { requestDeployed } from '../support/deployed.ts';
import { readStack } from '../support/environment.ts';
import { bodyOf, fill, keyed, routes, title } from '../support/routes.ts';

// Runs the suite above unchanged, with each request through API Gateway and the Lambda adapter. `npm run check --
// whole` has more.
const more = ['access', 'batch.errors', 'suppressions.errors', 'templates.errors'];
if (process.env.WHOLE) for (const suite of more) require(`../api/${suite}.test.ts`);

const ctx = testContext();

async function setUp() {
  const { api_key, domain } = await freshAccount(ctx);
  const authorization = `Bearer ${api_key}`;
  const email = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Hello', text: 'Hi' };
  const call = async (method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: string) => {
    const all = { authorization, ...(body && { 'content-type': 'application/json' }), ...headers };
    const response = await requestDeployed(method, path, { headers: all, ...(body && { body }) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  };
  const send = (headers: OutgoingHttpHeaders = {}) => call('POST', '/emails', headers, JSON.stringify(email));
  const count = async () => (await call('GET', '/emails')).body.emails.length;
  return { call, send, count };
}

test('the suites of this file go through the gateway', async () => {
  const { call } = await setUp();
  expect((await call('GET', '/emails')).headers.get('apigw-requestid')).toEqual(expect.any(String));
});

test('every endpoint is served by its function, which names the scope that a key lacks', async () => {
  const { account } = await freshAccount(ctx, { domain: false });
  const [reading, sending] = [
    await keyWith(ctx, account.id, ['account:read']),
    await keyWith(ctx, account.id, ['events:write']),
  ];
  for (const route of keyed) {
    const call = inProcess(ctx, routes, route.scope?.includes('account:read') ? sending : reading);
    const { status, body } = await call(route.method, fill(route.path, 'x'), bodyOf(route));
    const required = expect.arrayContaining([...(route.scope ?? [])]);
    expect([title(route), status, body.error?.details]).toEqual([
      title(route),
      403,
      { required, granted: expect.any(Array) },
    ]);
  }
  const { status, headers } = await inProcess(ctx, routes, null)('GET', '/emails');
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each([
  ['empty', ''],
  ['blank', '  '],
  ['of Latin letters', 'cl\u00e9'],
  ['of UTF-8', Buffer.from('鍵').toString('latin1')],
  ['repeated', ['key', 'key']],
])('an Idempotency-Key that is %s is 400 and sends nothing [Q51]', async (_name, key) => {
  const { send, count } = await setUp();
  const { status, body } = await send({ 'idempotency-key': key });
  expect([status, body.error.details.issues[0].path]).toEqual([400, 'Idempotency-Key']);
  expect(await count()).toBe(0);
});

test('an encoded delimiter is part of an id: 404, and nothing is sent [Q53]', async () => {
  const { call, send, count } = await setUp();
  const { id } = (await send()).body;
  for (const tail of ['%5C', '%3F', '%23', '%20', '%09', '/%2e%2e', '%5Cresend', '%25', '%zz'])
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/resend'],
      ['POST', `/..%2F${id}/resend`],
    ] as const) {
      const { status, headers, body } = await call(method, `/emails/${id}${tail}${end}`);
      expect([tail, status, body.error?.code]).toEqual([tail, 404, 'not_found']);
      expect(headers.get('x-request-id')).toMatch(/^req_/);
    }
  expect(await count()).toBe(1);
});

test('%2F is a slash before a function sees it, as at API Gateway, and gives no other rights [Q53]', async () => {
  const { call, send, count } = await setUp();
  const { id } = (await send()).body;
  const [written, plain] = [
    await call('GET', `/emails/${id}%2Fevents`),
    await call('GET', `/emails/${id}/events`),
  ];
  expect([written.status, written.body]).toEqual([plain.status, plain.body]);
  expect((await call('POST', '/emails/x%2Fresend')).body.error?.code).toBe('not_found');
  const key = await keyWith(ctx, (await freshAccount(ctx)).account.id, ['emails:read']);
  const narrow = await call('POST', `/emails/${id}%2Fresend`, { authorization: `Bearer ${key}` });
  expect([narrow.status, narrow.body.error?.code]).toEqual([403, 'insufficient_scope']);
  expect(await count()).toBe(1);
});

test.each([
  ['Trace', '/emails', 405, 'method_not_allowed'],
  ['TRACE', '/emails', 405, 'method_not_allowed'],
  ['CONNECT', '/emails', 405, 'method_not_allowed'],
  ['get', '/emails', 405, 'method_not_allowed'],
  ['PURGE', '/emails', 405, 'method_not_allowed'],
  ['X-1', '/emails', 405, 'method_not_allowed'],
  ['Trace', '/none', 404, 'not_found'],
])('%s %s is %i with the error object [Q53]', async (method, path, status, code) => {
  const { hostname, port, pathname } = new URL(readStack().base_url);
  const socket = connect(Number(port), hostname);
  const trailer = 'Trailer: x-a\r\nConnection: close';
  socket.write(`${method} ${pathname}${path} HTTP/1.1\r\nHost: ${hostname}\r\n${trailer}\r\n\r\n`);
  const [head = '', body = ''] = Buffer.concat(await socket.toArray())
    .toString()
    .split('\r\n\r\n');
  expect([head.split(' ')[1], JSON.parse(body).error.code]).toEqual([String(status), code]);
  expect(head).toMatch(/\r\nx-request-id: req_/i);
});

test('the body of GET and HEAD is ignored [Q53]', async () => {
  const { call, send } = await setUp();
  const { id } = (await send()).body;
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await call(method, `/emails/${id}`, {}, '{"a":1}');
    expect([status, headers.get('x-request-id')]).toEqual([200, expect.stringMatching(/^req_/)]);
  }
});
