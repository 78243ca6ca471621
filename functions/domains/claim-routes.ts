import * as z from 'zod';
import type { Base, Dns, Identity, Rates } from '../../shared/domain/context.ts';
import { ClaimRecord, getClaim, showClaim } from '../../shared/domain/domains/claims/claim-record.ts';
import type { TakeContext } from '../../shared/domain/domains/claims/take-domain.ts';
import { ClaimAction, ClaimDomain, domainAliases } from '../../shared/domain/domains/domain-request.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { route } from '../../shared/http/route.ts';

type Ctx = Base & Identity & TakeContext & Dns & Rates;

/** The claim code, loaded only by requests that claim. */
const load = async () => ({
  ...(await import('../../shared/domain/domains/claims/create-claim.ts')),
  ...(await import('../../shared/domain/domains/claims/verify-claim.ts')),
});

/** Claims on domains that belong to other accounts. Registered before `/domains/{id}`. */
export const claims: Resource<Ctx> = resource({
  path: '/domains/claims',
  id: 'clm',
  one: 'claim',
  many: 'claims',
  named: 'domain',
  pages: '/domains/claims',
  noun: 'a domain claim',
  read: ['domains:read'],
  write: ['domains:write'],
  tenant_keys: 'closed',
  record: ClaimRecord,
  show: showClaim,
  create: {
    summary: 'Claim a domain from another account',
    description:
      'Returns the TXT record that proves the domain is yours, valid for 7 days. If you already have an open claim, returns 200 with it.',
    also: [200, 409],
    body: ClaimDomain,
    aliases: domainAliases,
    verb: async (ctx, caller, body) => (await load()).createClaim(ctx, caller, body),
  },
  get: {
    verb: getClaim,
    description: 'A claim is pending until its TXT record is found. It expires after seven days.',
  },
  act: route({
    bucket: 'other',
    tenant_keys: 'closed',
    method: 'POST',
    path: '/domains/claims/{id}',
    sdk: 'domains.claims.act',
    summary: 'Verify a claim and move the domain to your account',
    description:
      "Checks DNS for the claim's TXT record. If the record isn't there, the claim stays pending. If the current owner sent from the domain in the last 30 days, the claim is blocked. Otherwise, you get a new, pending domain with its own DKIM key. Publish its records next.",
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
