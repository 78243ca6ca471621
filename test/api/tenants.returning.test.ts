import type { Id } from '../../shared/core/runtime.ts';
import { testContext } from '../support/api.ts';
import { tenantWorld } from '../support/tenants.ts';

/** The domain of a tenant that is deleted while nothing gives its domains back: the worker has yet to do it. */
async function setUp() {
  const ctx = testContext();
  ctx.domains = {
    ...ctx.domains,
    move: async () => {
      throw new Error('the table is throttled');
    },
  };
  ctx.removal_queue = { enqueue: async () => {} };
  const world = await tenantWorld(ctx);
  const acme = await world.tenant('acme');
  const domain = await world.ownDomain(acme);
  await world.tenant('other');
  const codeOf = async (fields: object) => {
    const { status, body } = await world.send({ from: `a@${domain}`, ...fields });
    return body.error?.code ?? status;
  };
  const ownerOf = async (id: unknown) => (await ctx.emails.getMeta(String(id) as Id<'msg'>))?.tenant;
  return { ...world, ctx, domain, codeOf, ownerOf };
}

test('the account and its tenants send from a domain of a deleted tenant before a worker has given it back [A7]', async () => {
  const { call, send, domain, codeOf, ownerOf } = await setUp();
  expect(await codeOf({ tenant: 'other' })).toBe('domain_not_allowed');
  expect((await call('DELETE', '/tenants/acme')).status).toBe(200);
  const sent = await send({ from: `a@${domain}` });
  expect([sent.status, await ownerOf(sent.body.id)]).toEqual([200, null]);
  expect(await codeOf({ tenant: 'other' })).toBe(200);
});

test('so does a batch, and a domain of a tenant that exists stays its own [A7]', async () => {
  const { call, email, domain, tenant, ownDomain } = await setUp();
  const kept = await ownDomain(await tenant('kept'));
  await call('DELETE', '/tenants/acme');
  const emails = [
    { ...email, from: `a@${domain}` },
    { ...email, from: `a@${domain}`, tenant: 'other' },
    { ...email, from: `a@${kept}`, tenant: 'other' },
  ];
  const { body } = await call('POST', '/emails/batch', { body: { emails } });
  const codes = (body.data as { status: string; error?: { code: string } }[]).map(
    ({ status, error }) => error?.code ?? status,
  );
  expect(codes).toEqual(['sent', 'sent', 'domain_not_allowed']);
});
