import type { Route } from '../../shared/http/route.ts';
import { type Client, freshAccount, inProcess, newTenant, testContext } from '../support/api.ts';
import { inboundDomain } from '../support/inbound.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { each, keyed, named, routes, title } from '../support/routes.ts';
import { storedImport } from '../support/sendgrid.ts';

const ctx = testContext();

/** Longer than any key of the table may be: in characters, and in bytes alone. */
const long = ['x'.repeat(2_100), '€'.repeat(700)];

type World = { call: Client; domain: string; ids: Record<string, string> };

const steps = [{ type: 'send_email', template: { id: 'tpl' }, from: '', tenant: 'acme' }];
const event = { name: 'signed.up', email: 'b@x.example', user_id: 'u_1', data: { plan: 'pro' } };
const email = (domain: string) => ({
  from: `a@${domain}`,
  to: ['b@success.simulator.example.net'],
  cc: ['c@x.example'],
  bcc: ['d@x.example'],
  reply_to: ['e@x.example'],
  subject: 's',
  text: 't',
  tenant: 'acme',
  category: 'transactional',
  headers: { 'X-A': 'b' },
  tags: { a: 'b' },
  scheduled_at: 'in 1 hour',
});

/** A body with each text field that a route takes; every route that takes a body is here. */
const bodies: Record<string, (world: World) => object> = {
  'POST /emails': ({ domain }) => email(domain),
  'POST /emails/batch': ({ domain }) => ({ emails: [email(domain)] }),
  'PATCH /emails/{id}': () => ({ scheduled_at: 'in 2 hours' }),
  'POST /attachments': () => ({ name: 'a.txt', content_type: 'text/plain', size: 1 }),
  'POST /templates': () => ({ alias: 'new', name: 'n', subject: 's', text: 't', category: 'newsletter' }),
  'PATCH /templates/{template}': () => ({ alias: 'tpl', name: 'n', subject: 's', text: 't' }),
  'POST /templates/{template}': () => ({ action: 'duplicate', alias: 'copy', name: 'n' }),
  'POST /automations': ({ domain }) => automation(domain),
  'PATCH /automations/{id}': ({ domain }) => automation(domain),
  'POST /automations/{id}': () => ({ action: 'duplicate', name: 'copy' }),
  'POST /automations/{id}/runs/{run}': () => ({ action: 'cancel' }),
  'POST /events': () => ({ ...event, automation_id: 'aut_x' }),
  'POST /webhooks': () => ({ url: 'https://x.example/', events: ['*'], tenants: ['acme'], description: 'd' }),
  'PATCH /webhooks/{id}': () => ({ url: 'https://x.example/', tenants: ['acme'], description: 'd' }),
  'POST /webhooks/{id}': () => ({ action: 'replay_failed', since: '2026-01-01T00:00:00Z' }),
  'POST /webhooks/{id}/deliveries/{delivery}': () => ({ action: 'replay' }),
  'POST /emails/test': () => ({ event: 'email.sent', email_id: 'msg_x', tenant: 'acme' }),
  'POST /suppressions': () => ({ email: 'b@x.example', reason: 'manual', tenant: 'acme', note: 'n' }),
  'POST /suppressions/batch': () => ({ action: 'add', emails: ['b@x.example'], tenant: 'acme' }),
  'POST /domains/claims': () => ({ name: 'other.example' }),
  'POST /domains/claims/{id}': () => ({ action: 'verify' }),
  'POST /domains': () => ({ name: 'new.example', tenant: 'acme', region: 'us-east-1' }),
  'PATCH /domains/{id}': () => ({ tenant: 'acme', tls_mode: 'opportunistic' }),
  'POST /domains/{id}': () => ({ action: 'apply', provider: 'cloudflare', credentials: { api_token: 't' } }),
  'POST /inbound-routes': ({ domain }) => ({ match: `a@${domain}`, action: 'deliver', webhook_id: 'wh_x' }),
  'PATCH /inbound-routes/{id}': () => ({ action: 'deliver', webhook_id: 'wh_x' }),
  'POST /blocked-senders': ({ domain }) => ({ sender: 'a@x.example', domain, tenant: 'acme' }),
  'POST /migrations': () => ({
    provider: 'sendgrid',
    api_key: 'SG.x',
    cursor: 'c',
    resources: ['templates'],
  }),
  'POST /api-keys': ({ domain }) => ({ ...key, tenant: 'acme', allowed_domains: [domain] }),
  'PATCH /api-keys/{id}': ({ domain }) => ({ ...key, allowed_domains: [domain] }),
  'POST /smtp-credentials': ({ domain }) => ({
    name: 'n',
    tenant: 'acme',
    allowed_domains: [domain],
    allowed_ips: key.allowed_ips,
    expires_at: key.expires_at,
  }),
  'POST /tenants': ({ domain }) => ({ external_id: 'new', name: 'n', default_from_domain: domain }),
  'PATCH /tenants/{tenant}': () => ({ name: 'n', default_from_domain: 'x.example', reason: 'r' }),
  'POST /tenants/{tenant}/domains': ({ domain }) => ({ domain }),
};

const key = {
  name: 'n',
  scopes: ['full'],
  allowed_ips: ['192.0.2.0/24'],
  expires_at: '2027-01-01T00:00:00Z',
};
const automation = (domain: string) => ({
  name: 'n',
  trigger: { event: 'signed.up' },
  steps: steps.map((step) => ({ ...step, from: `a@${domain}` })),
});

