import type { IdempotencyClaim } from '../core/records/emails.ts';
import { type Runtime, timestamp } from '../core/runtime.ts';
import { sha256Hex } from '../core/seal.ts';
import type { ClaimStore } from '../domain/ports/emails.ts';
import type { NoticeClaims } from '../domain/ports/notices.ts';
import { conditionHeld, retryTransaction } from './conflicts.ts';
import { dense } from './email-items.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';

/** Release 0.2 mistakes an account's claim without `scoped` for a tenant's. After 0.3, `scoped` can go. */
function claimItem({ key, ...record }: IdempotencyClaim): Item {
  const ttl = Math.ceil(record.expires_at / 1000) + 3600;
  return { ...keys.claim(record.account, key), et: 'claim', ttl, scoped: true, ...dense(record) };
}

export function claimOf(item: Item | null, key: string, now: number): IdempotencyClaim | null {
  if (item === null || (item.expires_at as number) <= now) return null;
  const { scoped: _scoped, ...record } = recordOf<IdempotencyClaim & { scoped?: true }>(item);
  return { ...record, tenant: record.tenant ?? null, key };
}

/** Claims on their own, for requests that create no email. */
export const claimStore = (table: Table, now: () => number): ClaimStore => ({
  read: async (account, key) =>
    claimOf(await table.get(keys.claim(account, key), { consistent: true }), key, now()),
});

/** Takes an idempotency key that is free or whose claim has expired. */
export const takeClaim = (claim: IdempotencyClaim, now: number): Write => ({
  label: 'claim',
  put: claimItem(claim),
  condition: `${absent} OR expires_at <= :now`,
  values: { ':now': now },
});

/** Frees the key of a request that is rejected after all. */
export const releaseClaim = ({ account, key, email_id }: IdempotencyClaim): Write => ({
  delete: keys.claim(account, key),
  condition: 'email_id = :made',
  values: { ':made': email_id },
});

const noticeKey = (about: string) => keys.notice(sha256Hex(about));

/** Claims a notice, or anything else that is done once about it. */
export function takeNotice(about: string, now: number): Write {
  const at = timestamp(now);
  const item = { ...noticeKey(about), et: 'notice', at, ttl: ttlAfter(at, retention_s.notice) };
  return { label: 'claim', put: item, condition: absent };
}

/** Claims for notices to owners, so each is mailed once. */
export const noticeClaims = (table: Table, runtime: Runtime): NoticeClaims => ({
  take: (about) => {
    const claimed = [takeNotice(about, runtime.now())];
    // Sent once. After a lost response, a repeated claim would look like another run's, and no notice would
    // go out.
    return conditionHeld(retryTransaction(table, runtime, claimed, { once: true }));
  },
  release: (about) => table.delete(noticeKey(about)),
});
