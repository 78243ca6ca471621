import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import type { GatewayEvent } from '../../shared/http/api-gateway.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { awsEvent } from '../http/events.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { indexesCaughtUp } from '../support/lag.ts';

const ctx = testContext();
const handle = httpHandler(ctx, [...emailRoutes, ...publicRoutes]);

async function answerOf(event: GatewayEvent) {
  const { statusCode, headers, body } = await handle(event);
  return { status: statusCode, headers, body: JSON.parse(body) as Record<string, unknown> };
}

async function setUp() {
  const { api_key, domain } = await freshAccount(ctx);
  const authorization = `Bearer ${api_key}`;
  const fields = { from: `shop@${domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  const call = (method: string, rawPath: string, headers: Record<string, string> = {}, body?: string) =>
    answerOf(
      awsEvent({
        method,
        rawPath: `/api${rawPath}`,
        headers: { authorization, ...headers },
        ...(body && { body }),
      }),
    );
  const send = (headers: Record<string, string> = {}) =>
    call('POST', '/emails', headers, JSON.stringify(fields));
  const count = async () => {
    await indexesCaughtUp();
    return ((await call('GET', '/emails')).body.emails as unknown[]).length;
  };
  return { call, send, count };
}

test.each(['', ' ', 'clé', '鍵', 'k,k', 'k, k', 'x'.repeat(256)])(
  'an Idempotency-Key of %j is 400 and sends nothing [Q51]',
  async (key) => {
    const { send, count } = await setUp();
    const { status, body } = await send({ 'idempotency-key': key });
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'validation_error', details: { issues: [{ path: 'Idempotency-Key', rule: 'format' }] } },
    ]);
    expect(await count()).toBe(0);
  },
);

test('an encoded delimiter in a path is part of an id: 404, and nothing is sent [Q53]', async () => {
  const { call, send, count } = await setUp();
  const id = String((await send()).body.id);
  for (const tail of ['\\resend', '?x', '#x', ' ', '\t', '/..', '/../resend', '%2Fresend', '%'])
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/resend'],
    ] as const) {
      const { status, headers, body } = await call(method, `/emails/${id}${tail}${end}`);
      expect([tail, status, body.error]).toMatchObject([tail, 404, { code: 'not_found' }]);
      expect(headers['x-request-id']).toMatch(/^req_/);
    }
  expect(await count()).toBe(1);
});

test.each(['GET', 'HEAD'])('the body of %s is ignored [Q53]', async (method) => {
  const { statusCode, headers } = await handle(awsEvent({ method, body: '{"a":1}' }));
  expect([statusCode, headers['x-request-id']]).toEqual([200, expect.stringMatching(/^req_/)]);
});

test.each([
  'TRACE',
  'Trace',
  'CONNECT',
  'track',
  'PROPFIND',
  'OPTIONS',
  'get',
  'Post',
  'M-SEARCH',
  'A B',
  '',
])('%j is 405 with the error object [C12]', async (method) => {
  const { status, headers, body } = await answerOf(awsEvent({ method }));
  expect([status, body.error, headers.allow]).toMatchObject([
    405,
    { code: 'method_not_allowed' },
    'GET, HEAD',
  ]);
});
