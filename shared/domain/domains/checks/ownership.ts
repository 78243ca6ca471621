import { type Checked, type Finding, finding, nothingThere, plain, unread } from './finding.ts';

/** The ownership value among the TXT records of its name; values of other accounts next to it are no error (A15). */
export async function checkOwnership(checked: Checked): Promise<Finding> {
  const { dns, record } = checked;
  const found = await dns.ask('TXT', record.host);
  if (found === null) return unread(record);
  const has = (values: string[]) => values.some((value) => plain(value) === record.value);
  if (has(found)) return finding('verified', found);
  if (found.length === 0) return nothingThere(checked, has);
  const note = `The TXT records at ${record.host} do not hold this value: add it next to the others.`;
  return finding('mismatch', found, note);
}
