import type { DnsRecord, Domain, DomainDns } from '../../../core/records/domains.ts';
import type { CheckedFields } from '../../ports/domains.ts';
import type { SesIdentity } from '../../ports/sending.ts';
import { shownHost } from '../dns-host.ts';
import type { Finding } from './finding.ts';
import { mailFromRecords } from './return-path.ts';

const hour_ms = 3_600_000;

type After = {
  domain: Domain;
  decided: CheckedFields;
  identity: SesIdentity | null;
  findings: Finding[];
  /** null: no server answered. */
  host: { provider: string | null } | null;
  region: string;
  now: number;
};

/** What SES adds to the record of its key: what it still has to do, or that it stopped signing (A14). */
function dkimNote({ decided, identity, domain }: After, { status, note }: Finding): string | null {
  if (status !== 'verified' || decided.identity !== 'ready') return note;
  if (decided.waiting_since !== null) return 'waiting for SES';
  const stopped = domain.verified_at !== null && identity !== null && !identity.signed;
  return stopped ? 'SES does not sign for this domain at present, although the key is published.' : note;
}

/** A69: an hour after DNS had the CNAME, SES still does not see MAIL FROM through it. */
function needsPair({ domain, identity, findings, now }: After): boolean {
  const path = findings.find(({ purpose }) => purpose === 'return_path');
  const seen = domain.record_status.return_path === 'verified' && path?.status === 'verified';
  const since = Date.parse(domain.verified_at ?? domain.waiting_since ?? '');
  return seen && identity?.mail_from?.verified === false && now - since >= hour_ms;
}

const pairNote = (finding: Finding) => {
  const has = finding.current?.some((value) => value.startsWith('MX ')) ? 'the MX and TXT pair' : 'the CNAME';
  return `SES does not see the return path through a CNAME: publish this MX and TXT pair instead of it. DNS has ${has} now.`;
};

/** The records with what DNS says of them now; null when nothing changed (A47). */
export function recordsAfter(before: DomainDns, after: After): DomainDns | null {
  const { findings, region } = after;
  const pair = needsPair(after);
  const records = before.records.flatMap((record, i): DnsRecord[] => {
    const finding = findings[i];
    if (finding === undefined) return [record];
    const { current } = finding;
    if (record.purpose === 'dkim') return [{ ...record, current, note: dkimNote(after, finding) }];
    if (record.purpose !== 'return_path') return [{ ...record, current, note: finding.note }];
    const mailFrom = after.identity?.mail_from;
    const shown =
      pair || record.type !== 'CNAME' ? (mailFrom?.verified ? null : pairNote(finding)) : finding.note;
    const changed = { ...record, current, note: shown ?? finding.note };
    if (!pair || record.type !== 'CNAME') return [changed];
    return mailFromRecords(record, region).map((one) => ({ ...one, current, note: changed.note }));
  });
  const host = after.host === null ? before.host : shownHost(after.host.provider);
  const changed = { ...before, records, ...(host && { host }) };
  return JSON.stringify(changed) === JSON.stringify(before) ? null : changed;
}
