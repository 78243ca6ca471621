import { makeDkimKey } from '../../core/dkim-key.ts';
import type { DnsRecord, Domain, DomainDns, DomainKey } from '../../core/records/domains.ts';
import type { Base, DomainSecrets, Domains } from '../context.ts';
import type { WholeDomain } from '../ports/domains.ts';
import { dkimRecord, serviceHosts } from './records.ts';

const otherDoor =
  'The deployment receives by another door now: publish this MX record in place of the old one.';

/** SES receives for verified identities only: there a domain that only receives needs a key of ours, too (R58). */
export const needsIdentity = ({ settings }: Base, { sending_enabled }: Domain): boolean =>
  sending_enabled || settings.inbound === 'ses';

/**
 * A domain with the records that the door of this deployment asks for: of one that only receives, the MX of the present
 * door, and the key's record where SES is the door. A value that is new is a mismatch until the next check (R58). Pure.
 */
export function atDoor(ctx: Base, whole: WholeDomain): WholeDomain {
  const { domain, dns } = whole;
  if (domain.sending_enabled || dns === null) return whole;
  const { inbound } = serviceHosts(ctx);
  const wanted = dns.records.filter(({ purpose }) => purpose !== 'dkim' || needsIdentity(ctx, domain));
  const isOld = ({ purpose, value }: DnsRecord) => purpose === 'inbound_mx' && value !== inbound;
  const records = wanted.map((record) =>
    isOld(record) ? { ...record, value: inbound, note: otherDoor } : record,
  );
  const moved = wanted.some(isOld);
  const record_status = { ...domain.record_status, ...(moved && { inbound_mx: 'mismatch' as const }) };
  return { ...whole, domain: { ...domain, record_status }, dns: { ...dns, records } };
}

/** The name of a new key: no other deployment or claim shares it. */
export const newSelector = ({ runtime }: Base): string => `svc-${runtime.secret(6, 'base32')}`;

/** The records with that of the key behind the first, which is the ownership's. */
function withKeyRecord(
  dns: DomainDns,
  { name, dkim_selector: selector }: Domain,
  public_key: string,
): DomainDns {
  const key = dkimRecord(name, { selector, public_key });
  return { ...dns, records: [...dns.records.slice(0, 1), key, ...dns.records.slice(1)] };
}

type Keyed = { domain: Domain; dns: DomainDns; key: DomainKey };

/** A domain that only receives with a new key, whose identity a worker has to make. */
export async function newlyKeyed(
  ctx: Base & DomainSecrets,
  { domain: before, dns }: { domain: Domain; dns: DomainDns },
): Promise<Keyed> {
  const { account, name } = before;
  const { public_key, private_key } = await makeDkimKey();
  const sealed_private_key = await ctx.sealing.seal({ account, domain: name }, private_key);
  const domain: Domain = { ...before, dkim_selector: newSelector(ctx), identity: 'preparing' };
  return { domain, dns: withKeyRecord(dns, domain, public_key), key: { public_key, sealed_private_key } };
}

/**
 * A domain with the key that its door asks for, made where it has none; null when it was changed meanwhile. Safe to
 * repeat.
 */
export async function withKey(
  ctx: Base & Domains & DomainSecrets,
  whole: WholeDomain,
): Promise<WholeDomain | null> {
  const { domain, dns } = whole;
  if (dns === null || !needsIdentity(ctx, domain)) return whole;
  if (dns.records.some(({ purpose }) => purpose === 'dkim')) return whole;
  const known = await ctx.domains.readKey(domain.name);
  if (known !== null) return { ...whole, dns: withKeyRecord(dns, domain, known.public_key) };
  const { key, ...keyed } = await newlyKeyed(ctx, { domain, dns });
  return (await ctx.domains.addKey(keyed.domain, key, keyed.dns)) ? { ...whole, ...keyed } : null;
}
