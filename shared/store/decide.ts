import { waitAfterConflict } from '../core/backoff.ts';
import type { QuotaState, QuotaUse } from '../core/records/accounts.ts';
import type { IdempotencyClaim } from '../core/records/emails.ts';
import type { Runtime } from '../core/runtime.ts';
import { claimOf, fresh, takeClaim } from './claims.ts';
import { quotaOf, quotaWrite } from './quota.ts';
import { keys } from './schema.ts';
import { ConditionFailed, type Item, type Table, TransactionConflict, type Write } from './table.ts';

/** Transactions that meet on a quota or a claim try again this often, a little later each time. */
export const maxRounds = 25;

type Deciding = {
  meta: Item;
  /** A draft that was not put before. */
  draft: Item[];
  claim: IdempotencyClaim | null;
  quota: { use: QuotaUse; seen: QuotaState | null } | null;
};

/**
 * The deciding write as a transaction: meta, with the claim and the counted quota where there are any.
 *
 *   claim taken         -> twin, whatever the quota says: a twin of an accepted send gets its answer (Q9)
 *   quota seen too old  -> again with the counts that the condition returned
 *   quota used up       -> exceeded, once a consistent read has confirmed it
 *   met another one     -> again
 */
export async function decide(table: Table, runtime: Runtime, input: Deciding) {
  const { now } = runtime;
  const { claim, quota, meta } = input;
  const claimKey = claim && keys.claim(claim.account, claim.key);
  const isTaken = async () =>
    claim !== null &&
    claimKey !== null &&
    claimOf(await table.get(claimKey, { consistent: true }), claim.key, now()) !== null;
  const readQuota = async (use: QuotaUse) =>
    quotaOf(await table.get(keys.quota(use.account, use.kind), { consistent: true }));
  let seen = quota?.seen ?? null;
  let confirmed = false;
  for (let round = 0; ; round++) {
    const counted = quota && quotaWrite(quota.use, seen, now());
    if (counted && 'exceeded' in counted) {
      if (await isTaken()) return 'duplicate_key' as const;
      if (confirmed || quota === null) return { exceeded: counted.exceeded };
      seen = await readQuota(quota.use);
      confirmed = true;
      continue;
    }
    const writes: Write[] = [
      { label: 'email', put: meta, condition: fresh },
      ...(claim ? [takeClaim(claim, now())] : []),
      ...input.draft.map((put) => ({ put })),
      ...(counted ? [{ label: 'quota', ...counted.write }] : []),
    ];
    try {
      await table.transact(writes);
      return 'accepted' as const;
    } catch (error) {
      const again = error instanceof ConditionFailed || error instanceof TransactionConflict;
      if (!again || round >= maxRounds) throw error;
      if (error instanceof ConditionFailed) {
        if (error.failed.has('email')) return 'accepted' as const;
        if (error.failed.has('claim')) return 'duplicate_key' as const;
        seen = quotaOf(error.failed.get('quota') ?? null);
        confirmed = true;
        continue;
      }
      if (await isTaken()) return 'duplicate_key' as const;
      await waitAfterConflict(runtime, round);
      if (quota) seen = await readQuota(quota.use);
    }
  }
}
