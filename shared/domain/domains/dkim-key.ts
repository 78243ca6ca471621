import { makeDkimKey } from '../../core/dkim-key.ts';
import type { Domain, DomainDns, DomainKey } from '../../core/records/domains.ts';
import type { Base, DomainSecrets, Domains } from '../context.ts';
import type { WholeDomain } from '../ports/domains.ts';
import { needsIdentity } from './inbound-records.ts';
import { dkimRecord } from './records.ts';

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
export async function ensureDkimKey(
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
