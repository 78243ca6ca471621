import * as z from 'zod';
import type { Id } from '../../shared/core/runtime.ts';
import type {
  Base,
  Caller,
  CheckContext,
  DnsHosting,
  DomainClaims,
  Domains,
  OpenSchedules,
  Paging,
  Rates,
  Tenants,
} from '../../shared/domain/context.ts';
import { DnsPlan } from '../../shared/domain/domains/apply/dns-plan.ts';
import { createDomain } from '../../shared/domain/domains/create-domain.ts';
import { DomainRecord, showDomain } from '../../shared/domain/domains/domain-record.ts';
import {
  ChangeDomain,
  CreateDomain,
  DomainAction,
  domainAliases,
  domainClears,
  domainFilters,
  RemoveQuery,
} from '../../shared/domain/domains/domain-request.ts';
import { forgetCredentials, getDomain } from '../../shared/domain/domains/get-domain.ts';
import { listDomains } from '../../shared/domain/domains/list-domains.ts';
import { removeDomain } from '../../shared/domain/domains/remove-domain.ts';
import { cancelRotation } from '../../shared/domain/domains/rotation/cancel-rotation.ts';
import { rotateDkim } from '../../shared/domain/domains/rotation/rotate-dkim.ts';
import { checkMayMove, updateDomain } from '../../shared/domain/domains/update-domain.ts';
import { verifyDomain } from '../../shared/domain/domains/verify-domain.ts';
import type { DomainWithDns } from '../../shared/domain/ports/domains.ts';
import { namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, Ok } from '../../shared/http/schemas.ts';

type Ctx = CheckContext & DnsHosting & DomainClaims & OpenSchedules & Rates & Tenants & Paging;

/** Rejects an invalid tenant before anything else. */
const tenantOf = async (ctx: Base & Tenants, caller: Caller, name: unknown) =>
  (await namedTenant(ctx, caller, name))?.id ?? caller.tenant;

const named = (ctx: Domains, { caller, params }: { caller: Caller; params: { id: string } }) =>
  getDomain(ctx, caller, params.id);

/**
 * The owner that a change names, or undefined. A tenant-limited key can't name any owner, not even its own
 * tenant.
 */
async function newOwner(
  ctx: Domains & Base & Tenants,
  { caller, raw }: FindInput,
  id: string,
): Promise<Id<'ten'> | null | undefined> {
  if (raw.tenant !== undefined) checkMayMove(caller);
  const tenant = await namedTenant(ctx, caller, raw.tenant);
  await getDomain(ctx, caller, id);
  return raw.tenant === undefined ? undefined : (tenant?.id ?? null);
}

/** The apply code, loaded only by requests that apply. */
const apply = async (...input: [Ctx, Caller, string, DomainAction]) =>
  (await import('../../shared/domain/domains/apply/apply-domain.ts')).applyDomain(...input);

const act = (ctx: Ctx, caller: Caller, id: string, body: DomainAction) => {
  if (body.action === 'apply') return apply(ctx, caller, id, body);
  return body.action === 'verify' ? verifyDomain(ctx, caller, id) : forgetCredentials(ctx, caller, id);
};

const write = { scope: ['domains:write'], bucket: 'other', tenant_keys: 'own', status: 200 } as const;
const rotation = {
  ...write,
  path: '/domains/{id}/rotate-dkim',
  also: [409],
  response: z.object({ domain: DomainRecord }),
} as const;

const answer = async (ctx: Ctx, withDns: DomainWithDns) => ({
  body: { domain: await showDomain(ctx, withDns) },
});

