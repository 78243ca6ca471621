import type { Runtime } from '../core/runtime.ts';
import { retryTransaction } from './conflicts.ts';
import { undoRampWrite } from './ramp-counts.ts';
import type { Table, Update, Write } from './table.ts';

type Stores = { table: Table; runtime: Runtime };

const maxParts = 100;

const isTenants = (write: Write): write is Update =>
  'update' in write && write.label?.endsWith(' tenant') === true;

/**
 * The counts that fit a transaction next to `others` parts. Those of further tenants, of which a batch of 100 emails
 * may have a few too many, are counted before it, and `giveBack` takes them back when the transaction was refused. A
 * crash between the two, and a transaction whose outcome is not known, leave them counted until the day ends: some
 * recipients fewer, never more.
 */
export async function countAhead(
  { table, runtime }: Stores,
  counts: Write[],
  others: number,
): Promise<{ rest: Write[]; giveBack: () => Promise<void> }> {
  const over = counts.length + others - maxParts;
  if (over <= 0) return { rest: counts, giveBack: async () => {} };
  const ahead = counts.filter(isTenants).slice(0, over);
  await table.transact(ahead);
  const giveBack = async () => {
    // Taken back twice, a count would let mail over the limit.
    const undos = ahead.map((write) =>
      retryTransaction(table, runtime, [undoRampWrite(write)], { once: true }),
    );
    await Promise.allSettled(undos);
  };
  return { rest: counts.filter((write) => !(ahead as Write[]).includes(write)), giveBack };
}
