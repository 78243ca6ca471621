import { isAppError } from '../core/errors.ts';
import type { CountedLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import { type Conflict, isConflict, isRunning, retryConflicts } from './conflicts.ts';
import { type CountsAhead, countsAhead } from './counts-ahead.ts';
import { type Counted, countSends, isRamp, labelOf, mayBeGivenBack, withItem } from './limit-counts.ts';
import { needsOutcomes, outcomesOf } from './ramp-counts.ts';
import { keys } from './schema.ts';
import type { Item, Table } from './table.ts';

/** Transactions on one limit item succeed one at a time. This allows bursts on plans with limits. */
const attempts = 25;

/** Waits before a rejection, because other sends may give back counts they took in advance. */
const giveBackWaits_ms = [50, 100, 200, 400, 800, 1_500];

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

/** Adds the outcomes of each ramp's last day once a new day has begun, because they determine the stage. */
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
 * Writes sends and their counts in one transaction, so neither exists without the other. `write` sends the
 * transaction. It is called again with fresh counts while concurrent sends change them, and handles every other
 * failure itself.
 *
 *   counts changed since they were read -> again, with the counts that the failed condition returned
 *   another transaction is running      -> again after a wait, with counts read consistently
 *   a limit is exceeded                 -> confirmed by a consistent read before `write` is called with it
 *   and others count ahead on it        -> read again for up to 3 s, as they may give counts back
 *   a limit is busy                     -> counted ahead of the transaction, if `ahead` is given
 */
export function writeCounted<T>(
  { table, runtime }: Store,
  asked: Sends,
  write: (counted: Counted) => Promise<T>,
  ahead: CountsAhead | null = null,
): Promise<T> {
  let sends = asked;
  let confirmed = false;
  const waits = giveBackWaits_ms.values();
  let now = runtime.now();
  const count = async () => {
    now = runtime.now();
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
    if (last !== null && isRunning(last)) ahead?.noteConflict(sends.flat());
    let counted = await count();
    if (isExceeded(counted) && !confirmed) {
      await readAll();
      counted = await count();
    }
    while (isExceeded(counted) && mayBeGivenBack(sends, counted, runtime.now())) {
      const wait = waits.next();
      if (wait.done) break;
      await runtime.sleep(wait.value);
      await readAll();
      counted = await count();
    }
    if (ahead === null || isExceeded(counted)) return write(counted);
    sends = await Promise.all(sends.map(ahead.take));
    // Uses the time of `count`, so that if the day ends in the meantime, its outcomes aren't read.
    return write(countSends(sends, now));
  };
  return retryConflicts(runtime, attempt, { attempts });
}

/**
 * `writeCounted` for a single send, whose counts may be taken in advance. These counts are reversed if all
 * attempts conflict, or if `keeps` returns false for the result of `write`.
 */
export async function writeCountedSend<T>(
  store: Store,
  limits: CountedLimit[],
  write: (counted: Counted) => Promise<T>,
  keeps: (result: T) => boolean,
): Promise<T> {
  const ahead = countsAhead(store);
  try {
    const result = await writeCounted(store, [limits], write, ahead);
    if (!keeps(result)) await ahead.giveBack();
    return result;
  } catch (error) {
    if (isAppError(error) && isConflict(error.cause)) await ahead.giveBack();
    throw error;
  }
}