export const domains: Resource<Ctx> = resource({
  path: '/domains',
  id: 'dom',
  one: 'domain',
  many: 'domains',
  noun: 'a domain',
  named: 'name',
  pages: '/domains',
  about: 'Domains that send or receive email, with their DNS records.',
  read: ['domains:read'],
  write: write.scope,
  tenant_keys: 'own',
  record: DomainRecord,
  show: showDomain,
  create: {
    summary: 'Add a domain',
    description:
      "Returns the DNS records to publish. The domain can't send until it is verified. If it is already yours, returns 200 with it unchanged.",
    also: [200, 404, 409],
    body: CreateDomain,
    aliases: domainAliases,
    find: (ctx, { caller, raw }) => tenantOf(ctx, caller, raw.tenant),
    verb: async (ctx, caller, body, tenant) => {
      const made = await createDomain(ctx, caller, body, { tenant });
      return { domain: made, created: made.created };
    },
  },
  list: {
    description: 'Each domain includes its DNS records and their status.',
    also: [404],
    filters: domainFilters,
    find: (ctx, { caller, search }) => tenantOf(ctx, caller, search.get('tenant')),
    verb: (ctx, caller, query, tenant) => listDomains(ctx, caller, { ...query, tenant }),
  },
  get: {
    summary: 'Get a domain with its DNS records, by id or name',
    description: 'Each record shows the value to publish, the current value in DNS, and what is wrong.',
    verb: getDomain,
  },
  update: {
    summary: "Change a domain's delivery settings or owner",
    description: 'Settings apply to new emails. Emails already queued or scheduled keep their settings.',
    also_scopes: ['full'],
    body: ChangeDomain,
    clears: domainClears,
    find: newOwner,
    verb: (ctx, caller, id, change, owner) => updateDomain(ctx, caller, id, { change, owner }),
  },
  act: route({
    ...write,
    method: 'POST',
    path: '/domains/{id}',
    sdk: 'domains.act',
    summary: 'Verify a domain, or write its records at its DNS host',
    description:
      '`verify` checks DNS, the signing key, and SES, at most once every 10 seconds per domain. `apply` writes the records with one-time or stored credentials. It adds or extends records, but never deletes any. `forget_credentials` deletes stored credentials.',
    also: [502],
    body: DomainAction,
    response: z.object({
      domain: DomainRecord,
      verified: z.boolean().optional(),
      dns_plan: DnsPlan.optional(),
      applied: z.int().optional(),
    }),
    find: named,
    run: async (ctx, { caller, params, body }) => {
      const { domain, dns, stored, ...outcome } = await act(ctx, caller, params.id, body);
      return { body: { domain: await showDomain(ctx, { domain, dns, stored }), ...outcome } };
    },
  }),
  sample: { name: 'example.com' },
});

export const domainRoutes: Route<Ctx>[] = [
  ...domains.routes,
  route({
    ...write,
    method: 'DELETE',
    path: '/domains/{id}',
    sdk: 'domains.delete',
    summary: 'Delete a domain',
    description:
      'New emails from the domain are rejected immediately, but queued emails are still sent. If any emails are scheduled from it, returns 409 with their count in `details.scheduled`. Pass `force=true` to cancel them and delete the domain.',
    also: [409],
    query: RemoveQuery,
    response: Ok,
    find: named,
    run: (ctx, { caller, params, query }) =>
      removeDomain(ctx, caller, params.id, { force: query.force === 'true' }).then(() => done),
  }),
  route({
    ...rotation,
    method: 'POST',
    sdk: 'domains.rotateDkim',
    summary: "Rotate a domain's DKIM key",
    description:
      "Returns the new key's record, with the purpose `dkim_next`. Publish it along with the others. Email is signed with the current key until DNS and SES have the new one. After that, the old record has the purpose `dkim_retired` for 7 days. If you don't publish the new record, the rotation ends after 30 days.",
    idempotent: true,
    find: named,
    run: async (ctx, { caller, params, idempotency_key }) =>
      answer(ctx, await rotateDkim(ctx, caller, params.id, idempotency_key)),
  }),
  route({
    ...rotation,
    method: 'DELETE',
    sdk: 'domains.cancelRotation',
    summary: "Cancel a domain's DKIM key rotation",
    description:
      "Keeps the current key. If SES already has the new key, the rotation's status is `reverting` until SES has the current key again.",
    find: named,
    run: async (ctx, { caller, params }) => answer(ctx, await cancelRotation(ctx, caller, params.id)),
  }),
];
