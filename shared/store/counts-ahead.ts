import { lruCache } from '../core/cache.ts';
import type { CountedLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import { conditionHeld, noConflict, retryUpdate } from './conflicts.ts';
import { aheadWrites, labelOf } from './limit-counts.ts';
import { undoRampWrite } from './ramp-counts.ts';
import type { Table, Update, Write } from './table.ts';
import { sendUpdate } from './updates.ts';

/** How long this process counts a limit in advance after transactions conflicted on it. */
const busy_ms = 10_000;

type Stores = { table: Table; runtime: Runtime };

/**
 * Whether an update's condition held. Sends it at most once, even if its response is lost. If a transaction
 * holds the item, sends the update on its own, and repeats it only while a transaction holds the item.
 */
async function updateOnce({ table, runtime }: Stores, update: Update): Promise<boolean> {
  if (await noConflict(table.transact([update], { once: true }))) return true;
  return conditionHeld(retryUpdate(table, runtime, update, { once: true }));
}

/**
 * Reverses a count with the first update whose condition holds. Reversing it twice would allow too much mail.
 */
async function takeBack(stores: Stores, undos: Update[]): Promise<void> {
  for (const undo of undos) if (await updateOnce(stores, undo)) return;
}

/** Until when each limit is busy, by table. */
const busyLimits = new WeakMap<Table, ReturnType<typeof lruCache<number>>>();

function busyOf(table: Table) {
  const known = busyLimits.get(table) ?? lruCache<number>({ max: 1_000 });
  busyLimits.set(table, known);
  return known;
}

/**
 * Takes a send's counts before its final write, each with its own update. Unlike transactions, updates of one
 * item don't conflict, so hundreds per second succeed instead of tens. Only for limits with recent conflicts,
 * and only far from the limit; near it, the final write counts exactly.
 *
 *   decision made     -> the counts stay
 *   decision rejected -> given back
 *   outcome unknown   -> they stay until the day ends, as after a crash: a few recipients fewer, never more
 */
export function countsAhead({ table, runtime }: Stores) {
  const busy = busyOf(table);
  /** The updates that reverse each count. */
  const taken = new Map<string, Update[]>();

  const noteBusy = (limit: CountedLimit) => busy.set(labelOf(limit), runtime.now() + busy_ms);

  const takeOne = async (limit: CountedLimit): Promise<void> => {
    const writes = aheadWrites(limit, runtime.now());
    if (writes === null) return;
    if (await noConflict(sendUpdate(table, writes.take))) taken.set(labelOf(limit), writes.undo);
  };

  return {
    noteConflict: (limits: CountedLimit[]): void => limits.forEach(noteBusy),

    /** Counts the limits that can be counted in advance. Returns the rest for the final write. */
    take: async (limits: CountedLimit[]): Promise<CountedLimit[]> => {
      const isOpen = (limit: CountedLimit) => !taken.has(labelOf(limit));
      const isBusy = (limit: CountedLimit) => (busy.get(labelOf(limit)) ?? 0) > runtime.now();
      await Promise.all(limits.filter((limit) => isOpen(limit) && isBusy(limit)).map(takeOne));
      return limits.filter(isOpen);
    },

    /** If a count can't be reversed, it stays, because no response depends on it. */
    giveBack: async (): Promise<void> => {
      const undos = [...taken.values()];
      taken.clear();
      await Promise.allSettled(undos.map((undo) => takeBack({ table, runtime }, undo)));
    },
  };
}

export type CountsAhead = ReturnType<typeof countsAhead>;

const maxParts = 100;

const isTenants = (write: Write): write is Update =>
  'update' in write && write.label?.endsWith(' tenant') === true;

/**
 * Counts the part that doesn't fit a transaction with `others` parts before that transaction: tenant limits,
 * because a batch of 100 emails can have too many. Returns the rest, and `giveBack` for a rejected
 * transaction. After a crash or an unknown outcome, the counts stay until the day ends, which allows a few
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
    await Promise.allSettled(ahead.map((write) => takeBack({ table, runtime }, [undoRampWrite(write)])));
  };
  return { rest: counts.filter((write) => !(ahead as Write[]).includes(write)), giveBack };
}
