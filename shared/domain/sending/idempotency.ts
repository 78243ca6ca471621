import { AppError, isAppError } from '../../core/errors.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { Id, IdPrefix } from '../../core/runtime.ts';
import type { Base, Caller, Mail } from '../context.ts';

export type Idempotency = { key: string; hash: string };

export type SendResult = { id: Id<'msg'>; status: 'sent' | 'scheduled'; replayed: boolean };

const day_ms = 86_400_000;

/**
 * Whether the claim is for the same request. A tenant-limited caller sends for its tenant without naming it,
 * so another caller's equal body may be a different request.
 */
export const isSameBody = (caller: Caller, claim: IdempotencyClaim, { hash }: Idempotency): boolean =>
  claim.hash === hash && (caller.tenant === null ? !claim.tenant_by_key : claim.tenant === caller.tenant);

export type Claimant = Pick<Required<IdempotencyClaim>, 'tenant' | 'tenant_by_key'>;

/**
 * The owner of a claim: the tenant for which all of the request's sends are, whatever the key
 * (`tenantOfRequest`), or else the tenant of the caller's key.
 */
export function claimantOf(caller: Caller, tenants: (Id<'ten'> | null)[]): Claimant {
  const [tenant = null, ...others] = new Set(tenants);
  if (tenant !== null && others.length === 0) return { tenant, tenant_by_key: false };
  return { tenant: caller.tenant, tenant_by_key: caller.tenant !== null };
}

/**
 * H10, rule 9: the id of what an equal request created. Throws 409 if the key was used for a different
 * request.
 */
export function madeBefore<P extends IdPrefix>(
  caller: Caller,
  claim: IdempotencyClaim,
  idempotency: Idempotency,
): Id<P> {
  if (isSameBody(caller, claim, idempotency)) return claim.email_id as Id<P>;
  const details = { reason: 'different_body' };
  throw new AppError('idempotency_conflict', 'This Idempotency-Key was already used with a different body', {
    details,
  });
}

/** H10: the first response again; 409 for another body. */
export function replay(caller: Caller, claim: IdempotencyClaim, idempotency: Idempotency): SendResult {
  return { id: madeBefore(caller, claim, idempotency), status: claim.status, replayed: true };
}

/** Claims a key for a request's result, for 24 hours. */
export function claimFor(
  ctx: Base,
  made: Omit<IdempotencyClaim, 'key' | 'hash' | 'email_id' | 'expires_at'> & { id: Id<IdPrefix> },
  { key, hash }: Idempotency,
): IdempotencyClaim {
  const { account, id: email_id, tenant, tenant_by_key = false, status } = made;
  const expires_at = ctx.runtime.now() + day_ms;
  return { account, key, hash, email_id, tenant, tenant_by_key, status, expires_at };
}

/** The claim, strongly consistent. A send's facts aren't, and may miss a concurrent request's claim. */
export async function readClaim(
  ctx: Mail,
  caller: Caller,
  idempotency: Idempotency | null,
): Promise<IdempotencyClaim | null> {
  return idempotency && ctx.emails.readClaim(caller.account.id, idempotency.key);
}

/**
 * Throws the refusal, unless a concurrent request with the same key was accepted. In that case, returns that
 * request's response.
 */
export async function replayOrRefuse(
  ctx: Mail,
  caller: Caller,
  idempotency: Idempotency | null,
  refusal: unknown,
): Promise<SendResult> {
  const final = isAppError(refusal) && refusal.status < 500 && refusal.status !== 409;
  const first = final ? await readClaim(ctx, caller, idempotency) : null;
  if (first && idempotency) return replay(caller, first, idempotency);
  throw refusal;
}
