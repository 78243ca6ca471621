import type { EmailEvent } from '../core/records.ts';
import { contend } from './contend.ts';
import { rowOf } from './events.ts';
import { keys } from './schema.ts';
import { ConditionFailed, type Table } from './table.ts';

/** How an email ends that is not to go out. */
export type End = { id: string; failed_at: string; failure_reason: string; event: EmailEvent };

/**
 * An email fails on a condition of its state (`#state`), and the event that tells of it is written with it: no
 * crash leaves the one without the other. False when the condition does not hold.
 */
export async function endFailed(
  table: Table,
  end: End,
  { condition, values }: { condition: string; values: Record<string, unknown> },
): Promise<boolean> {
  const { id, failed_at, failure_reason, event } = end;
  const update = {
    update: keys.email(id),
    expression:
      'SET #state = :failed, failed_at = :failed_at, failure_reason = :reason REMOVE lease_until, due',
    condition,
    names: { '#state': 'state' },
    values: { ...values, ':failed': 'failed', ':failed_at': failed_at, ':reason': failure_reason },
  };
  try {
    await contend(id, () => table.transact([update, { put: rowOf(event) }]));
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
