import type { Dns } from '../../../core/network.ts';
import type { DnsRecord, RecordPurpose, RecordStatus } from '../../../core/records/domains.ts';

/** A record's status in DNS, its current values, and the problem in one sentence. */
export type Finding = { status: RecordStatus; current: string[] | null; note: string | null };

export type RecordFinding = Finding & { purpose: RecordPurpose };

export type Checked = { dns: Dns; record: DnsRecord };

/** Characters kept of DNS values and of a note. A response may have 64 KB, and all records share one item. */
const maxKept = 2_000;

const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, room - 1).toWellFormed()}…`;

/** As many values as fit, but always the first. */
function kept(values: string[]): string[] {
  const shown: string[] = [];
  let room = maxKept;
  for (const value of values.map((one) => cut(one, maxKept))) {
    room -= value.length;
    if (room < 0) break;
    shown.push(value);
  }
  return shown;
}

export const finding = (
  status: RecordStatus,
  current: string[] | null,
  note: string | null = null,
): Finding => ({ status, current: current && kept(current), note: note && cut(note, maxKept) });

/** No server answered. This says nothing about the record and changes no domain's status. */
export function unread({ host, current }: DnsRecord): Finding {
  const note = `The name servers of ${host} did not answer, so the record could not be checked.`;
  return finding('error', current, note);
}

/** Removes quotes and repeated blanks before comparing. */
export const plain = (text: string): string => text.replace(/"/g, '').replace(/\s+/g, ' ').trim();

/**
 * The finding if the name lacks the wanted type. If resolvers have it and the zone's servers don't, a change
 * is still propagating.
 */
export async function nothingThere(
  { dns, record }: Checked,
  shows: (values: string[]) => boolean,
): Promise<Finding> {
  const { type, host } = record;
  const elsewhere = await dns.askResolvers(type, host);
  const onItsWay = elsewhere !== null && shows(elsewhere);
  const note = onItsWay
    ? `Some DNS resolvers already return the ${type} record, but the zone's own name servers do not yet.`
    : `There is no ${type} record at ${host} yet.`;
  return finding('missing', null, note);
}

/**
 * The finding, or a mismatch if the name is a CNAME. A CNAME excludes all other records, and any records that
 * were found belong to its target.
 */
export async function orAlias({ dns, record }: Checked, found: Finding): Promise<Finding> {
  if (found.status !== 'missing' && found.status !== 'mismatch') return found;
  const { host } = record;
  const alias = await dns.ask('CNAME', host);
  if (alias === null) return found.status === 'missing' ? unread(record) : found;
  if (alias.length === 0) return found;
  const note = `${host} is a CNAME to ${alias[0]}, and a CNAME allows no other records at the same name: remove it, then add this one.`;
  return finding('mismatch', alias, note);
}

/** The ownership value among the name's TXT records. Other accounts may have their values there, too. */
export async function checkOwnership(checked: Checked): Promise<Finding> {
  const { dns, record } = checked;
  const found = await dns.ask('TXT', record.host);
  if (found === null) return unread(record);
  const has = (values: string[]) => values.some((value) => plain(value) === record.value);
  if (has(found)) return finding('verified', found);
  if (found.length === 0) return nothingThere(checked, has);
  const note = `The TXT records at ${record.host} do not include this value: add it and keep the others.`;
  return finding('mismatch', found, note);
}
