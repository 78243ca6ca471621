import type { EmailFailure } from '../core/records/events.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import { conditionHeld, retryTransaction } from './conflicts.ts';
import { rowOf } from './events.ts';
import { keys } from './schema.ts';
import type { Expression, Table } from './table.ts';
import { setFields } from './updates.ts';

/**
 * Fails an email on a condition of its state (`#state`) and writes its event in the same transaction, so that no
 * crash leaves one without the other. False when the condition does not hold.
 */
export async function failWithEvent(
  { table, runtime, retention }: { table: Table; runtime: Runtime; retention: Retention },
  { id, failed_at, failure_reason, event }: EmailFailure,
  when: Expression,
): Promise<boolean> {
  const ended = { lease_until: undefined, lease_token: undefined, outbox: undefined };
  const update = setFields(keys.email(id), { state: 'failed', failed_at, failure_reason, ...ended }, when);
  return conditionHeld(retryTransaction(table, runtime, [update, { put: rowOf(event, retention) }]));
}