/** One account with an object for each path. */
async function setUp(): Promise<World> {
  const { account, api_key, domain } = await freshAccount(ctx, { requests_per_second: 10_000 });
  const call = inProcess(ctx, routes, api_key);
  const made = async (path: string, body: object, name: string) => {
    const { body: answer, text } = await call('POST', path, { body });
    if (!answer[name]) throw new Error(text);
    return (answer[name] as { id: string }).id;
  };
  const tenant = await newTenant(ctx, account.id, 'acme');
  const receiving = await inboundDomain(ctx, account.id);
  const received = ctx.runtime.id('inb');
  await ctx.received.create(receivedEmail({ account: account.id, id: received }), receivedContent, []);
  const template = { alias: 'tpl', name: 'n', subject: 's', text: 't', publish: true };
  const ids = {
    emails: (await call('POST', '/emails', { body: email(domain) })).body.id as string,
    templates: await made('/templates', template, 'template'),
    automations: await made('/automations', automation(domain), 'automation'),
    webhooks: await made('/webhooks', { url: 'https://x.example/' }, 'webhook'),
    suppressions: await made('/suppressions', { email: 'b@x.example' }, 'suppression'),
    migrations: (await storedImport(ctx, account.id)).id,
    'api-keys': await made('/api-keys', { name: 'n', scopes: ['full'] }, 'api_key'),
    'smtp-credentials': await made('/smtp-credentials', { name: 'n' }, 'smtp_credential'),
    tenants: tenant.external_id,
    domains: domain,
    'received-emails': received,
    'inbound-routes': await made('/inbound-routes', { match: `a@${receiving}` }, 'inbound_route'),
    'blocked-senders': await made('/blocked-senders', { sender: 'spam.example' }, 'blocked_sender'),
    run: ctx.runtime.id('run'),
    delivery: ctx.runtime.id('whd'),
    domain,
  };
  return { call, domain, ids };
}

let world: World;
beforeAll(async () => {
  world = await setUp();
});

/** The path with an object of each kind, but for `instead`. */
function pathOf(route: Route, instead: Record<string, string> = {}): string {
  const [, kind = ''] = route.path.split('/');
  return route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const { ids } = world;
    const own = ids[name] ?? (route.path.startsWith('/domains/claims') ? 'clm_x' : ids[kind]);
    return encodeURIComponent(instead[name] ?? own ?? 'x');
  });
}

const bodyOf = (route: Route) =>
  route.body ? { body: (bodies[title(route)] as (world: World) => object)(world) } : {};

/** `value` with one of its texts replaced at a time, each with its path. */
function mutations(value: unknown, text: string, path = ''): { path: string; value: unknown }[] {
  if (typeof value === 'string') return [{ path, value: value.includes('@') ? `${text}@x.example` : text }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    mutations(member, text, `${path}.${name}`).map((one) => {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = one.value;
      return { path: one.path, value: copy };
    }),
  );
}

const refusals = [400, 404];
const withBody = keyed.filter(({ body }) => body !== undefined);
const withQuery = keyed.filter(({ query }) => query !== undefined);

test('there is a body for every route that takes one', () => {
  expect(Object.keys(bodies).sort()).toEqual(withBody.map(title).sort());
});

test.each(each(named))('%s takes no longer name in its path than there is [A71]', async (_n, route) => {
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g))
    for (const text of [...long, 'ten_'.padEnd(2_100, '0')]) {
      const { status } = await world.call(route.method, pathOf(route, { [name]: text }), bodyOf(route));
      expect(refusals).toContain(status);
    }
});

test.each(each(withQuery))('%s takes no longer name in its query than there is [A71]', async (_n, route) => {
  const fields = Object.keys((route.query as unknown as { shape: object }).shape);
  for (const field of fields)
    for (const text of long) {
      const values = [text, `${text}@x.example`].map(encodeURIComponent);
      for (const value of values) {
        const asked = `${pathOf(route)}?${field}=${value}`;
        const { status } = await world.call(route.method, asked, bodyOf(route));
        expect({ field, status: status < 500 ? 'refused' : status }).toEqual({ field, status: 'refused' });
        if (['tenant', 'cursor', 'limit'].includes(field)) expect(refusals).toContain(status);
      }
    }
});

test.each(each(withBody))('%s fails at no text of its body, however long [A71]', async (_n, route) => {
  for (const text of long)
    for (const { path, value } of mutations(bodyOf(route).body, text)) {
      const { status, text: answer } = await world.call(route.method, pathOf(route), { body: value });
      expect({ path, status: status < 500 && status !== 429 ? 'ok' : `${status} ${answer}` }).toEqual({
        path,
        status: 'ok',
      });
      if (path.endsWith('.tenant')) expect(refusals).toContain(route.items ? 400 : status);
    }
});

test('an item of a batch that names a tenant of a long name is refused alone [A71]', async () => {
  const good = { ...email(world.domain), scheduled_at: undefined };
  const emails = [good, ...long.map((tenant) => ({ ...good, tenant })), good];
  const { body } = await world.call('POST', '/emails/batch', { body: { emails } });
  const accepted = { id: expect.stringMatching(/^msg_/) };
  const refused = { error: { code: 'not_found', message: expect.any(String) } };
  expect(body.data).toMatchObject([accepted, refused, refused, accepted]);
});
