import * as z from 'zod';
import type { Base, Dns, Identity, Rates } from '../../shared/domain/context.ts';
import { ClaimRecord, getClaim, showClaim } from '../../shared/domain/domains/claims/claim-record.ts';
import type { TakeContext } from '../../shared/domain/domains/claims/take-domain.ts';
import { ClaimAction, ClaimDomain, domainAliases } from '../../shared/domain/domains/domain-request.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { route } from '../../shared/http/route.ts';

type Ctx = Base & Identity & TakeContext & Dns & Rates;

/** The code of claims, loaded by the few requests that claim. */
const load = async () => ({
  ...(await import('../../shared/domain/domains/claims/create-claim.ts')),
  ...(await import('../../shared/domain/domains/claims/verify-claim.ts')),
});

/** Claims of domains that other accounts have; they come before `/domains/{id}`. */
export const claims: Resource<Ctx> = resource({
  path: '/domains/claims',
  id: 'clm',
  one: 'claim',
  many: 'claims',
  noun: 'a claim of a domain',
  named: 'domain',
  pages: '/domains/claims',
  read: ['domains:read'],
  write: ['domains:write'],
  tenant_keys: 'closed',
  record: ClaimRecord,
  show: showClaim,
  create: {
    summary: 'Claim a domain that another account has; a claim under way is answered with 200',
    description: 'The answer holds the TXT record that proves that the domain is yours. It holds for 7 days.',
    also: [200, 409],
    body: ClaimDomain,
    aliases: domainAliases,
    verb: async (ctx, caller, body) => (await load()).createClaim(ctx, caller, body),
  },
  get: { verb: getClaim, description: 'Pending until its TXT record is found; it ends after seven days.' },
  act: route({
    bucket: 'other',
    tenant_keys: 'closed',
    method: 'POST',
    path: '/domains/claims/{id}',
    sdk: 'domains.claims.act',
    summary: 'Look for the record of a claim now, and move the domain to your account',
    description:
      'Without the record the claim stays pending; it is blocked while the owner sent from the domain in the last 30 days. Else the name is yours: a new, pending domain with a DKIM key of its own, whose records are to be published.',
    scope: ['domains:write'],
    body: ClaimAction,
    status: 200,
    response: z.object({ claim: ClaimRecord }),
    find: (ctx, { caller, params }) => getClaim(ctx, caller, params.id),
    run: async (ctx, { caller, params }) => {
      const { verifyClaim } = await load();
      return { body: { claim: await showClaim(ctx, await verifyClaim(ctx, caller, params.id)) } };
    },
  }),
  sample: null,
});

export const claimRoutes = claims.routes;
