import type { DnsRecord } from '../../../core/records/domains.ts';
import { dmarcHost } from '../records.ts';
import { type Checked, type Finding, finding, nothingThere, unread } from './finding.ts';

export const isDmarc = (text: string): boolean => /^v=DMARC1\s*(?:;|$)/.test(text.trim());

/** The parts of RFC 7489 section 6.3 that receivers enforce: `v` comes first, then a known `p`. */
function dmarcFault(text: string): string | null {
  const tags = text.split(';').map((tag) => tag.split('=').map((part) => part.trim()));
  const policy = tags.find(([name]) => name?.toLowerCase() === 'p')?.[1]?.toLowerCase();
  if (policy === undefined) return 'it has no p tag';
  return ['none', 'quarantine', 'reject'].includes(policy) ? null : `p=${policy} is not a valid policy`;
}

/** The finding for the records at one name. Null without a DMARC record. */
function judge(record: DnsRecord, found: string[], host: string): Finding | null {
  const records = found.filter(isDmarc);
  const [only] = records;
  if (only === undefined) return null;
  if (records.length > 1)
    return finding('mismatch', records, `${host} has ${records.length} DMARC records: keep only one.`);
  const fault = dmarcFault(only);
  if (fault !== null)
    return finding('mismatch', records, `Receivers ignore the DMARC record at ${host} because ${fault}.`);
  const inherited = host === record.host ? null : `The DMARC record at ${host} applies to this domain.`;
  return finding('verified', records, inherited);
}

/** DMARC at the domain, or else its organizational domain. Reported, never required. */
export async function checkDmarc(checked: Checked, organizational: string | null): Promise<Finding> {
  const { dns, record } = checked;
  const above = organizational === null ? record.host : dmarcHost(organizational);
  const [own, inherited] = await Promise.all([
    dns.ask('TXT', record.host),
    above === record.host ? [] : dns.ask('TXT', above),
  ]);
  if (own === null) return unread(record);
  const judged = judge(record, own, record.host) ?? judge(record, inherited ?? [], above);
  if (judged !== null) return judged;
  if (inherited === null) return unread(record);
  return nothingThere(checked, (values) => values.some(isDmarc));
}
