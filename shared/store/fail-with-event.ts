import type { EmailFailure } from '../core/records/events.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import { conditionHeld, retryTransaction } from './conflicts.ts';
import { rowOf } from './events.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/**
 * Fails an email on a condition of its state (`#state`) and writes its event in the same transaction, so that no
 * crash leaves one without the other. False when the condition does not hold.
 */
export async function failWithEvent(
  { table, runtime, retention }: { table: Table; runtime: Runtime; retention: Retention },
  end: EmailFailure,
  { condition, values }: { condition: string; values: Record<string, unknown> },
): Promise<boolean> {
  const { id, failed_at, failure_reason, event } = end;
  const update = {
    update: keys.email(id),
    expression:
      'SET #state = :failed, failed_at = :failed_at, failure_reason = :reason REMOVE lease_until, lease_token, outbox',
    condition,
    names: { '#state': 'state' },
    values: { ...values, ':failed': 'failed', ':failed_at': failed_at, ':reason': failure_reason },
  };
  return conditionHeld(retryTransaction(table, runtime, [update, { put: rowOf(event, retention) }]));
}
