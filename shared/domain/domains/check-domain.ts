import type { Domain } from '../../core/records/domains.ts';
import type {
  Base,
  Dns,
  DomainIdentities,
  DomainSecrets,
  Domains,
  DomainTasks,
  Identity,
} from '../context.ts';
import type { WholeDomain } from '../ports/domains.ts';
import { checkRecords } from './checks/check-records.ts';
import { decideCheck } from './checks/decide.ts';
import { recordsAfter } from './checks/records-after.ts';
import { hostOf } from './dns-host.ts';
import { type AtSes, answerOf } from './identity.ts';
import { noticeStatus } from './notice-status.ts';
import { serviceHosts } from './records.ts';

export type CheckContext = Base & Identity & Domains & DomainSecrets & DomainIdentities & DomainTasks & Dns;

async function privateKey(ctx: CheckContext, { account, name }: Domain): Promise<string | null> {
  const key = await ctx.domains.readKey(name);
  return key && ctx.sealing.open({ account, domain: name }, key.sealed_private_key);
}

/**
 * Checks a domain in DNS, by a signing self-test and at SES (A14), and writes what it found with the time of the next
 * check. `askSes` makes the identity or not. null when the domain was changed or removed meanwhile.
 */
export async function checkDomain(
  ctx: CheckContext,
  { domain, dns, stored }: WholeDomain,
  askSes: (ctx: Base & DomainIdentities, domain: Domain, private_key: string | null) => Promise<AtSes>,
): Promise<WholeDomain | null> {
  const now = ctx.runtime.now();
  const private_key = await privateKey(ctx, domain);
  const records = dns?.records ?? [];
  const [findings, atSes, host] = await Promise.all([
    checkRecords(ctx, domain, records, private_key),
    askSes(ctx, domain, private_key),
    hostOf(ctx.dns, domain.name),
  ]);
  const { state, identity } = atSes;
  const decided = decideCheck(domain, { findings, ses: answerOf(domain, atSes), identity: state, now });
  const { region } = ctx.settings;
  const { return_path: target } = serviceHosts(ctx);
  const changed =
    dns && recordsAfter(dns, { domain, decided, identity, findings, host, region, target, now });
  // Before the write: a check that is repeated after a crash between the two would see no change.
  await noticeStatus(ctx, domain, decided);
  const { tenant: ses_tenant } = atSes;
  const saved = await ctx.domains.saveCheck(domain, { ...decided, ses_tenant }, changed);
  if (saved === null) return null;
  return { domain: saved, dns: changed ?? dns, stored };
}
