import type { DnsRecord, Domain } from '../../core/records/domains.ts';
import type { Base } from '../context.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import { serviceHosts } from './records.ts';

const otherDoor =
  'The way this deployment receives email has changed: replace the old MX record with this one.';

/** SES receives only for verified identities, so there a receive-only domain also needs our key. */
export const needsIdentity = ({ settings }: Base, { sending_enabled }: Domain): boolean =>
  sending_enabled || settings.inbound === 'ses';

/**
 * Adds the records this deployment needs for receiving: a receive-only domain's MX, and its key's record
 * where SES receives. A changed value is a mismatch until the next check.
 */
export function withInboundRecords(ctx: Base, withDns: DomainWithDns): DomainWithDns {
  const { domain, dns } = withDns;
  if (domain.sending_enabled || dns === null) return withDns;
  const { inbound } = serviceHosts(ctx);
  const wanted = dns.records.filter(
    ({ purpose }) => !purpose.startsWith('dkim') || needsIdentity(ctx, domain),
  );
  const isOld = ({ purpose, value }: DnsRecord) => purpose === 'inbound_mx' && value !== inbound;
  const records = wanted.map((record) =>
    isOld(record) ? { ...record, value: inbound, note: otherDoor } : record,
  );
  const moved = wanted.some(isOld);
  const record_status = { ...domain.record_status, ...(moved && { inbound_mx: 'mismatch' as const }) };
  return { ...withDns, domain: { ...domain, record_status }, dns: { ...dns, records } };
}
