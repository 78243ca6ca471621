import type { EmailFailure } from '../core/records/events.ts';
import type { Retention } from '../core/retention.ts';
import { contend } from './contend.ts';
import { rowOf } from './events.ts';
import { keys } from './schema.ts';
import { ConditionFailed, type Table } from './table.ts';

/**
 * An email fails on a condition of its state (`#state`), and the event that tells of it is written with it: no
 * crash leaves the one without the other. False when the condition does not hold.
 */
export async function failWithEvent(
  { table, retention }: { table: Table; retention: Retention },
  end: EmailFailure,
  { condition, values }: { condition: string; values: Record<string, unknown> },
): Promise<boolean> {
  const { id, failed_at, failure_reason, event } = end;
  const update = {
    update: keys.email(id),
    expression:
      'SET #state = :failed, failed_at = :failed_at, failure_reason = :reason REMOVE lease_until, outbox',
    condition,
    names: { '#state': 'state' },
    values: { ...values, ':failed': 'failed', ':failed_at': failed_at, ':reason': failure_reason },
  };
  try {
    await contend(id, () => table.transact([update, { put: rowOf(event, retention) }]));
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
