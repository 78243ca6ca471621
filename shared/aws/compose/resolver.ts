import type { Resolving } from '../../domain/context.ts';
import { dnsResolver } from '../../net/resolver.ts';
import type { Family } from './compose.ts';

/** DNS of the world outside. */
export const resolver: Family<Resolving> = ({ config }) => ({
  resolver: dnsResolver(config.DNS_SERVERS?.split(',') ?? []),
});
