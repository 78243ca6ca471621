import type { CountedLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import { type Counted, countSends, isRamp, labelOf, withItem } from './limit-counts.ts';
import { needsOutcomes, outcomesOf } from './ramp-counts.ts';
import { keys } from './schema.ts';
import type { Item, Table } from './table.ts';

/** Of the transactions on one limit's item one succeeds at a time: enough for 300 sends at once. */
const attempts = 50;

type Sends = CountedLimit[][];
type Store = { table: Table; runtime: Runtime };

const isExceeded = ({ exceeded }: Counted) => exceeded.some((limit) => limit !== null);

const withItems = (sends: Sends, items: ReadonlyMap<string, Item | null>): Sends =>
  sends.map((limits) =>
    limits.map((limit) => {
      const label = labelOf(limit);
      return items.has(label) ? withItem(limit, items.get(label) ?? null) : limit;
    }),
  );

const distinct = (sends: Sends): CountedLimit[] => [
  ...new Map(sends.flat().map((limit) => [labelOf(limit), limit])).values(),
];

async function readCounts(table: Table, sends: Sends): Promise<Sends> {
  const limits = distinct(sends);
  const wanted = limits.map(({ owner, kind }) => keys.limit(owner, kind));
  const items = await table.batchGet(wanted, { consistent: true });
  return withItems(sends, new Map(limits.map((limit, i) => [labelOf(limit), items[i] ?? null])));
}

/** The sends with the outcomes of the last day of each ramp, where a new day has begun: they decide the stage (A12). */
async function readOutcomes(table: Table, sends: Sends, now: number): Promise<Sends> {
  const open = distinct(sends).flatMap((limit) =>
    isRamp(limit) && limit.counts !== null && needsOutcomes(limit, now)
      ? [{ ...limit, counts: limit.counts }]
      : [],
  );
  if (open.length === 0) return sends;
  const items = await table.batchGet(open.map(({ owner, counts }) => keys.counterDay(owner, counts.day)));
  const outcomes = new Map(open.map((limit, i) => [labelOf(limit), outcomesOf(items[i] ?? null)]));
  return sends.map((limits) =>
    limits.map((limit) => {
      const known = outcomes.get(labelOf(limit));
      if (known === undefined || !isRamp(limit) || limit.counts === null) return limit;
      return { ...limit, counts: { ...limit.counts, outcomes: known } };
    }),
  );
}

const returnedItems = ({ failed }: Conflict, sends: Sends) => {
  const labels = sends.flat().map(labelOf);
  return new Map([...failed].filter(([label]) => labels.includes(label)));
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
  { table, runtime }: Store,
  asked: Sends,
  write: (counted: Counted) => Promise<T>,
): Promise<T> {
  let sends = asked;
  let confirmed = false;
  const count = async () => {
    const now = runtime.now();
    sends = await readOutcomes(table, sends, now);
    return countSends(sends, now);
  };
  const readAll = async () => {
    sends = await readCounts(table, sends);
    confirmed = true;
  };
  const attempt = async (last: Conflict | null) => {
    const returned = last && returnedItems(last, sends);
    if (returned?.size) sends = withItems(sends, returned);
    else if (last !== null) await readAll();
    let counted = await count();
    if (isExceeded(counted) && !confirmed) {
      await readAll();
      counted = await count();
    }
    return write(counted);
  };
  return retryConflicts(runtime, attempt, { attempts });
}
