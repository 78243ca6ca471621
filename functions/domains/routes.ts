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
import type { WholeDomain } from '../../shared/domain/ports/domains.ts';
import { namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, Ok } from '../../shared/http/schemas.ts';

type Ctx = CheckContext & DnsHosting & DomainClaims & OpenSchedules & Rates & Tenants & Paging;

/** A tenant that may not be named is refused before anything else (C11). */
const tenantOf = async (ctx: Base & Tenants, caller: Caller, name: unknown) =>
  (await namedTenant(ctx, caller, name))?.id ?? caller.tenant;

const named = (ctx: Domains, { caller, params }: { caller: Caller; params: { id: string } }) =>
  getDomain(ctx, caller, params.id);

/**
 * The owner that a change names; undefined: it names none. A key that is limited to a tenant may name no owner, not
 * even its own tenant (A9).
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

/** The code of apply, loaded by the few requests that apply. */
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

const answer = async (ctx: Ctx, whole: WholeDomain) => ({ body: { domain: await showDomain(ctx, whole) } });

export const domains: Resource<Ctx> = resource({
  path: '/domains',
  id: 'dom',
  one: 'domain',
  many: 'domains',
  noun: 'a domain',
  named: 'name',
  pages: '/domains',
  about: 'Domains that mail is sent from and received at, with their DNS records.',
  read: ['domains:read'],
  write: write.scope,
  tenant_keys: 'own',
  record: DomainRecord,
  show: showDomain,
  create: {
    summary: 'Add a domain; one that is yours already is answered with 200',
    description:
      'The answer holds the DNS records to publish. Nothing is sent from it before it is verified.',
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
    description: 'Each with its records and their status.',
    also: [404],
    filters: domainFilters,
    find: (ctx, { caller, search }) => tenantOf(ctx, caller, search.get('tenant')),
    verb: (ctx, caller, query, tenant) => listDomains(ctx, caller, { ...query, tenant }),
  },
  get: {
    summary: 'Get a domain by id or name, with its DNS records and what is wrong with each',
    description: 'Each record with its value, the value that DNS has, and what is wrong with it.',
    verb: getDomain,
  },
  update: {
    summary: 'Change the delivery settings of a domain, or its owner',
    description: 'A setting counts from the next email that is accepted; one that waits keeps those of then.',
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
    summary: 'Verify a domain now, or write its records through its DNS host',
    description:
      'verify checks DNS, the signing key and SES; at most once in 10 seconds a domain. apply writes the records with one-time or stored credentials; it adds and extends, and deletes nothing. forget_credentials removes stored ones.',
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
    summary: 'Delete a domain; sends from it are refused at once',
    description:
      'Scheduled emails keep it: 409 with details.scheduled. force=true cancels them; what is queued is still sent.',
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
    summary: 'Change the DKIM key of a domain',
    description:
      'The answer has the record of the new key, with the purpose dkim_next: publish it next to the others. Mail is signed with the current key until DNS and SES have the new one; then the former record is dkim_retired for 7 days. Without its record a rotation ends after 30 days.',
    idempotent: true,
    find: named,
    run: async (ctx, { caller, params, idempotency_key }) =>
      answer(ctx, await rotateDkim(ctx, caller, params.id, idempotency_key)),
  }),
  route({
    ...rotation,
    method: 'DELETE',
    sdk: 'domains.cancelRotation',
    summary: 'Give up a change of the DKIM key of a domain',
    description:
      'The current key stays. Where SES has the new key already, it is given the current one again first; dkim_rotation says reverting until then.',
    find: named,
    run: async (ctx, { caller, params }) => answer(ctx, await cancelRotation(ctx, caller, params.id)),
  }),
];
