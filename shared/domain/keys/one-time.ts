import { AppError } from '../../core/errors.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import { tryAgain } from '../../core/revise.ts';
import type { Id, IdPrefix } from '../../core/runtime.ts';
import type { Base, Caller, Claims } from '../context.ts';

/** The Idempotency-Key of a request whose response shows a secret, and the request's hash. */
export type OneTime = { idempotency?: { key: string; hash: string } | null };

const day_ms = 86_400_000;

/** Throws 409 if an earlier request has claimed this key. */
async function refuseRepeated(
  ctx: Base & Claims,
  { account }: Caller,
  { key, hash }: NonNullable<OneTime['idempotency']>,
): Promise<void> {
  const first = await ctx.claims.read(account.id, key);
  if (first === null) return;
  const same = first.hash === hash;
  const message = same
    ? 'This request already succeeded, and its secret is shown only once'
    : 'This Idempotency-Key was already used with a different body';
  const reason = same ? 'secret_shown' : 'different_body';
  throw new AppError('idempotency_conflict', message, { details: { reason } });
}

/**
 * Claims an Idempotency-Key. A repeat gets 409, never the first response, because its secret is shown once.
 */
export async function oneTimeClaim(
  ctx: Base & Claims,
  caller: Caller,
  idempotency: OneTime['idempotency'],
): Promise<(id: Id<IdPrefix>) => IdempotencyClaim | null> {
  if (!idempotency) return () => null;
  await refuseRepeated(ctx, caller, idempotency);
  const { key, hash } = idempotency;
  const account = caller.account.id;
  const expires_at = ctx.runtime.now() + day_ms;
  return (id) => ({ account, key, hash, email_id: id, tenant: null, status: 'sent', expires_at });
}

/** The error when a concurrent request took the key first: 409, or 503 if that claim has since expired. */
export async function concurrentClaim(
  ctx: Base & Claims,
  caller: Caller,
  idempotency: OneTime['idempotency'],
): Promise<never> {
  if (idempotency) await refuseRepeated(ctx, caller, idempotency);
  throw tryAgain();
}
