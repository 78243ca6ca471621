import * as z from 'zod';
import type { Base, Caller, Dns, DomainClaims, Identity, Rates } from '../../shared/domain/context.ts';
import { ClaimRecord, getClaim, showClaim } from '../../shared/domain/domains/claims/claim-record.ts';
import type { TakeContext } from '../../shared/domain/domains/claims/take-domain.ts';
import { ClaimAction, ClaimDomain, domainAliases } from '../../shared/domain/domains/domain-request.ts';
import { type Route, route } from '../../shared/http/route.ts';

type Ctx = Base & Identity & TakeContext & Dns & Rates;

/** The code of claims, loaded by the few requests that claim. */
const load = async () => ({
  ...(await import('../../shared/domain/domains/claims/create-claim.ts')),
  ...(await import('../../shared/domain/domains/claims/verify-claim.ts')),
});

const named = (ctx: DomainClaims, { caller, params }: { caller: Caller; params: { id: string } }) =>
  getClaim(ctx, caller, params.id);

const shared = { bucket: 'other', tenant_keys: 'closed' } as const;
const response = z.object({ claim: ClaimRecord });

/** Claims of domains that other accounts have; they come before `/domains/{id}`. */
export const claimRoutes: Route<Ctx>[] = [
  route({
    ...shared,
    method: 'POST',
    path: '/domains/claims',
    summary: 'Claim a domain that another account has; a claim under way is answered with 200',
    description: 'The answer holds the TXT record that proves that the domain is yours. It holds for 7 days.',
    scope: ['domains:write'],
    also: [200, 409],
    body: ClaimDomain,
    aliases: domainAliases,
    status: 201,
    response,
    run: async (ctx, { caller, body }) => {
      const { createClaim } = await load();
      const { claim, created } = await createClaim(ctx, caller, body);
      return { body: { claim: await showClaim(ctx, claim) }, status: created ? 201 : 200 };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/domains/claims/{id}',
    summary: 'Get a claim of a domain',
    scope: ['domains:read'],
    status: 200,
    response,
    find: named,
    run: async (ctx, { found }) => ({ body: { claim: await showClaim(ctx, found) } }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/domains/claims/{id}',
    summary: 'Look for the record of a claim now, and move the domain to your account',
    description:
      'Without the record the claim stays pending; it is blocked while the owner sent from the domain in the last 30 days. Else the name is yours: a new, pending domain with a DKIM key of its own, whose records are to be published.',
    scope: ['domains:write'],
    body: ClaimAction,
    status: 200,
    response,
    find: named,
    run: async (ctx, { caller, params }) => {
      const { verifyClaim } = await load();
      return { body: { claim: await showClaim(ctx, await verifyClaim(ctx, caller, params.id)) } };
    },
  }),
];
