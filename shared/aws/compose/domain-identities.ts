import type { DomainIdentities } from '../../domain/context.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Identities at SES. */
export const domainIdentities: Family<DomainIdentities> = ({ aws, config }) => ({
  identities: lazyPort(async () => {
    const { sesArns, sesIdentities } = await import('../identities.ts');
    return sesIdentities(aws.region, sesArns(config.DELIVER_QUEUE_ARN));
  }, ['get', 'make', 'restart', 'remove', 'adopt', 'join']),
});
