import { type Checked, type Finding, finding, nothingThere, unread } from './finding.ts';

/** The MX of a domain that receives; any other MX would take a part of its mail. */
export async function checkInboundMx(checked: Checked): Promise<Finding> {
  const { dns, record } = checked;
  const found = await dns.ask('MX', record.host);
  if (found === null) return unread(record);
  const isOurs = (value: string) => value.endsWith(` ${record.value}`);
  const others = found.filter((value) => !isOurs(value));
  if (found.length === 0) return nothingThere(checked, (values) => values.some(isOurs));
  if (others.length === 0) return finding('verified', found);
  const note = `${record.host} has another MX record (${others[0]}), which takes mail away: remove it.`;
  return finding('mismatch', found, note);
}
