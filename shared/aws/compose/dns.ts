import type { Dns } from '../../domain/context.ts';
import { dnsClient } from '../../net/dns.ts';
import type { Family } from './compose.ts';

/** The DNS records of customers' domains. */
export const dns: Family<Dns> = ({ config }) => ({
  dns: dnsClient({ servers: config.DNS_SERVERS?.split(',') ?? [] }),
});
