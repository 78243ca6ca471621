import { type Checked, type Finding, finding, nothingThere, unread } from './finding.ts';
import { isSpf, mergeSpf } from './spf-merge.ts';
import { lookups, readSpf } from './spf-reach.ts';

/** A longer merged record is still written, with a note, because some servers truncate answers. */
const maxLength = 450;

/** A warning about an otherwise valid record, or null. */
export function spfNote(record: string, used: number): string | null {
  if (used > lookups)
    return `The SPF record takes ${used} DNS lookups, but receivers stop at ${lookups}: remove unused includes.`;
  return record.length > maxLength
    ? `The SPF record has ${record.length} characters: some servers truncate records over ${maxLength}.`
    : null;
}

/** SPF at the domain itself: exactly one record, with our include in effect. */
export async function checkSpf(checked: Checked, host: string): Promise<Finding> {
  const { dns, record } = checked;
  const found = await dns.ask('TXT', record.host);
  if (found === null) return unread(record);
  const records = found.filter(isSpf);
  const [only] = records;
  if (only === undefined) {
    const next = `There is no SPF record at ${record.host} yet: add this TXT record and keep any others.`;
    if (found.length > 0) return finding('missing', null, next);
    return nothingThere(checked, (values) => values.some((value) => isSpf(value) && value.includes(host)));
  }
  if (records.length > 1) {
    const note = `${record.host} has ${records.length} SPF records, which receivers reject: replace all of them with "${mergeSpf(records, host)}".`;
    return finding('mismatch', records, note);
  }
  const { included, used, unreadable } = await readSpf(dns, only, host);
  if (included) return finding('verified', records, spfNote(only, used));
  if (unreadable) return unread({ ...record, current: records });
  const note = `The SPF record does not include ${host}: change it to "${mergeSpf(records, host)}".`;
  return finding('mismatch', records, note);
}
