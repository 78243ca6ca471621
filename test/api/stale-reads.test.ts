import { automationRoutes } from '../../functions/automations/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { blockedSenders } from '../../functions/inbound/blocked-senders.ts';
import { inboundRoutes } from '../../functions/inbound/inbound-routes.ts';
import { keyRoutes } from '../../functions/keys/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { authenticateSmtp } from '../../shared/domain/keys/authenticate-smtp.ts';
import { recordVisit } from '../../shared/domain/tracking/record-visit.ts';
import { freshAccount, inProcess, testContext, verifiedDomain } from '../support/api.ts';
import { idOf } from '../support/ids.ts';
import { inboundDomain } from '../support/inbound.ts';
import { staleTable } from '../support/memory-table/stale-table.ts';

/** An account in a table whose replicas show nothing that is written from now on. */
async function setUp() {
  const { TABLE_NAME, catchUp } = staleTable();
  const real = testContext({}, { TABLE_NAME });
  const ctx = { ...real, queues: { ...real.queues, webhooks: async () => {} } };
  const { account, api_key, domain } = await freshAccount(ctx);
  catchUp();
  const routes = [
    ...keyRoutes,
    ...webhookRoutes,
    ...emailRoutes,
    ...templateRoutes,
    ...automationRoutes,
    ...inboundRoutes.routes,
    ...blockedSenders.routes,
  ];
  return { ctx, account, domain, call: inProcess(ctx, routes, api_key) };
}

const body = { url: 'https://hooks.example.com/', events: ['email.sent', 'email.delivered'] };

test('a new account, and a key that was created just now, work though no replica shows them [H29]', async () => {
  const ctx = testContext({}, staleTable());
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, keyRoutes, api_key);
  const made = await call('POST', '/api-keys', { body: { name: 'new', scopes: ['full'] } });
  expect(made.status).toBe(201);
  const key = String(made.body.secret);
  expect((await call('GET', '/api-keys', { key })).status).toBe(200);
});

test('an SMTP credential that was created just now signs in [H30]', async () => {
  const { ctx, call } = await setUp();
  const { body: made } = await call('POST', '/smtp-credentials', { body: { name: 'relay' } });
  const client = { address: '203.0.113.1', request_id: 'req_1' };
  const password = String(made.password);
  const login = await authenticateSmtp(ctx, { authzid: '', username: 'service', password, ...client });
  expect(login).not.toBeNull();
});

test('a session finds a member who was added just now [D11]', async () => {
  const { ctx, account } = await setUp();
  const at = new Date(ctx.runtime.now()).toISOString();
  const member = {
    id: ctx.runtime.id('mem'),
    account: account.id,
    email: 'new@example.com',
    role: 'owner',
  } as const;
  await ctx.members.add({ ...member, status: 'active', created_at: at, last_seen_at: null });
  expect(await ctx.members.get(account.id, member.id)).toMatchObject(member);
});

test('a key is limited to a domain that was added just now [A33]', async () => {
  const { ctx, account, call } = await setUp();
  const name = `new-${account.id.slice(4)}.example.com`.replaceAll('_', '-');
  await verifiedDomain(ctx, account.id, name);
  const { status } = await call('POST', '/api-keys', {
    body: { name: 'limited', scopes: ['full'], allowed_domains: [name] },
  });
  expect(status).toBe(201);
});

test('a test event goes to an endpoint that was made just now [H16]', async () => {
  const { call } = await setUp();
  const { body: made } = await call('POST', '/webhooks', { body });
  const { body: tested } = await call('POST', '/emails/test', { body: { event: 'email.sent' } });
  const { id } = made.webhook as { id: string };
  expect(tested.deliveries).toMatchObject([{ webhook_id: id }]);
});

test('a domain that was verified just now unlocks production where the cached account does not say so [rule 4]', async () => {
  const { TABLE_NAME } = staleTable();
  const verifying = testContext({}, { TABLE_NAME });
  const { account, api_key } = await freshAccount(verifying, { domain: false });
  const call = inProcess(testContext({}, { TABLE_NAME }), emailRoutes, api_key);
  const name = `new-${account.id.slice(4)}.example.com`;
  const send = { from: `shop@${name}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  expect((await call('POST', '/emails', { body: send })).body.error?.code).toBe('domain_not_verified');
  await verifiedDomain(verifying, account.id, name);
  expect((await call('POST', '/emails', { body: send })).status).toBe(200);
});

test('a template that an automation uses, which was made just now, is not deleted [U51]', async () => {
  const { call, domain } = await setUp();
  await call('POST', '/templates', {
    body: { name: 'T', alias: 't', subject: 's', text: 't', publish: true },
  });
  const step = { type: 'send_email', template: { id: 't' }, from: `shop@${domain}` };
  const automation = { name: 'Welcome', trigger: { event: 'signup' }, steps: [step] };
  const { body: created } = await call('POST', '/automations', { body: automation });
  const { id } = created.automation as { id: string };
  expect((await call('POST', `/automations/${id}`, { body: { action: 'activate' } })).status).toBe(200);
  const { status, body: refused } = await call('DELETE', '/templates/t');
  expect([status, refused.error?.details?.automations]).toEqual([409, [{ id, name: 'Welcome' }]]);
});

test('a sender that was blocked just now ends with its domain [N47]', async () => {
  const { ctx, account, call } = await setUp();
  const domain = await inboundDomain(ctx, account.id);
  await call('POST', '/blocked-senders', { body: { sender: 'spam.example', domain } });
  const found = await ctx.domains.read(domain);
  if (found === null) throw new Error('no domain');
  await ctx.domains.remove(found.domain, { identity_until: Date.now(), cancelled_at: null }, null);
  expect((await call('GET', '/blocked-senders')).body.blocked_senders).toEqual([]);
});

test('a visit to an email that was accepted just now counts [E14]', async () => {
  const { ctx, call, domain } = await setUp();
  const email = { from: `shop@${domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  const { body: sent } = await call('POST', '/emails', { body: email });
  const address = { ip: '203.0.113.1', user_agent: 'Mozilla/5.0', target: '' };
  const visit = { type: 'open', email_id: idOf('msg', sent.id), at: ctx.runtime.now(), ...address } as const;
  expect(await recordVisit(ctx, visit)).toBe('recorded');
});
