import type { HostRecord } from '../../../core/dns-host.ts';
import type { Dns } from '../../../core/network.ts';
import type { DnsRecord } from '../../../core/records/domains.ts';
import { sameKey } from '../checks/dkim.ts';
import { isDmarc } from '../checks/dmarc.ts';
import { plain } from '../checks/finding.ts';
import { spfNote } from '../checks/spf.ts';
import { isSpf, mergeSpf } from '../checks/spf-merge.ts';
import { readSpf } from '../checks/spf-reach.ts';
import type { ServiceHosts } from '../records.ts';

/** One record's change, and its current value (providers.md 9). */
export type Planned = {
  record: DnsRecord;
  action: 'add' | 'update' | 'keep' | 'done';
  /** The value to write. For a record that is kept, its current value. */
  value: string;
  /** The host of the effective record, because an inherited DMARC record is at the organizational domain. */
  host: string;
  current: string | null;
  note: string | null;
  replaces: HostRecord | null;
  /** Why it isn't written. */
  refused: string | null;
};

export type Around = {
  dns: Dns;
  hosts: ServiceHosts;
  /** TXT records at the organizational domain's DMARC host. Null if unreadable. */
  inherited: { host: string; values: string[] | null };
  verified: boolean;
};

const joined = (there: HostRecord[]): string | null =>
  there.length === 0 ? null : there.map(({ value }) => value).join('\n');

/** Plans to add a record, except for what `change` says. */
const plan = (record: DnsRecord, change: Partial<Planned> = {}): Planned => ({
  record,
  action: 'add',
  value: record.value,
  host: record.host,
  current: null,
  note: null,
  replaces: null,
  refused: null,
  ...change,
});

const same = (record: DnsRecord, current: string | null) => plan(record, { action: 'done', current });

const refused = (record: DnsRecord, there: HostRecord[], why: string) =>
  plan(record, { action: 'update', current: joined(there), note: why, refused: why });

const update = (record: DnsRecord, replaces: HostRecord, change: Partial<Planned> = {}) =>
  plan(record, { action: 'update', current: replaces.value, replaces, ...change });

function planOwnership(record: DnsRecord, texts: HostRecord[]): Planned {
  const has = texts.find(({ value }) => plain(value) === record.value);
  return has ? same(record, has.value) : plan(record, { current: joined(texts) });
}

/** Only this domain uses the selector, so a single other value is an outdated or broken copy. */
function planDkim(record: DnsRecord, texts: HostRecord[]): Planned {
  const right = texts.filter(({ value }) => sameKey(value, record.value));
  const [only] = texts;
  if (only === undefined) return plan(record);
  if (texts.length > 1)
    return refused(record, texts, `${record.host} has ${texts.length} TXT records: keep only one`);
  return right.length === 1 ? same(record, only.value) : update(record, only);
}

/** Whether the target's MX is visible, because the DNS host flattens the CNAME. */
const isFlattened = (there: HostRecord[]) =>
  there.some(
    ({ type, value }) => type === 'MX' && /^\d+ feedback-smtp\.[a-z0-9-]+\.amazonses\.com$/.test(value),
  );

/** Replaces only our own former CNAME. Replacing a foreign CNAME would delete it. */
function planReturnPath(record: DnsRecord, there: HostRecord[], { hosts }: Around): Planned {
  const aliases = there.filter(({ type }) => type === 'CNAME');
  const [alias] = aliases;
  if (record.type === 'CNAME') {
    if (alias?.value === record.value) return same(record, alias.value);
    if (alias?.value.endsWith(hosts.return_path.replace(/^rp/, ''))) return update(record, alias);
    if (alias) return refused(record, there, `${record.host} is a CNAME to ${alias.value}: remove it first`);
    if (isFlattened(there)) return same(record, joined(there));
    if (there.length > 0) return refused(record, there, 'a CNAME cannot coexist with other records');
    return plan(record);
  }
  if (alias) return refused(record, there, `${record.host} is a CNAME: remove it first`);
  const ofType = there.filter(({ type }) => type === record.type);
  const wanted = record.priority === null ? record.value : `${record.priority} ${record.value}`;
  if (ofType.some(({ value }) => plain(value) === wanted)) return same(record, wanted);
  if (record.type === 'MX' && ofType.length > 0)
    return refused(record, ofType, `${record.host} has another MX record: remove it first`);
  // Receivers reject two SPF records (RFC 7208 section 4.5).
  const policies = ofType.filter(({ type, value }) => type === 'TXT' && isSpf(value));
  if (policies.length > 0)
    return refused(record, policies, `${record.host} has another SPF record: remove it first`);
  return plan(record, { current: joined(ofType) });
}

