import { eventRoutes } from '../../functions/automations/event-routes.ts';
import { automationRoutes } from '../../functions/automations/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Role } from '../../shared/core/records/members.ts';
import { buildApp } from '../../shared/http/app.ts';
import { apiKey } from '../../shared/http/steps/authenticate.ts';
import { session } from '../../shared/http/steps/session.ts';
import { freshAccount, testClock, testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { body as definition, delay } from '../support/definitions.ts';
import { collectLog } from '../support/log.ts';

const { log, lines } = collectLog();
const ctx = testContext({ log });
const origin = ctx.settings.dashboard_url;

/** The handlers of both groups as they are deployed; the paths that count are theirs. */
const strategies = [apiKey, session(ctx, ['/webhooks', '/events'])];
const app = buildApp(ctx, [...emailRoutes, ...automationRoutes, ...webhookRoutes, ...eventRoutes], {
  strategies,
});

async function world(role: Role = 'owner') {
  const { account, api_key } = await freshAccount(ctx);
  const browser = await signIn(ctx, account, role);
  const cookie = `__Host-mailwright=${browser.cookie()}`;
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const answer = await app.request(`${origin}/api${path}`, {
      method,
      headers: { cookie, ...(method !== 'GET' && { origin }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
      headers: answer.headers,
    };
  };
  return { account, api_key, call, browser };
}

const endpoint = { url: 'https://hooks.example.com/a', events: ['email.sent'] };

test('the cookie counts on webhooks and events with every method, and nowhere else [D13, D17]', async () => {
  const { call } = await world();
  const made = await call('POST', '/webhooks', { body: endpoint });
  expect(made.status).toBe(200);
  const { id } = (made.body as { webhook: { id: string } }).webhook;
  expect((await call('GET', '/webhooks')).status).toBe(200);
  expect((await call('GET', `/webhooks/${id}/deliveries`)).status).toBe(200);
  expect((await call('PATCH', `/webhooks/${id}`, { body: { enabled: false } })).status).toBe(200);
  expect((await call('POST', `/webhooks/${id}`, { body: { action: 'rotate_secret' } })).status).toBe(200);
  expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(200);
  for (const [method, path] of [
    ['GET', '/emails'],
    ['POST', '/emails'],
    ['POST', '/emails/test'],
  ] as const)
    expect([path, (await call(method, path)).status]).toEqual([path, 401]);
});

test('an Authorization header decides alone, whatever the jar holds [D14]', async () => {
  const { call, api_key } = await world();
  expect((await call('GET', '/webhooks', { headers: { authorization: 'Bearer svc_wrong' } })).status).toBe(
    401,
  );
  const keyed = { authorization: `Bearer ${api_key}`, origin: 'https://elsewhere.test' };
  expect((await call('POST', '/webhooks', { body: endpoint, headers: keyed })).status).toBe(200);
  const dry = { name: 'a', dry_run: true, automation_id: 'aut_1' };
  const answer = await call('POST', '/events', { body: dry, headers: keyed });
  expect([answer.status, answer.body.error]).toMatchObject([
    400,
    {
      details: {
        issues: [
          { path: 'dry_run', rule: 'blocked' },
          { path: 'automation_id', rule: 'blocked' },
        ],
      },
    },
  ]);
});

/** Every call below these two that changes something. */
const changing = [...webhookRoutes, ...eventRoutes].filter(
  ({ method, path }) => method !== 'GET' && /^\/(webhooks|events)/.test(path),
);

test.each<[string, Record<string, string>]>([
  ['missing', { origin: '' }],
  ['null', { origin: 'null' }],
  ['of another site', { origin: 'https://evil.test' }],
  ['of another port', { origin: `${origin}0` }],
  ['of a longer host', { origin: `${origin}.evil.test` }],
  ['of another scheme', { origin: origin.replace('http:', 'https:') }],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['same-site', { 'sec-fetch-site': 'same-site' }],
])('a call that changes something and is %s is 403 and changes nothing [D15]', async (_name, headers) => {
  const { call } = await world();
  const made = await call('POST', '/webhooks', { body: endpoint });
  const { id } = (made.body as { webhook: { id: string } }).webhook;
  const state = async () => (await call('GET', '/webhooks')).body;
  const before = await state();
  expect(changing.length).toBeGreaterThan(4);
  for (const { method, path } of changing) {
    const refused = await call(method, path.replace('{id}', id).replace(/\{\w+\}/, 'x'), {
      body: endpoint,
      headers,
    });
    expect([method, path, refused.status, refused.body.error]).toMatchObject([
      ...[method, path, 403],
      { code: 'forbidden', details: { reason: 'origin' } },
    ]);
  }
  expect(await state()).toEqual(before);
});

test('answers to a session allow any origin, and no credentials [D16]', async () => {
  const { call } = await world();
  const { headers } = await call('GET', '/webhooks');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('a role without the scope is 403 with what is needed; the log names the member, no address [D17, D19]', async () => {
  const { call, account } = await world('support');
  expect((await call('GET', '/webhooks')).status).toBe(200);
  lines.length = 0;
  const refused = await call('POST', '/webhooks', { body: endpoint });
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { code: 'insufficient_scope', details: { required: ['webhooks:write'] } },
  ]);
  const members = await ctx.members.list(account.id);
  const support = members.find(({ role }) => role === 'support');
  expect(lines.join('\n')).toContain(`"member":"${support?.id}"`);
  expect(lines.join('\n')).not.toContain('@');
});

test('a cookie that is unknown, ended or pending is 401, before its origin is looked at [D11, D15]', async () => {
  const { call, browser } = await world();
  const unknown = { cookie: `__Host-mailwright=${'a'.repeat(43)}`, origin: 'null' };
  expect((await call('POST', '/webhooks', { body: endpoint, headers: unknown })).status).toBe(401);
  expect((await browser.post('/sign-out')).status).toBe(303);
  const fresh = testContext({ log });
  const again = buildApp(fresh, webhookRoutes, { strategies: [session(fresh, ['/webhooks'])] });
  const cookie = `__Host-mailwright=${browser.cookie() ?? 'b'.repeat(43)}`;
  expect((await again.request(`${origin}/api/webhooks`, { headers: { cookie } })).status).toBe(401);
});

test('a session that was ended elsewhere is refused within 30 s [D11]', async () => {
  const clock = testClock();
  clock.hold();
  const [here, there] = [testContext({ runtime: clock.runtime }), testContext({ runtime: clock.runtime })];
  const { account } = await freshAccount(here);
  const browser = await signIn(here, account);
  const headers = { cookie: `__Host-mailwright=${browser.cookie()}` };
  const other = buildApp(there, webhookRoutes, { strategies: [session(there, ['/webhooks'])] });
  const status = async () => (await other.request(`${origin}/api/webhooks`, { headers })).status;
  expect(await status()).toBe(200);
  await browser.post('/sign-out');
  clock.advance(30_000);
  expect(await status()).toBe(401);
});

test('a session runs a draft dry; nothing is stored, and events are posted as from the dashboard [D18, U63]', async () => {
  const { call, api_key } = await world();
  const created = await call('POST', '/automations', {
    body: definition({}, delay),
    headers: { authorization: `Bearer ${api_key}` },
  });
  const { id: automation } = (created.body as { automation: { id: string } }).automation;
  const dry = { name: 'signed_up', email: 'ada@acme.test', dry_run: true, automation_id: automation };
  const answer = await call('POST', '/events', { body: dry });
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      event: { id: null, source: 'dashboard' },
      run: { id: null, event_id: null, automation_id: automation },
    },
  ]);
  const posted = await call('POST', '/events', { body: { name: 'signed_up' } });
  expect([posted.status, posted.body]).toMatchObject([202, { event: { source: 'dashboard' } }]);
});

test.each([
  ['no automation', { dry_run: true }, [400, 'automation_id', 'required']],
  ['an automation alone', { automation_id: 'aut_1' }, [400, 'automation_id', 'conflict']],
  ['dry_run that is text', { dry_run: 'yes' }, [400, 'dry_run', 'type']],
  ['an id that is a number', { dry_run: true, automation_id: 7 }, [400, 'automation_id', 'type']],
  ['an unknown automation', { dry_run: true, automation_id: 'aut_x' }, [404]],
])('a dry run with %s is refused [D18]', async (_name, fields, [status, path, rule]) => {
  const { call } = await world();
  const answer = await call('POST', '/events', { body: { name: 'a', ...fields } });
  expect(answer.status).toBe(status);
  if (path) expect(answer.body.error).toMatchObject({ details: { issues: [{ path, rule }] } });
});
