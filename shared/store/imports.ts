import { packJson, unpackJson } from '../core/compress.ts';
import { chunksOf } from '../core/in-parallel.ts';
import type { Import, ImportPart } from '../core/records/imports.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { Imports } from '../domain/ports/imports.ts';
import { conditionHeld, failureOf, retryConflicts, unlessFailed, updateIf } from './conflicts.ts';
import { type Objects, objectKeys } from './objects.ts';
import { entriesOf, queryAll } from './pages.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, readRecord, recordOf, type Table } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

const itemOf = (record: Import): Item => ({
  ...keys.import(record.account, record.id),
  et: 'import',
  ...record,
});

/** Max bytes of a compressed part stored as an item. Larger ones are objects (T10). */
const itemPart = 24 * 1024;

/** Compressed parts read at a time. */
const readAhead = 4;

/** The condition that a request still holds its lease. */
const held = ({ step, holder }: Import) => ({
  condition: '#step = :step AND holder = :holder',
  names: { '#step': 'step' },
  values: { ':step': step, ':holder': holder },
});

/**
 * Imports: a record each, which one request changes at a time, and an immutable part per recorded request
 * (M69).
 */
export function importStore(table: Table, objects: Objects): Imports['imports'] {
  async function place({ account, id, step }: Import, part: ImportPart): Promise<object> {
    const content = packJson(part);
    if (content.length <= itemPart) return { content };
    await objects.put(objectKeys.importPart(account, id, step), content);
    return { place: 'object', step };
  }

  const bytesOfPart = async ({ account, id }: Import, item: Item): Promise<Uint8Array | null> =>
    item.place === 'object'
      ? objects.get(objectKeys.importPart(account, id, item.step as number))
      : (item.content as Uint8Array);

  /** Read one by one, because together they may exceed a function's memory. */
  async function* parts(of: Import): AsyncGenerator<ImportPart> {
    const items = await queryAll(table, { ...partitions.importParts(of.id), consistent: true });
    const recorded = items.filter(({ sk }) => sk < keys.importPart(of.id, of.step).sk);
    for (const next of chunksOf(recorded, readAhead)) {
      const contents = await Promise.all(next.map((item) => bytesOfPart(of, item)));
      for (const content of contents) if (content !== null) yield unpackJson<ImportPart>(content);
    }
  }

  return {
    create: async (made) => {
      // The id is new, so an existing item means the SDK repeated a write whose response was lost.
      await conditionHeld(table.put(itemOf(made), { condition: absent }));
    },
    get: (account, id) => readRecord<Import>(table, keys.import(account, id)),

    lease: async (seen, { holder, now, until }) => {
      const free = {
        condition: '#step = :step AND #lease_until <= :now',
        names: { '#step': 'step' },
        values: { ':step': seen.step, ':now': now },
      };
      const change = { holder, lease_until: until };
      const taken = sendUpdate(table, setFields(keys.import(seen.account, seen.id), change, free));
      // Our own lease. The response was lost, and the SDK repeated the update.
      const item = await unlessFailed(taken, ({ item: found }) => (found?.holder === holder ? found : null));
      return item && recordOf<Import>(item);
    },

    release: async (of) => {
      await updateIf(table, setFields(keys.import(of.account, of.id), { lease_until: 0 }, held(of)));
    },

    // A part that no record counts is overwritten when the work is repeated (M17).
    record: async (of, next, part) => {
      const stored = await place(of, part);
      await table.put({ ...keys.importPart(of.id, of.step), et: 'import_part', ...stored });
      const failure = await failureOf(table.put(itemOf(next), held(of)));
      // The same for our own record.
      return failure === null || (failure.item?.step === next.step && failure.item.holder === of.holder);
    },

    parts,
    list: (account, page) => entriesOf<Import>(table, partitions.imports(account), page),
  };
}

const hour_ms = 3_600_000;

type Kind = 'new' | 'continued';

/** The end of an item's hour in epoch ms, or 0 without an item. */
const endOf = (item: Item | null) => (item === null ? 0 : (item.hour as number) + hour_ms);

/**
 * Limits requests per hour. An hour begins with the first request after the previous hour. One conditional
 * update counts or rejects a request, even under concurrency. The failed condition returns the current hour.
 */
export function importLimitStore(table: Table, runtime: Runtime): Imports['import_limits'] {
  const add = (account: Id<'acc'>, kind: Kind, { now, limit }: { now: number; limit: number }) =>
    table.update(keys.importHour(account), 'ADD #kind :one', {
      condition: '#hour > :ended AND #kind < :limit',
      names: { '#kind': kind, '#hour': 'hour' },
      values: { ':one': 1, ':ended': now - hour_ms, ':limit': limit },
    });

  const begin = (account: Id<'acc'>, kind: Kind, now: number) => {
    const counts = { new: 0, continued: 0, [kind]: 1 };
    const fields = { et: 'import_hour', hour: now, ...counts, ttl: Math.ceil((now + 2 * hour_ms) / 1000) };
    const condition = 'attribute_not_exists(#hour) OR #hour <= :ended';
    const ended = { condition, values: { ':ended': now - hour_ms } };
    return sendUpdate(table, setFields(keys.importHour(account), fields, ended));
  };

  return {
    count: (account, kind, limit) =>
      retryConflicts(runtime, async (last) => {
        const now = runtime.now();
        const item = last?.item ?? null;
        const left_ms = endOf(item) - now;
        if (left_ms > 0 && (item?.[kind] as number) >= limit) return Math.ceil(left_ms / 1000);
        await (last === null || left_ms > 0 ? add(account, kind, { now, limit }) : begin(account, kind, now));
        return null;
      }),
  };
}

/** Spooled rows of imports, compressed. The bucket deletes them after a day. */
export function importRowStore(objects: Objects): Imports['import_rows'] {
  return {
    put: (of, name, rows) => objects.put(objectKeys.importRows(of.account, of.id, name), packJson(rows)),
    get: async (of, name) => {
      const bytes = await objects.get(objectKeys.importRows(of.account, of.id, name));
      return bytes === null ? null : unpackJson(bytes);
    },
    remove: (of, name) => objects.remove(objectKeys.importRows(of.account, of.id, name)),
  };
}