/**
 * Merges our include into the single SPF record. If there are two records, it writes nothing, because there
 * would then be three.
 */
async function planSpf(record: DnsRecord, texts: HostRecord[], { dns, hosts }: Around): Promise<Planned> {
  const records = texts.filter(({ value }) => isSpf(value));
  const [only] = records;
  if (only === undefined) return plan(record);
  const values = records.map(({ value }) => value);
  const merged = mergeSpf(values, hosts.spf);
  if (records.length > 1) {
    const why = 'remove the other SPF record(s), then apply again';
    return { ...refused(record, records, why), value: merged };
  }
  const { included } = await readSpf(dns, only.value, hosts.spf);
  if (included) return plan(record, { action: 'done', current: only.value, value: only.value });
  const { used } = await readSpf(dns, merged, hosts.spf);
  return update(record, only, { value: merged, note: spfNote(merged, used) });
}

/** Leaves any existing DMARC record alone, right or wrong, including one at the organizational domain. */
function planDmarc(record: DnsRecord, texts: HostRecord[], { inherited }: Around): Planned {
  const own = texts.map(({ value }) => value).filter(isDmarc);
  if (own.length === 0 && inherited.values === null) {
    const why = `the DMARC record at ${inherited.host}, which may cover this domain, could not be read: apply again`;
    return plan(record, { note: why, refused: why });
  }
  const above = (inherited.values ?? []).filter(isDmarc);
  const [host, found] = own.length > 0 ? [record.host, own] : [inherited.host, above];
  const [first] = found;
  if (first === undefined) return plan(record);
  const note = host === record.host ? null : `the DMARC record at ${host} already covers this domain`;
  return plan(record, { action: 'keep', current: found.join('\n'), value: first, host, note });
}

/** The MX of a receiving domain. Mail that arrives before verification would be lost. */
function planMx(record: DnsRecord, there: HostRecord[], { verified }: Around): Planned {
  const found = there.filter(({ type }) => type === 'MX');
  const wanted = `${record.priority} ${record.value}`;
  if (found.some(({ value }) => value === wanted)) return same(record, wanted);
  if (found.length > 0)
    return refused(record, found, `${record.host} has another MX record: remove it first`);
  if (verified) return plan(record);
  const why = 'this record can be written only after the domain is verified: apply again after that';
  return plan(record, { note: why, refused: why });
}

export async function planRecord(record: DnsRecord, there: HostRecord[], around: Around): Promise<Planned> {
  const locked = there.find(
    (one) => one.locked !== null && (one.type === record.type || one.type === 'CNAME'),
  );
  if (locked) return refused(record, [locked], `${record.host} ${locked.locked}`);
  if (record.purpose === 'return_path') return planReturnPath(record, there, around);
  const alias = there.find(({ type }) => type === 'CNAME');
  if (alias) {
    const why = `${record.host} is a CNAME to ${alias.value}, which allows no other records there: remove it first`;
    return refused(record, [alias], why);
  }
  const texts = there.filter(({ type }) => type === 'TXT');
  if (record.purpose === 'ownership') return planOwnership(record, texts);
  if (record.purpose === 'dkim' || record.purpose === 'dkim_next') return planDkim(record, texts);
  if (record.purpose === 'spf') return planSpf(record, texts, around);
  if (record.purpose === 'dmarc') return planDmarc(record, texts, around);
  return planMx(record, there, around);
}

/** The plan for a record when DNS could not be read, as if it were missing. */
export const unreadPlan = (record: DnsRecord): Planned =>
  plan(record, { note: 'DNS could not be read: compare with your current records before you publish' });
