import * as z from 'zod';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import { systemCaller } from '../../shared/domain/context.ts';
import { buildApp } from '../../shared/http/app.ts';
import { openRoute, type Route } from '../../shared/http/route.ts';
import type { Strategy } from '../../shared/http/steps/authenticate.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { collectLog } from '../support/log.ts';

const ctx = testContext();

const open = {
  method: 'GET',
  summary: 'A test',
  status: 200,
  response: z.unknown(),
} as const;

describe('what a route may answer', () => {
  const pixel = new Uint8Array([0x47, 0x49, 0x46, 0x00, 0xff]);
  const routes: Route[] = [
    openRoute({
      ...open,
      path: '/json',
      run: async () => ({ body: { a: 1 }, headers: { 'x-a': 'b' }, status: 201 }),
    }),
    openRoute({
      ...open,
      path: '/page',
      produces: 'text/html; charset=utf-8',
      run: async () => ({ body: '<p>λ</p>' }),
    }),
    openRoute({ ...open, path: '/pixel', produces: 'image/gif', run: async () => ({ body: pixel }) }),
    openRoute({ ...open, path: '/there', run: async () => ({ redirect: 'https://x.example/y' }) }),
    openRoute({ ...open, path: '/after', run: async () => ({ redirect: '/z', status: 303 as const }) }),
  ];
  const app = buildApp(ctx, routes, { mount: '/t' });

  test.each([
    ['/json', 201, 'application/json; charset=utf-8', '{"a":1}'],
    ['/page', 200, 'text/html; charset=utf-8', '<p>λ</p>'],
    ['/pixel', 200, 'image/gif', Buffer.from(pixel).toString()],
    ['/there', 302, null, ''],
    ['/after', 303, null, ''],
  ])('%s', async (path, status, type, text) => {
    const response = await app.request(`http://x/t${path}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.text()).toBe(text);
  });

  test('where it redirects to, and headers of its own', async () => {
    expect((await app.request('http://x/t/there')).headers.get('location')).toBe('https://x.example/y');
    expect((await app.request('http://x/t/json')).headers.get('x-a')).toBe('b');
  });
});

test('routes are below the mount, and nowhere else', async () => {
  const app = buildApp(ctx, publicRoutes, { mount: '/inner/v2' });
  const statuses = ['/inner/v2/health', '/api/health', '/health'].map(
    async (path) => (await app.request(`http://x${path}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
});

test.each([
  '/emails/',
  '//emails',
  '/emails//x',
  '/emails/x/',
  '/emails/x/events/',
  '/Emails',
  '/emailsx',
  '',
])('%j is no path: 404 [C12]', async (path) => {
  const response = await buildApp(ctx, emailRoutes).request(`http://x/api${path}`);
  expect(response.status).toBe(404);
});

test('a path that is spelled out hides one with a parameter: its other methods are 405 [C12]', async () => {
  const app = buildApp(ctx, emailRoutes);
  const response = await app.request('http://x/api/emails/batch');
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});

test('HEAD is GET without its body (RFC 9110 9.3.2)', async () => {
  const { log, lines } = collectLog();
  const app = buildApp({ ...ctx, log }, publicRoutes);
  const response = await app.request('http://x/api/health', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(lines).toEqual([expect.stringContaining('"method":"HEAD"')]);
});

test('another way to show who asks is one more strategy: tried first, and the API key after it', async () => {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const cookie: Strategy = async (_ctx, { request, request_id }) =>
    request.headers.get('cookie') === 'session=ada' ? systemCaller(account, request_id) : null;
  const { apiKey } = await import('../../shared/http/steps/authenticate.ts');
  const app = buildApp(ctx, emailRoutes, { strategies: [cookie, apiKey] });
  const list = async (headers: Record<string, string>) =>
    (await app.request('http://x/api/emails', { headers })).status;
  expect(await list({ cookie: 'session=ada' })).toBe(200);
  expect(await list({ authorization: `Bearer ${api_key}` })).toBe(200);
  expect(await list({ cookie: 'session=eve' })).toBe(401);
});
