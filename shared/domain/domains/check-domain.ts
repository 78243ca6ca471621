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
import type { SesSearch } from '../ports/sending.ts';
import { checkRecords } from './checks/check-records.ts';
import { decideCheck } from './checks/decide.ts';
import { recordsAfter } from './checks/records-after.ts';
import { stoppedSearches } from './checks/stopped-searches.ts';
import { ensureDkimKey } from './dkim-key.ts';
import { hostOf } from './dns-host.ts';
import { type AtSes, answerOf, notAsked } from './identity.ts';
import { needsIdentity, withInboundRecords } from './inbound-records.ts';
import { noticeStatus } from './notice-status.ts';
import { serviceHosts } from './records.ts';

export type CheckContext = Base & Identity & Domains & DomainSecrets & DomainIdentities & DomainTasks & Dns;

/** How a check asks SES, with the identity made first or not, and how SES looks again for what it gave up. */
type AskSes = {
  read: (ctx: Base & DomainIdentities, domain: Domain, private_key: string | null) => Promise<AtSes>;
  restart: (domain: Domain, stopped: { private_key: string; searches: SesSearch[] }) => Promise<void>;
};

async function privateKey(ctx: CheckContext, { account, name }: Domain): Promise<string | null> {
  const key = await ctx.domains.readKey(name);
  return key && ctx.sealing.open({ account, domain: name }, key.sealed_private_key);
}

/**
 * Checks a domain in DNS, by a signing self-test and at SES (A14), and writes what it found with the time of the next
 * check. null when the domain was changed or removed meanwhile.
 */
export async function checkDomain(
  ctx: CheckContext,
  whole: WholeDomain,
  ses: AskSes,
): Promise<WholeDomain | null> {
  const keyed = await ensureDkimKey(ctx, whole);
  if (keyed === null) return null;
  const { domain, dns, stored } = withInboundRecords(ctx, keyed);
  const now = ctx.runtime.now();
  const private_key = await privateKey(ctx, domain);
  const records = dns?.records ?? [];
  const [findings, atSes, host] = await Promise.all([
    checkRecords(ctx, domain, records, private_key),
    needsIdentity(ctx, domain) ? ses.read(ctx, domain, private_key) : notAsked(domain),
    hostOf(ctx.dns, domain.name),
  ]);
  const { state, identity } = atSes;
  const { return_path: target } = serviceHosts(ctx);
  const searches = stoppedSearches(atSes, { dns, findings, target });
  if (private_key !== null && searches.length > 0) await ses.restart(domain, { private_key, searches });
  const decided = decideCheck(domain, {
    ...{ findings, ses: answerOf(domain, atSes), identity: state, now },
    needs_ses: needsIdentity(ctx, domain),
  });
  const { region } = ctx.settings;
  const after = dns && recordsAfter(dns, { domain, decided, identity, findings, host, region, target, now });
  const changed = after ?? (JSON.stringify(dns) === JSON.stringify(whole.dns) ? null : dns);
  // Before the write: a check that is repeated after a crash between the two would see no change.
  await noticeStatus(ctx, domain, decided);
  const { tenant: ses_tenant } = atSes;
  const saved = await ctx.domains.saveCheck(domain, { ...decided, ses_tenant }, changed);
  if (saved === null) return null;
  return { domain: saved, dns: changed ?? dns, stored };
}
