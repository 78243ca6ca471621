import type { DnsRecord, Domain, DomainDns } from '../../../core/records/domains.ts';
import type { CheckedFields } from '../../ports/domains.ts';
import { toDnsHost } from '../dns-host.ts';
import { isChanging } from '../rotation/rotation-after.ts';
import type { Finding } from './finding.ts';
import { type At, offeredOf, returnPathAfter } from './mail-from.ts';

type After = At & {
  domain: Domain;
  decided: CheckedFields;
  findings: Finding[];
  /** Null if no server answered. */
  host: { provider: string | null } | null;
};

const seenNote =
  'The new key is in DNS. SES is switching to it, which takes minutes to hours. Keep both records.';

/** SES's status for its key's record: the remaining step, or a note that SES stopped signing. */
function dkimNote({ decided, identity, domain, now }: After, { status, note }: Finding): string | null {
  if (isChanging(domain, now)) return note;
  if (status !== 'verified' || decided.identity !== 'ready') return note;
  if (decided.waiting_since !== null) return 'waiting for SES';
  const stopped = domain.verified_at !== null && identity !== null && !identity.signed;
  return stopped ? 'The key is published, but SES is not signing for this domain right now.' : note;
}

function recordAfter(after: After, record: DnsRecord, finding: Finding): DnsRecord {
  const { current, note } = finding;
  if (record.purpose === 'dkim') return { ...record, current, note: dkimNote(after, finding) };
  const isSeen = record.purpose === 'dkim_next' && finding.status === 'verified';
  return { ...record, current, note: isSeen ? seenNote : note };
}

/** The records with what DNS now says. Null if unchanged. */
export function recordsAfter(before: DomainDns, after: After): DomainDns | null {
  const { findings } = after;
  const path = offeredOf(before.records, findings);
  const records = before.records.flatMap((record, i): DnsRecord[] => {
    const finding = findings[i];
    if (finding === undefined) return [record];
    if (record.purpose !== 'return_path') return [recordAfter(after, record, finding)];
    return record === path[0]?.record ? returnPathAfter(path, after) : [];
  });
  const host = after.host === null ? before.host : toDnsHost(after.host.provider);
  const changed = { ...before, records, ...(host && { host }) };
  return JSON.stringify(changed) === JSON.stringify(before) ? null : changed;
}
