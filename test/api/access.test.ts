import { claimRoutes } from '../../functions/domains/claim-routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { inboundRoutes } from '../../functions/inbound/inbound-routes.ts';
import { type Scope, scopes } from '../../shared/domain/keys/scopes.ts';
import type { Route } from '../../shared/http/route.ts';
import { freshAccount, inProcess, keyWith, newTenant, testContext } from '../support/api.ts';
import { inboundDomain } from '../support/inbound.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { bodyOf, each, fill, keyed, named, routes } from '../support/routes.ts';
import { makeSample, sampledAt } from '../support/samples.ts';
import { storedImport } from '../support/sendgrid.ts';

const ctx = testContext();

async function foreignEmail(): Promise<string> {
  const { api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, api_key);
  const body = { from: `a@${domain}`, to: 'b@success.simulator.example.net', subject: 's', text: 't' };
  return (await call('POST', '/emails', { body })).body.id as string;
}

async function foreignImport(): Promise<string> {
  const { account } = await freshAccount(ctx, { domain: false });
  return (await storedImport(ctx, account.id)).id;
}

async function foreignReceived(): Promise<string> {
  const { account } = await freshAccount(ctx, { domain: false });
  const id = ctx.runtime.id('inb');
  await ctx.received.create(receivedEmail({ account: account.id, id }), receivedContent, []);
  return id;
}

/** Objects of another account that are not made by the sample of their resource: a new one joins here or fails. */
const foreign: Record<string, () => Promise<string>> = {
  '/emails/{id}': foreignEmail,
  '/emails/{id}/resend': foreignEmail,
  '/emails/{id}/events': foreignEmail,
  '/emails/{id}/recipients': foreignEmail,
  '/domains/claims/{id}': async () => {
    const [owner, other] = [await freshAccount(ctx), await freshAccount(ctx, { domain: false })];
    const call = inProcess(ctx, claimRoutes, other.api_key);
    const made = await call('POST', '/domains/claims', { body: { name: owner.domain } });
    return (made.body.claim as { id: string }).id;
  },
  '/received-emails/{id}': foreignReceived,
  '/inbound-routes/{id}': async () => {
    const { account, api_key } = await freshAccount(ctx, { domain: false });
    const body = { match: `a@${await inboundDomain(ctx, account.id)}` };
    const made = await inProcess(ctx, inboundRoutes.routes, api_key)('POST', '/inbound-routes', { body });
    return (made.body.inbound_route as { id: string }).id;
  },
  '/migrations/{id}': foreignImport,
  '/migrations/{id}/report': foreignImport,
};

const foreignSample = (path: string) => async () => {
  const resource = sampledAt(path);
  if (resource === undefined) throw new Error(`no foreign object for ${path}`);
  const { account, api_key } = await freshAccount(ctx, { domain: false, plan: 'dedicated' });
  return makeSample(inProcess(ctx, routes, api_key), resource, account.id.slice(4));
};

/** A key that holds every scope but those that would let it in. */
function scopesWithout(route: Route): Scope[] {
  const blocked = new Set<string>(['full', ...(route.scope ?? [])]);
  for (const scope of route.scope ?? []) blocked.add(scope.replace(':read', ':write'));
  return scopes.filter((scope) => !blocked.has(scope));
}

test.each(each(keyed))('%s: no key and a wrong key are 401', async (_n, route) => {
  const call = inProcess(ctx, routes, null);
  const attempts: Record<string, string>[] = [
    {},
    { authorization: 'Bearer svc_x' },
    { authorization: `Bearer svc_${'a'.repeat(43)}` },
  ];
  for (const headers of attempts) {
    const {
      status,
      body,
      headers: answered,
    } = await call(route.method, fill(route.path, 'x'), { headers, ...bodyOf(route) });
    expect(status).toBe(401);
    expect(body).toEqual({ error: { message: expect.any(String) } });
    expect(answered.get('www-authenticate')).toBe('Bearer');
  }
});

test.each(each(keyed))('%s: a missing scope is 403', async (_n, route) => {
  const { account } = await freshAccount(ctx, { domain: false });
  const granted = scopesWithout(route);
  const call = inProcess(ctx, routes, await keyWith(ctx, account.id, granted));
  const { status, body } = await call(route.method, fill(route.path, 'x'), bodyOf(route));
  expect([status, body.error?.code]).toEqual([403, 'insufficient_scope']);
  expect(body.error?.details).toEqual({
    required: expect.arrayContaining([...(route.scope ?? [])]),
    granted,
  });
});

test.each(each(keyed.filter((route) => route.tenant_keys === 'closed')))(
  '%s is closed to tenant-limited keys, whatever their scopes [A9]',
  async (_n, route) => {
    const { account } = await freshAccount(ctx, { domain: false });
    const tenant = (await newTenant(ctx, account.id)).id;
    const secret = await keyWith(ctx, account.id, ['full'], { tenant });
    const { status, body } = await inProcess(ctx, routes, secret)(
      route.method,
      fill(route.path, 'x'),
      bodyOf(route),
    );
    expect([status, body.error?.code, body.error?.details]).toEqual([
      403,
      'forbidden',
      { reason: 'route_closed' },
    ]);
  },
);

test.each(each(named))(
  "%s of another account's object is 404, whatever body and query [C13, A25]",
  async (_n, route) => {
    const id = await (foreign[route.path] ?? foreignSample(route.path))();
    const { api_key } = await freshAccount(ctx, { domain: false });
    const call = inProcess(ctx, routes, api_key);
    const faulty = route.query ? '?limit=0&include=all&version=none' : '';
    for (const unknown of [id, 'nonsense', `${id.split('_')[0]}_${'0'.repeat(26)}`]) {
      const { status, body } = await call(route.method, fill(route.path, unknown) + faulty, bodyOf(route));
      expect([status, body.error?.code]).toEqual([404, 'not_found']);
    }
  },
);

test('routes without a key are the ones that the specification names', () => {
  const open = routes.filter((route) => route.scope === null).map((route) => route.path);
  expect(open.sort()).toEqual([
    '/doctor/{token}',
    '/health',
    '/listen',
    '/openapi.json',
    '/t/c/{token}',
    '/t/o/{token}',
    '/unsubscribe/{token}',
    '/unsubscribe/{token}',
  ]);
});
