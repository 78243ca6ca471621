import type { DnsRecord, Domain } from '../../../core/records/domains.ts';
import type { Base, Dns } from '../../context.ts';
import { serviceHosts } from '../records.ts';
import { checkDkim } from './dkim.ts';
import { checkDmarc } from './dmarc.ts';
import { dnsUntil } from './dns-until.ts';
import {
  type Checked,
  checkOwnership,
  type Finding,
  finding,
  nothingThere,
  orAlias,
  type RecordFinding,
  unread,
} from './finding.ts';
import { checkMailFrom, checkReturnPath } from './return-path.ts';
import { checkSpf } from './spf.ts';

/** The MX of a receiving domain. Any other MX would take some of its mail. */
async function checkInboundMx(checked: Checked): Promise<Finding> {
  const { dns, record } = checked;
  const found = await dns.ask('MX', record.host);
  if (found === null) return unread(record);
  const isOurs = (value: string) => value.endsWith(` ${record.value}`);
  const others = found.filter((value) => !isOurs(value));
  if (found.length === 0) return nothingThere(checked, (values) => values.some(isOurs));
  if (others.length === 0) return finding('verified', found);
  const note = `${record.host} has another MX record (${others[0]}), which diverts mail: remove it.`;
  return finding('mismatch', found, note);
}

/** Milliseconds until a check stops querying. */
const check_ms = 12_000;

/** Private DKIM keys, base64 of PKCS #8. Null if none. */
export type PrivateKeys = { current: string | null; next: string | null };

/** Each DNS record's finding, queried in parallel. `keys` are for the self-tests. */
export async function checkRecords(
  ctx: Base & Dns,
  domain: Domain,
  records: DnsRecord[],
  keys: PrivateKeys,
): Promise<RecordFinding[]> {
  const hosts = serviceHosts(ctx);
  const { suffixOf } = await import('../../../core/public-suffix.ts');
  const { registrable } = suffixOf(domain.name);
  const { now } = ctx.runtime;
  const dns = dnsUntil(ctx.dns, now, now() + check_ms);
  const check = async (checked: Checked): Promise<Finding> => {
    const { record } = checked;
    switch (record.purpose) {
      case 'ownership':
        return checkOwnership(checked);
      case 'dkim':
        return checkDkim(checked, keys.current ?? '');
      case 'dkim_next':
        return checkDkim(checked, keys.next ?? '');
      case 'dkim_retired':
        // The retired record may soon be removed, so its presence in DNS doesn't matter (N28).
        return finding('retired', record.current, record.note);
      case 'return_path':
        return record.type === 'CNAME'
          ? checkReturnPath(checked, hosts.return_path, ctx.settings.region)
          : checkMailFrom(checked, hosts.return_path, ctx.settings.region);
      case 'spf':
        return checkSpf(checked, hosts.spf);
      case 'dmarc':
        return checkDmarc(checked, registrable);
      case 'inbound_mx':
        return checkInboundMx(checked);
    }
  };
  return Promise.all(
    records.map(async (record) => {
      const { purpose } = record;
      const found = await check({ dns, record });
      // True if the return path is a CNAME, or if the domain may use one.
      return { purpose, ...(purpose === 'return_path' ? found : await orAlias({ dns, record }, found)) };
    }),
  );
}
