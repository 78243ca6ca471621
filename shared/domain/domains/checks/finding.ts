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

/**
 * Nothing of the wanted type is at the name. A CNAME there excludes every other record; what resolvers show and the
 * zone's servers do not is a change that is still on its way.
 */
export async function nothingThere(
  { dns, record }: Checked,
  shows: (values: string[]) => boolean,
): Promise<Finding> {
  const { type, host } = record;
  const [alias, elsewhere] = await Promise.all([
    type === 'CNAME' ? [] : dns.ask('CNAME', host),
    dns.askResolvers(type, host),
  ]);
  if (alias === null) return unread(record);
  if (alias.length > 0) {
    const note = `${host} is a CNAME to ${alias[0]}, and a CNAME excludes every other record at its name: remove it, then add this one.`;
    return mismatch(record, alias, note);
  }
  const onItsWay = elsewhere !== null && shows(elsewhere);
  const note = onItsWay
    ? `Some resolvers show the ${type} record and the name servers of the zone do not: it is not yet propagated.`
    : `There is no ${type} record at ${host} yet.`;
  return missing(record, null, note);
}
