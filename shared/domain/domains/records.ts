import { AppError } from '../../core/errors.ts';
import type { DnsRecord, RecordPurpose } from '../../core/records/domains.ts';
import type { Base } from '../context.ts';

/** Names under the service's domain that customers' records point to. */
export type ServiceHosts = { return_path: string; spf: string; inbound: string };

/** Throws 503 `not_configured` if the deployment has no service domain. */
export function serviceHosts({ settings }: Pick<Base, 'settings'>): ServiceHosts {
  const { service_domain, region } = settings;
  const missing = 'This deployment has no service domain: deploy it with -c serviceDomain';
  if (service_domain === null) throw new AppError('not_configured', missing);
  return {
    return_path: `rp.${service_domain}`,
    spf: `spf.${service_domain}`,
    inbound:
      settings.inbound === 'ses' ? `inbound-smtp.${region}.amazonaws.com` : `inbound.${service_domain}`,
  };
}

export const claimHost = (name: string) => `_service-claim.${name}`;
export const returnPathHost = (name: string) => `rp.${name}`;
export const dmarcHost = (name: string) => `_dmarc.${name}`;

export const claimValue = (proof: string) => `service-claim=${proof}`;

export const record = (
  purpose: RecordPurpose,
  type: DnsRecord['type'],
  host: string,
  value: string,
  priority: number | null = null,
): DnsRecord => ({ purpose, type, host, value, priority, current: null, note: null });

const ownershipRecord = (name: string, proof: string) =>
  record('ownership', 'TXT', `_service.${name}`, `service-verification=${proof}`);

/** The five records of a sending domain. */
export function sendingRecords(
  name: string,
  proof: string,
  hosts: ServiceHosts,
  key: { selector: string; public_key: string },
): DnsRecord[] {
  return [
    ownershipRecord(name, proof),
    dkimRecord(name, key),
    record('return_path', 'CNAME', returnPathHost(name), hosts.return_path),
    record('spf', 'TXT', name, `v=spf1 include:${hosts.spf} ~all`),
    dmarcRecord(name),
  ];
}

export const dkimRecord = (
  name: string,
  { selector, public_key }: { selector: string; public_key: string },
) => record('dkim', 'TXT', `${selector}._domainkey.${name}`, `v=DKIM1; k=rsa; p=${public_key}`);

export const dmarcRecord = (name: string) => record('dmarc', 'TXT', dmarcHost(name), 'v=DMARC1; p=none');

/** The two records of a receive-only domain; SES requires a third (`dkim-key.ts`). */
export const receivingRecords = (name: string, proof: string, hosts: ServiceHosts): DnsRecord[] => [
  ownershipRecord(name, proof),
  record('inbound_mx', 'MX', name, hosts.inbound, 10),
];

const required: readonly RecordPurpose[] = ['ownership', 'dkim', 'return_path', 'spf'];

/** Whether a domain needs this record to be verified. */
export const isRequired = (purpose: RecordPurpose): boolean => required.includes(purpose);
