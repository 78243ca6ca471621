import { lruCache } from '../core/cache.ts';
import type { CountedLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import { conditionHeld, noConflict, retryUpdate } from './conflicts.ts';
import { aheadWrites, labelOf } from './limit-counts.ts';
import { undoRampWrite } from './ramp-counts.ts';
import type { Table, Update, Write } from './table.ts';
import { sendUpdate } from './updates.ts';

/** The time that this process counts a limit ahead after transactions conflicted on it. */
const busy_ms = 10_000;

type Stores = { table: Table; runtime: Runtime };

/**
 * Whether the condition of an update held, which is then made once though its answer is lost. Where another transaction
 * holds the item, the transaction changes nothing. Then an update by itself does, which is sent again while a
 * transaction holds the item, but not after its answer is lost.
 */
async function updateOnce({ table, runtime }: Stores, update: Update): Promise<boolean> {
  if (await noConflict(table.transact([update], { once: true }))) return true;
  return conditionHeld(retryUpdate(table, runtime, update, { once: true }));
}

/** Takes a count back by the first update whose condition holds: taken back twice, it would let mail over the limit. */
async function takeBack(stores: Stores, undos: Update[]): Promise<void> {
  for (const undo of undos) if (await updateOnce(stores, undo)) return;
}

/** The time until which each limit is busy, by the table on which this process found it. */
const busyLimits = new WeakMap<Table, ReturnType<typeof lruCache<number>>>();

function busyOf(table: Table) {
  const known = busyLimits.get(table) ?? lruCache<number>({ max: 1_000 });
  busyLimits.set(table, known);
  return known;
}

/**
 * Counts of one send that are taken before its deciding write, each by an update of its own: updates of one item do
 * not conflict with each other as transactions do, so that hundreds a second fit where tens did. Only for limits on
 * which transactions conflicted of late, and only far from the limit: near it the decision counts, exactly.
 *
 *   decision made     -> the counts stay
 *   decision refused  -> given back
 *   outcome not known -> they stay until the day ends, as after a crash: some recipients fewer, never more
 */
export function countsAhead({ table, runtime }: Stores) {
  const busy = busyOf(table);
  /** The updates that take each one back. */
  const taken = new Map<string, Update[]>();

  const noteBusy = (limit: CountedLimit) => busy.set(labelOf(limit), runtime.now() + busy_ms);

  const takeOne = async (limit: CountedLimit): Promise<void> => {
    const writes = aheadWrites(limit, runtime.now());
    if (writes === null) return;
    if (await noConflict(sendUpdate(table, writes.take))) taken.set(labelOf(limit), writes.undo);
  };

  return {
    noteConflict: (limits: CountedLimit[]): void => limits.forEach(noteBusy),

    /** Takes the counts that may be taken ahead, and returns the limits that are still to be counted in the decision. */
    take: async (limits: CountedLimit[]): Promise<CountedLimit[]> => {
      const isOpen = (limit: CountedLimit) => !taken.has(labelOf(limit));
      const isBusy = (limit: CountedLimit) => (busy.get(labelOf(limit)) ?? 0) > runtime.now();
      await Promise.all(limits.filter((limit) => isOpen(limit) && isBusy(limit)).map(takeOne));
      return limits.filter(isOpen);
    },

    /** A count that cannot be given back stays: no answer to a caller depends on it. */
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
    await Promise.allSettled(ahead.map((write) => takeBack({ table, runtime }, [undoRampWrite(write)])));
  };
  return { rest: counts.filter((write) => !(ahead as Write[]).includes(write)), giveBack };
}
