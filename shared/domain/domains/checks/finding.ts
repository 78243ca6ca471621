import type { Dns } from '../../../core/network.ts';
import type { DnsRecord, RecordPurpose, RecordStatus } from '../../../core/records/domains.ts';

/** What DNS says of one record: its status, what is there now, and in one sentence what is wrong. */
export type Finding = {
  purpose: RecordPurpose;
  status: RecordStatus;
  current: string[] | null;
  note: string | null;
};

export type Checked = { dns: Dns; record: DnsRecord };

/** No server answered: says nothing of the record, and changes no domain's status (A29). */
export const unread = ({ purpose, host, current }: DnsRecord): Finding => ({
  purpose,
  status: 'error',
  current,
  note: `The name servers of ${host} did not answer, so the record could not be checked.`,
});

export const verified = (record: DnsRecord, current: string[], note: string | null = null): Finding => ({
  purpose: record.purpose,
  status: 'verified',
  current,
  note,
});

/** A record that may be removed soon: whether it is in DNS does not matter (N28). */
export const retired = ({ purpose, current, note }: DnsRecord): Finding => ({
  purpose,
  status: 'retired',
  current,
  note,
});

export const mismatch = (record: DnsRecord, current: string[], note: string): Finding => ({
  purpose: record.purpose,
  status: 'mismatch',
  current,
  note,
});

const missing = (record: DnsRecord, current: string[] | null, note: string): Finding => ({
  purpose: record.purpose,
  status: 'missing',
  current,
  note,
});

/** Quoted strings and runs of blanks do not matter in what is compared. */
export const plain = (text: string): string => text.replace(/"/g, '').replace(/\s+/g, ' ').trim();

/** Nothing of the wanted type is at the name. What resolvers show and the zone's servers do not is a change on its way. */
export async function nothingThere(
  { dns, record }: Checked,
  shows: (values: string[]) => boolean,
): Promise<Finding> {
  const { type, host } = record;
  const elsewhere = await dns.askResolvers(type, host);
  const onItsWay = elsewhere !== null && shows(elsewhere);
  const note = onItsWay
    ? `Some resolvers show the ${type} record and the name servers of the zone do not: it is not yet propagated.`
    : `There is no ${type} record at ${host} yet.`;
  return missing(record, null, note);
}

/**
 * What is wrong with a record, or that its name is a CNAME: it excludes every other record there, and what was found is at
 * its target, which the owner of the domain may not be able to change.
 */
export async function orAlias({ dns, record }: Checked, finding: Finding): Promise<Finding> {
  if (finding.status !== 'missing' && finding.status !== 'mismatch') return finding;
  const { host } = record;
  const alias = await dns.ask('CNAME', host);
  if (alias === null) return finding.status === 'missing' ? unread(record) : finding;
  if (alias.length === 0) return finding;
  const note = `${host} is a CNAME to ${alias[0]}, and a CNAME excludes every other record at its name: remove it, then add this one.`;
  return mismatch(record, alias, note);
}
