import type { IdempotencyClaim } from '../core/records/emails.ts';
import type { CountedLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AcceptResult, Joined } from '../domain/ports/emails.ts';
import { claimStore, takeClaim } from './claims.ts';
import { failureOf } from './conflicts.ts';
import { writeCountedSend } from './counted-write.ts';
import { joinedLabel, writesOf } from './joined.ts';
import type { Counted } from './limit-counts.ts';
import { absent, type Item, type Table } from './table.ts';

type Accept = {
  email: Item;
  /** Outbox row, envelope, and body, unless already written. */
  draft: Item[];
  claim: IdempotencyClaim | null;
  limits: CountedLimit[];
  /** Writes of another store. If one fails, all are undone. */
  joined: Joined | null;
};

/**
 * The final write: the email, with its idempotency claim and counted limits, if any.
 *
 *   claim taken    -> duplicate_key, whatever the limits: the duplicate gets the accepted send's response
 *   limit exceeded -> exceeded
 *   joined failed  -> overtaken: nothing is written
 *   email exists   -> accepted: the SDK repeated a write whose response was lost
 */
export function writeAccept(
  store: { table: Table; runtime: Runtime },
  { email, draft, claim, limits, joined }: Accept,
): Promise<AcceptResult> {
  const { table, runtime } = store;
  const isClaimed = async () => {
    if (claim === null) return false;
    return (await claimStore(table, runtime.now).read(claim.account, claim.key)) !== null;
  };
  const write = async ({ exceeded: [exceeded], counts }: Counted): Promise<AcceptResult> => {
    if (exceeded) return (await isClaimed()) ? 'duplicate_key' : { exceeded };
    const accepting = table.transact([
      { label: 'email', put: email, condition: absent },
      ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ...draft.map((put) => ({ put })),
      ...counts,
      ...(joined === null ? [] : writesOf(joined)),
    ]);
    const failure = await failureOf(accepting);
    if (failure === null) return 'accepted';
    const { failed } = failure;
    if (failed.has(joinedLabel)) return 'overtaken';
    if (failed.has('email')) return 'accepted';
    if (failed.has('claim')) return 'duplicate_key';
    throw failure;
  };
  return writeCountedSend(store, limits, write, (result) => result === 'accepted');
}
