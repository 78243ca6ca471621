import type { DomainIdentities } from '../../domain/context.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Identities at SES. */
export const domainIdentities: Family<DomainIdentities> = ({ aws }) => ({
  identities: lazyPort(
    async () => (await import('../identities.ts')).sesIdentities(aws.region),
    ['get', 'make', 'remove', 'adopt'],
  ),
});
