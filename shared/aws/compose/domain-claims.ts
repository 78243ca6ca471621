import type { DomainClaims } from '../../domain/context.ts';
import { domainClaimStore } from '../../store/domain-claims.ts';
import type { Family } from './compose.ts';

/** Claims of domains that other accounts have. */
export const domainClaims: Family<DomainClaims> = ({ base, table }) => ({
  domain_claims: domainClaimStore(table, base.runtime),
});
