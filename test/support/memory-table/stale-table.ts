import { randomUUID } from 'node:crypto';
import { installMemoryTable } from './memory-table.ts';

const never = { transactions: 0, single: 0 };

/**
 * A table only in this process, for a context with its name as TABLE_NAME. Reads without ConsistentRead show the
 * state at the last `catchUp`, the worst that a DynamoDB replica shows for a second.
 */
export function staleTable(): { TABLE_NAME: string; catchUp: () => void } {
  const TABLE_NAME = `stale-${randomUUID()}`;
  let writes = 0;
  const { catchUp } = installMemoryTable(() => TABLE_NAME, {
    lag_ms: Number.POSITIVE_INFINITY,
    stale: { share: 1, of: () => true },
    now: () => writes++,
    random: () => 0.5,
    conflicts: never,
  });
  return { TABLE_NAME, catchUp };
}
