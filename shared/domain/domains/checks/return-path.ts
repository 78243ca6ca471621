import type { DnsRecord } from '../../../core/records/domains.ts';
import { type Checked, type Finding, mismatch, nothingThere, unread, verified } from './finding.ts';

/** What SES asks of a MAIL FROM domain (A1). */
const mailFromMx = (region: string) => `feedback-smtp.${region}.amazonses.com`;
const mailFromSpf = 'v=spf1 include:amazonses.com -all';

/** What else is at the name, as `TYPE value`. */
async function othersAt({ dns, record: { host } }: Checked): Promise<string[]> {
  const types = ['A', 'AAAA', 'MX', 'TXT'] as const;
  const found = await Promise.all(types.map((type) => dns.ask(type, host)));
  return types.flatMap((type, i) => (found[i] ?? []).map((value) => `${type} ${value}`));
}

const includesSes = (found: string[]) =>
  found.some((one) => /^TXT v=spf1 (?:.* )?\+?include:amazonses\.com(?: |$)/i.test(one));

/**
 * The CNAME of the return path. A provider that flattens aliases publishes what the target has, MX and TXT, which
 * counts as well (A1), and is what A69 offers instead.
 */
export async function checkReturnPath(checked: Checked, target: string, region: string): Promise<Finding> {
  const { dns, record } = checked;
  const alias = await dns.ask('CNAME', record.host);
  if (alias === null) return unread(record);
  if (alias.includes(target)) return verified(record, alias);
  if (alias.length > 0)
    return mismatch(record, alias, `${record.host} points to ${alias[0]}: change it to ${target}.`);
  const others = await othersAt(checked);
  const mx = others.filter((one) => one.startsWith('MX '));
  if (mx.length === 1 && mx[0]?.endsWith(` ${mailFromMx(region)}`) && includesSes(others))
    return verified(record, others);
  if (others.length === 0) return nothingThere(checked, (values) => values.includes(target));
  const note = `${record.host} has other records (${others[0]}), and a CNAME cannot stand next to them: remove them, then add the CNAME.`;
  return mismatch(record, others, note);
}

/** A69: the pair to publish instead of the CNAME, where SES does not see MAIL FROM through it. */
export function mailFromRecords(cname: DnsRecord, region: string): DnsRecord[] {
  const { host } = cname;
  const common = { purpose: 'return_path', host, current: null, note: null } as const;
  return [
    { ...common, type: 'MX', value: mailFromMx(region), priority: 10 },
    { ...common, type: 'TXT', value: mailFromSpf, priority: null },
  ];
}
