import { makeDkimKey } from '../../core/dkim-key.ts';
import type { Domain, DomainDns, DomainKey } from '../../core/records/domains.ts';
import type { Base, DomainSecrets, Domains } from '../context.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import { needsIdentity } from './inbound-records.ts';
import { dkimRecord } from './records.ts';

/**
 * A new key with its private half sealed. Its own selector avoids conflicts with other deployments and
 * claims.
 */
export async function newKey(
  ctx: Base & DomainSecrets,
  { account, name }: Pick<Domain, 'account' | 'name'>,
): Promise<{ selector: string; key: DomainKey }> {
  const selector = `svc-${ctx.runtime.secret(6, 'base32')}`;
  const { public_key, private_key } = await makeDkimKey();
  const sealed_private_key = await ctx.sealing.seal({ account, domain: name }, private_key);
  return { selector, key: { public_key, sealed_private_key } };
}

/** Inserts the key's record after the first, which is the ownership record. */
function withKeyRecord(dns: DomainDns, { name, dkim_selector: selector }: Domain, public_key: string) {
  const key = dkimRecord(name, { selector, public_key });
  return { ...dns, records: [...dns.records.slice(0, 1), key, ...dns.records.slice(1)] };
}

/** A receive-only domain with a new key, whose identity a worker has to create. */
export async function newlyKeyed(
  ctx: Base & DomainSecrets,
  before: Domain,
  dns: DomainDns,
): Promise<{ domain: Domain; dns: DomainDns; key: DomainKey }> {
  const { selector, key } = await newKey(ctx, before);
  const domain: Domain = { ...before, dkim_selector: selector, identity: 'preparing' };
  return { domain, dns: withKeyRecord(dns, domain, key.public_key), key };
}

/**
 * A domain with its DKIM key, which is created if needed. Null if the domain changed in the meantime. Safe to
 * repeat.
 */
export async function ensureDkimKey(
  ctx: Base & Domains & DomainSecrets,
  withDns: DomainWithDns,
): Promise<DomainWithDns | null> {
  const { domain, dns } = withDns;
  if (dns === null || !needsIdentity(ctx, domain)) return withDns;
  if (dns.records.some(({ purpose }) => purpose === 'dkim')) return withDns;
  const known = await ctx.domains.readKey(domain.name);
  if (known !== null) return { ...withDns, dns: withKeyRecord(dns, domain, known.public_key) };
  const { key, ...keyed } = await newlyKeyed(ctx, domain, dns);
  return (await ctx.domains.addKey(keyed.domain, key, keyed.dns)) ? { ...withDns, ...keyed } : null;
}
