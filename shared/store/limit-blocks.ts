import { lruCache } from '../core/cache.ts';
import { dayOf } from '../core/days.ts';
import type { CountedLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import { blockLabelOf, blockWrites, type Held, mostHeld } from './block-writes.ts';
import type { Table, Update } from './table.ts';

/** How old a block may be (A4). */
const lease_ms = 5_000;

/** Blocks hold what a process spends in this time, and at most so many recipients. */
const held_s = 0.5;
const largest = 200;

/** One process holds at most so much of what all may hold. */
const share = 8;

/** A block that is used up within this time says that its limit is busy. */
const busy_ms = 1_000;

type Block = Held & {
  day: string;
  until: number;
  end: (held: Held) => Update[];
};

/** What this process knows of one limit, of a ramp for one stream. */
type Holder = {
  block: Block | null;
  /** Sends that find no block wait for the one that leases the next. */
  leasing: Promise<unknown> | null;
  size: number;
  leased_at: number;
};

type Blocks = { holders: ReturnType<typeof lruCache<Holder>>; open: Set<Block> };

const blocksOfTables = new WeakMap<Table, Blocks>();

function blocksOf(table: Table): Blocks {
  const known = blocksOfTables.get(table) ?? { holders: lruCache<Holder>({ max: 1_000 }), open: new Set() };
  blocksOfTables.set(table, known);
  return known;
}

function holderOf({ holders }: Blocks, limit: CountedLimit): Holder {
  const label = blockLabelOf(limit);
  const known = holders.get(label) ?? { block: null, leasing: null, size: 1, leased_at: 0 };
  holders.set(label, known);
  return known;
}

/** Recipients of the next block: what the process spends in half a second, at most twice the last one. */
function nextSize({ size, leased_at }: Holder, now: number): number {
  const used_ms = now - leased_at;
  if (used_ms > busy_ms) return 1;
  const spends = (size * 1_000) / Math.max(1, used_ms);
  return Math.max(1, Math.min(2 * size, largest, 1 + Math.round(held_s * spends)));
}

/**
 * What blocks do with the table. Its errors are of classes that this module, a bundle of its own, has no part in: the
 * caller reads them.
 */
export type BlockStore = {
  table: Table;
  runtime: Runtime;
  /** Whether it was made: false where its condition does not hold or a transaction holds the item. */
  lease: (update: Update) => Promise<boolean>;
  /** Whether its condition held; tried again while a transaction holds the item. */
  giveBack: (update: Update) => Promise<boolean>;
};

/**
 * Gives back what a block has left: the first of its updates whose condition holds. What fails stays counted until the
 * day ends; no answer to a caller depends on it.
 */
async function endBlock({ table, giveBack }: BlockStore, block: Block): Promise<boolean> {
  if (!blocksOf(table).open.delete(block)) return false;
  const { left, size } = block;
  block.left = 0;
  try {
    for (const update of block.end({ left, size })) {
      if (await giveBack(update)) break;
    }
  } catch {}
  return true;
}

/** Gives back the blocks of these limits before one of them refuses a send (A4). Whether there was one. */
export async function endBlocksOf(store: BlockStore, limits: CountedLimit[]): Promise<boolean> {
  const blocks = blocksOf(store.table);
  const streams = ['transactional', 'product'] as const;
  const labels = limits.flatMap((limit) =>
    limit.kind === 'tenant' || limit.kind === 'ramp'
      ? streams.map((stream) => blockLabelOf({ ...limit, stream }))
      : [blockLabelOf(limit)],
  );
  const held = labels.flatMap((label) => blocks.holders.get(label)?.block ?? []);
  const ended = await Promise.all(held.map((block) => endBlock(store, block)));
  return ended.includes(true);
}

/** Gives back what this process leased and did not spend in time. */
export async function endOldBlocks(store: BlockStore): Promise<void> {
  const now = store.runtime.now();
  const old = [...blocksOf(store.table).open].filter(({ until }) => until <= now);
  await Promise.all(old.map((block) => endBlock(store, block)));
}

/** Leases the next block with room for `n`; the last one ends in the same write. Whether there is one. */
async function lease(store: BlockStore, holder: Holder, { limit, n }: { limit: CountedLimit; n: number }) {
  const { table, runtime } = store;
  const now = runtime.now();
  const { open } = blocksOf(table);
  const size = Math.min(nextSize(holder, now), Math.floor(mostHeld(limit, now) / share));
  holder.size = Math.max(1, size);
  holder.leased_at = now;
  const last = holder.block !== null && open.has(holder.block) ? holder.block : null;
  const day = dayOf(now);
  if (last !== null && last.day !== day) await endBlock(store, last);
  // As it is when the update is made: nothing is spent of it meanwhile.
  const held = { left: last?.left ?? 0, size: last !== null && last.day === day ? last.size : 0 };
  const writes = size > 1 && size >= n ? blockWrites(limit, { size, last: held }, now) : null;
  if (last !== null) open.delete(last);
  holder.block = null;
  if (writes !== null && (await store.lease(writes.lease))) {
    holder.block = { left: size, size, day, until: now + lease_ms, end: writes.end };
    open.add(holder.block);
    return true;
  }
  if (last !== null && last.day === day) {
    open.add(last);
    await endBlock(store, last);
  }
  return false;
}

/** Sends that wait for a block in vain so often are counted by themselves. */
const rounds = 10;

/**
 * Takes the recipients of a send out of a block of this process, which is leased where there is none: one write of the
 * table for many sends. Returns how to put them back; null where the send is to be counted by itself: the limit is
 * small, near its end, not busy in this process, or all blocks together hold what they may.
 */
export async function takeOfBlock(
  store: BlockStore,
  limit: CountedLimit,
): Promise<((undo: Update) => Update | null) | null> {
  const { runtime, table } = store;
  const n = limit.recipients;
  if (mostHeld(limit, runtime.now()) < share) return null;
  const blocks = blocksOf(table);
  const holder = holderOf(blocks, limit);
  for (let round = 0; round < rounds; round++) {
    const { block } = holder;
    const now = runtime.now();
    const usable = block !== null && block.until > now && block.day === dayOf(now) && blocks.open.has(block);
    if (usable && block.left >= n) {
      block.left -= n;
      return (undo) => {
        if (!blocks.open.has(block)) return undo;
        block.left += n;
        return null;
      };
    }
    if (holder.leasing !== null) {
      await holder.leasing.catch(() => {});
      continue;
    }
    holder.leasing = lease(store, holder, { limit, n }).finally(() => {
      holder.leasing = null;
    });
    if (!(await holder.leasing)) return null;
  }
  return null;
}
