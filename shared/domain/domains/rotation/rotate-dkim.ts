import { AppError } from '../../../core/errors.ts';
import type { DkimRotation, Domain, DomainDns, DomainKey } from '../../../core/records/domains.ts';
import { laterThan, revise } from '../../../core/revise.ts';
import { timestamp } from '../../../core/runtime.ts';
import { sha256Hex } from '../../../core/seal.ts';
import type { Base, Caller, DomainSecrets, Domains } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import type { DomainWithDns } from '../../ports/domains.ts';
import { newKey } from '../dkim-key.ts';
import { getDomain } from '../get-domain.ts';
import { dkimRecord } from '../records.ts';
import { isOpen, removeAfter } from './rotation-after.ts';

type Ctx = Base & Domains & DomainSecrets;

const conflict = (message: string, details: Record<string, unknown>, hint?: string) =>
  new AppError('conflict', message, { details, ...(hint !== undefined && { hint }) });

function checkKeyed({ name, identity, dkim_selector, verified_at }: Domain): void {
  if (identity === 'adopted' || identity === 'foreign' || dkim_selector === '')
    throw conflict(`${name} has no DKIM key managed by Mailwright`, { reason: 'no_own_key' });
  if (verified_at === null)
    throw conflict(`${name} was never verified: publish its records`, { reason: 'not_verified' });
}

/** Throws 409 while another rotation is open or the previous key is still listed. */
function checkFree({ name, dkim_rotation: rotation }: Domain): void {
  if (rotation === undefined || rotation.state === 'ended') return;
  const { selector } = rotation;
  if (isOpen(rotation))
    throw conflict(
      `A DKIM key rotation for ${name} is already in progress`,
      { reason: 'rotation_open', selector },
      'Publish its record, or cancel it with DELETE /domains/{id}/rotate-dkim',
    );
  const remove_after = removeAfter(rotation);
  throw conflict(
    `The DKIM key for ${name} was changed recently. You can rotate it again after ${remove_after}, when the old key is removed`,
    {
      reason: 'key_retired',
      selector,
      remove_after,
    },
  );
}

function withNextRecord(dns: DomainDns, { name }: Domain, key: { selector: string; public_key: string }) {
  const { rotation_note: _, ...others } = dns;
  const next = { ...dkimRecord(name, key), purpose: 'dkim_next' as const };
  return {
    ...others,
    records: dns.records.flatMap((record) => (record.purpose === 'dkim' ? [record, next] : [record])),
  };
}

/** A next check time that no concurrent check has seen, so only one of two writes succeeds. */
export const soonAfter = ({ runtime }: Base, { next_check_at }: Domain): string => {
  const soon = timestamp(runtime.now() + 60_000);
  return soon === next_check_at ? timestamp(Date.parse(soon) + 1) : soon;
};

/** Makes one attempt. Undefined if the domain was checked or changed in the meantime. */
async function begin(
  ctx: Ctx,
  withDns: DomainWithDns & { dns: DomainDns },
  { key, rotation }: { key: DomainKey; rotation: DkimRotation },
): Promise<DomainWithDns | undefined> {
  const { domain } = withDns;
  const { dkim_next: _, ...record_status } = domain.record_status;
  const dns = withNextRecord(withDns.dns, domain, { ...rotation, public_key: key.public_key });
  const change = {
    dkim_rotation: rotation,
    record_status,
    next_check_at: soonAfter(ctx, domain),
    updated_at: laterThan(ctx.runtime, domain.updated_at),
  };
  const saved = await ctx.domains.saveCheck(domain, change, dns, { next: key });
  return saved === null ? undefined : { ...withDns, domain: saved, dns };
}

/**
 * POST /domains/{id}/rotate-dkim: creates a key with its own selector and returns the record to publish. Mail
 * is signed with the current key until DNS and SES have the new one. Repeating the Idempotency-Key changes
 * nothing. Throws 404, 503, and 409 for a domain without our key or never verified, while another rotation is
 * open, or while a former key is retired.
 */
export async function rotateDkim(
  ctx: Ctx,
  caller: Caller,
  ref: string,
  idempotency_key: string | null,
): Promise<DomainWithDns> {
  requireScope(caller, ['domains:write']);
  const request = idempotency_key === null ? undefined : sha256Hex(idempotency_key).slice(0, 32);
  let made: { key: DomainKey; selector: string } | null = null;
  return revise(ctx.runtime, async () => {
    const withDns = await getDomain(ctx, caller, ref);
    const { domain, dns } = withDns;
    if (request !== undefined && domain.dkim_rotation?.request === request) return withDns;
    checkKeyed(domain);
    checkFree(domain);
    if (!dns?.records.some(({ purpose }) => purpose === 'dkim'))
      throw conflict(`${domain.name} has no DKIM record`, { reason: 'no_own_key' });
    made ??= await newKey(ctx, domain);
    const at = timestamp(ctx.runtime.now());
    const rotation: DkimRotation = {
      state: 'pending',
      selector: made.selector,
      started_at: at,
      since: at,
      ...(request !== undefined && { request }),
    };
    const begun = await begin(ctx, { ...withDns, dns }, { key: made.key, rotation });
    if (begun === undefined) return undefined;
    const { account, id: domain_id } = domain;
    ctx.log.info('dkim_rotation_begun', { account, domain_id, by: caller.actor.id });
    return begun;
  });
}
