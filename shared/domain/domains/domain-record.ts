import * as z from 'zod';
import type { DkimRotation, DnsRecord, Domain } from '../../core/records/domains.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import type { Base, Tenants } from '../context.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import { withTenantNames } from '../tenants/names.ts';
import { domainStatus, recordPurpose, recordType } from './domain-request.ts';
import { withInboundRecords } from './inbound-records.ts';
import { isRequired } from './records.ts';
import { endsAt, removeAfter } from './rotation/rotation-after.ts';

/** How long resolvers should cache a published record, in seconds. */
const ttl = 3600;

export const RecordOfDomain = z
  .object({
    purpose: recordPurpose,
    type: recordType,
    host: z.string(),
    value: z.string(),
    priority: z.number().int().nullable(),
    ttl: z.number().int(),
    required: z.boolean(),
    status: z.enum(['pending', 'verified', 'missing', 'mismatch', 'error', 'retired']),
    current: z.array(z.string()).nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'DomainRecord' });

export const DomainRecord = z
  .object({
    id: z.string(),
    object: z.literal('domain'),
    name: z.string(),
    status: domainStatus,
    tenant: z.string().optional(),
    sending_enabled: z.boolean(),
    inbound_enabled: z.boolean(),
    open_tracking: z.boolean(),
    click_tracking: z.boolean(),
    tls_mode: z.enum(['opportunistic', 'enforced']),
    tracking_host: z.string().nullable(),
    region: z.string(),
    dkim_selector: z.string().nullable(),
    dkim_rotation: z
      .object({
        status: z.enum(['pending', 'switching', 'reverting', 'retired', 'ended']),
        selector: z.string(),
        started_at: Timestamp,
        ends_at: Timestamp.nullable(),
        remove_after: Timestamp.nullable(),
        note: z.string().nullable(),
      })
      .nullable(),
    records: z.array(RecordOfDomain),
    dns_host: z.object({
      provider: z.string().nullable(),
      apply: z.boolean(),
      credentials: z.enum(['none', 'stored']),
    }),
    verified_at: Timestamp.nullable(),
    last_checked_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Domain' });
export type DomainRecord = z.output<typeof DomainRecord>;

function noteOf({ identity }: Domain, { purpose, note }: DnsRecord): string | null {
  if (purpose !== 'dkim') return note;
  if (identity === 'foreign')
    return 'SES already has an identity with this name: ask the operator to run adopt-domain';
  return identity === 'preparing' ? (note ?? 'preparing') : note;
}

const rotationRecord = (
  rotation: DkimRotation | undefined,
  note: string | undefined,
): DomainRecord['dkim_rotation'] =>
  rotation === undefined
    ? null
    : {
        status: rotation.state,
        selector: rotation.selector,
        started_at: rotation.started_at,
        ends_at: endsAt(rotation),
        remove_after: removeAfter(rotation),
        note: note ?? null,
      };

/** `tenant` is an external_id, present only if a tenant owns it. */
function domainRecord({ settings }: Base, { domain, dns, stored }: DomainWithDns, tenant: string | null) {
  return pickFields(DomainRecord, {
    ...domain,
    object: 'domain',
    tenant: tenant ?? undefined,
    tracking_host: null,
    region: settings.region,
    dkim_selector: domain.dkim_selector || null,
    dkim_rotation: rotationRecord(domain.dkim_rotation, dns?.rotation_note),
    records: (dns?.records ?? []).map((record) => ({
      ...record,
      ttl,
      required: isRequired(record.purpose),
      status: domain.record_status[record.purpose] ?? 'pending',
      note: noteOf(domain, record),
    })),
    dns_host: {
      ...(dns?.host ?? { provider: null, apply: false }),
      credentials: stored === null ? 'none' : 'stored',
    },
  });
}

export async function showDomains(ctx: Base & Tenants, found: DomainWithDns[]): Promise<DomainRecord[]> {
  const owned = found.map((withDns) => ({
    ...withInboundRecords(ctx, withDns),
    tenant: withDns.domain.tenant,
  }));
  const account = found[0]?.domain.account;
  if (account === undefined) return [];
  return withTenantNames(ctx, account, owned, (one, tenant) => domainRecord(ctx, one, tenant));
}

export async function showDomain(ctx: Base & Tenants, withDns: DomainWithDns): Promise<DomainRecord> {
  const [record] = await showDomains(ctx, [withDns]);
  return record as DomainRecord;
}
