import type { DnsRecord } from '../../../core/records/domains.ts';
import { type Checked, type Finding, finding, nothingThere, unread } from './finding.ts';
import { isIncluded, isSpf, termsOf } from './spf-merge.ts';

/** The records SES requires for a MAIL FROM domain. */
const mailFromMx = (region: string) => `feedback-smtp.${region}.amazonses.com`;
const mailFromSpf = 'v=spf1 include:amazonses.com -all';

/** Other records at the name, as `TYPE value`. `isComplete` is false if a type got no answer. */
async function othersAt({ dns, record: { host } }: Checked) {
  const types = ['A', 'AAAA', 'MX', 'TXT'] as const;
  const found = await Promise.all(types.map((type) => dns.ask(type, host)));
  const others = types.flatMap((type, i) => (found[i] ?? []).map((value) => `${type} ${value}`));
  return { others, isComplete: !found.includes(null) };
}

const textsOf = (others: string[]) =>
  others.filter((one) => one.startsWith('TXT ')).map((one) => one.slice('TXT '.length));

/** Whether there is exactly one SPF record, with SES's include in effect. */
function includesSes(texts: string[]): boolean {
  const [only, ...others] = texts.filter(isSpf);
  return only !== undefined && others.length === 0 && isIncluded(termsOf(only), 'amazonses.com');
}

/**
 * Checks the return path's CNAME. A provider that flattens aliases publishes the target's MX and TXT, which
 * also count. A69 offers them as the alternative.
 */
export async function checkReturnPath(checked: Checked, target: string, region: string): Promise<Finding> {
  const { dns, record } = checked;
  const alias = await dns.ask('CNAME', record.host);
  if (alias === null) return unread(record);
  if (alias.includes(target)) return finding('verified', alias);
  if (alias.length > 0)
    return finding('mismatch', alias, `${record.host} points to ${alias[0]}: change it to ${target}.`);
  const { others, isComplete } = await othersAt(checked);
  const mx = others.filter((one) => one.startsWith('MX '));
  if (mx.length === 1 && mx[0]?.endsWith(` ${mailFromMx(region)}`) && includesSes(textsOf(others)))
    return finding('verified', others);
  if (!isComplete) return unread(record);
  if (others.length === 0) return nothingThere(checked, (values) => values.includes(target));
  const note = `${record.host} has other records (${others[0]}), and a CNAME cannot coexist with them: remove them, then add the CNAME.`;
  return finding('mismatch', others, note);
}

/** An MX or TXT record offered instead of the CNAME. The CNAME, while present, also counts. */
export async function checkMailFrom(checked: Checked, target: string, region: string): Promise<Finding> {
  const { dns, record } = checked;
  const { host, type, value } = record;
  const [alias, found] = await Promise.all([dns.ask('CNAME', host), dns.ask(type, host)]);
  if (alias === null || found === null) return unread(record);
  if (alias.includes(target)) return finding('verified', alias);
  if (alias.length > 0)
    return finding('mismatch', alias, `${host} points to ${alias[0]}: remove that first.`);
  const wanted = `10 ${mailFromMx(region)}`;
  const others = type === 'MX' ? found : found.filter(isSpf);
  const isRight = (one: string) =>
    type === 'MX' ? one.endsWith(` ${mailFromMx(region)}`) : includesSes([one]);
  const [only] = others;
  if (only === undefined) return nothingThere(checked, (values) => values.some(isRight));
  if (others.length === 1 && isRight(only)) return finding('verified', found);
  const note = `${host} has ${others.join(' and ')}: SES needs exactly one ${type} record there, ${type === 'MX' ? wanted : value}.`;
  return finding('mismatch', found, note);
}

/** A69: the pair to publish when SES doesn't see MAIL FROM through the CNAME. */
export function mailFromRecords(host: string, region: string): DnsRecord[] {
  const common = { purpose: 'return_path', host, current: null, note: null } as const;
  return [
    { ...common, type: 'MX', value: mailFromMx(region), priority: 10 },
    { ...common, type: 'TXT', value: mailFromSpf, priority: null },
  ];
}
