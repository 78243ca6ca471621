import type { DnsRecord, Domain, DomainDns } from '../../../core/records/domains.ts';
import type { Base, Dns } from '../../context.ts';
import type { DomainWithDns } from '../../ports/domains.ts';
import { dnsUntil } from '../checks/dns-until.ts';
import { suffixOf } from '../name-rules.ts';
import { dmarcHost, serviceHosts } from '../records.ts';
import { type DnsPlan, planByDns, showPlan } from './dns-plan.ts';
import type { Around } from './plan.ts';

/** How many milliseconds an apply may still start new work. API Gateway gives up after 30 s. */
export const apply_ms = 17_000;

/** The inputs of a plan in addition to the records. DNS is queried until `until` (epoch ms). */
export async function aroundOf(
  ctx: Base & Dns,
  { name, verified_at }: Domain,
  until = ctx.runtime.now() + apply_ms,
): Promise<Around> {
  const host = dmarcHost((await suffixOf(name)).registrable ?? name);
  // The domain's own records are read with the rest of its plan.
  const values = host === dmarcHost(name) ? [] : await ctx.dns.ask('TXT', host);
  return {
    dns: dnsUntil(ctx.dns, ctx.runtime.now, until),
    hosts: serviceHosts(ctx),
    inherited: { host, values },
    verified: verified_at !== null,
  };
}

/** The records that DNS must contain. A retired record is neither written nor deleted. */
export const toPublish = (dns: DomainDns | null): DnsRecord[] =>
  (dns?.records ?? []).filter(({ purpose }) => purpose !== 'dkim_retired');

/** The changes a domain needs in DNS, compared with live DNS. Writes nothing. */
export async function planDomain(ctx: Base & Dns, { domain, dns }: DomainWithDns): Promise<DnsPlan> {
  const records = toPublish(dns);
  return showPlan(records, await planByDns(records, await aroundOf(ctx, domain)), null);
}

/** The plan of a domain whose DNS could not be read. */
export const unreadDomain = ({ dns }: DomainWithDns): DnsPlan => showPlan(toPublish(dns), null, null);
