import type { CountedLimit, LimitCounts } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import { type Counted, countSends, countsOf, labelOf } from './limit-counts.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/** Of the transactions on one limit's item one succeeds at a time: enough for bursts of the plans with limits. */
const attempts = 25;

type Sends = CountedLimit[][];

const withCounts = (sends: Sends, counts: ReadonlyMap<string, LimitCounts | null>): Sends =>
  sends.map((limits) =>
    limits.map((limit) => {
      const label = labelOf(limit);
      return counts.has(label) ? { ...limit, counts: counts.get(label) ?? null } : limit;
    }),
  );

/** The sends with the current counts of all of their limits, in one consistent read. */
async function readCounts(table: Table, sends: Sends): Promise<Sends> {
  const limits = [...new Map(sends.flat().map((limit) => [labelOf(limit), limit])).values()];
  const items = await table.batchGet(
    limits.map(({ owner, kind }) => keys.limit(owner, kind)),
    { consistent: true },
  );
  const counts = limits.map((limit, i) => [labelOf(limit), countsOf(items[i] ?? null)] as const);
  return withCounts(sends, new Map(counts));
}

/** The counts that a failed transaction returned, by label. */
const returnedCounts = ({ failed }: Conflict, sends: Sends): Map<string, LimitCounts | null> => {
  const labels = sends.flat().map(labelOf);
  return new Map(
    [...failed].filter(([label]) => labels.includes(label)).map(([label, item]) => [label, countsOf(item)]),
  );
};

/**
 * Writes sends together with what they count, in one transaction: no count without its email, no email without its
 * count (Q9). `write` sends the transaction; it is called again with fresh counts while concurrent sends change
 * them, and handles every other failure itself.
 *
 *   counts changed since they were read -> again, with the counts that the failed condition returned
 *   another transaction is running      -> again after a wait, with counts read consistently
 *   a limit is exceeded                 -> confirmed by a consistent read before `write` is called with it
 */
export function writeCounted<T>(
  { table, runtime }: { table: Table; runtime: Runtime },
  asked: Sends,
  write: (counted: Counted) => Promise<T>,
): Promise<T> {
  let sends = asked;
  let confirmed = false;
  const count = () => countSends(sends, runtime.now());
  const readAll = async () => {
    sends = await readCounts(table, sends);
    confirmed = true;
  };
  const attempt = async (last: Conflict | null) => {
    const returned = last && returnedCounts(last, sends);
    if (returned?.size) sends = withCounts(sends, returned);
    else if (last !== null) await readAll();
    if (!confirmed && count().exceeded.some((limit) => limit !== null)) await readAll();
    return write(count());
  };
  return retryConflicts(runtime, attempt, { attempts });
}
