import { packJson, unpackJson } from '../core/compress.ts';
import type { Import, ImportPart } from '../core/records/imports.ts';
import type { Imports } from '../domain/ports/imports.ts';
import { conditionHeld, unlessFailed } from './conflicts.ts';
import { objectKeys } from './object-keys.ts';
import type { Objects } from './objects.ts';
import { queryAll } from './query-all.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, recordOf, type Table } from './table.ts';

const itemOf = (record: Import): Item => ({
  ...keys.import(record.account, record.id),
  et: 'import',
  ...record,
});

/** Compressed parts up to here are items, larger ones objects (T10). */
const itemPart = 24 * 1024;

/** Parts that are read at a time, compressed. */
const readAhead = 4;

/** The condition that a request still holds the lease that it took (M15). */
const held = ({ step, holder }: Import) => ({
  condition: '#step = :step AND holder = :holder',
  names: { '#step': 'step' },
  values: { ':step': step, ':holder': holder },
});

/** Imports: a record each, which requests change one at a time, and an immutable part for each recorded request (M69). */
export function importStore(table: Table, objects: Objects): Imports['imports'] {
  /** A part as it is stored: its bytes, or that the bucket has them. */
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

  /** One by one, as all of them may be larger than the memory of a function. */
  async function* parts(of: Import): AsyncGenerator<ImportPart> {
    const items = await queryAll(table, { ...partitions.importParts(of.id), consistent: true });
    const recorded = items.filter(({ sk }) => sk < keys.importPart(of.id, of.step).sk);
    for (let i = 0; i < recorded.length; i += readAhead) {
      const next = recorded.slice(i, i + readAhead);
      const contents = await Promise.all(next.map((item) => bytesOfPart(of, item)));
      for (const content of contents) if (content !== null) yield unpackJson<ImportPart>(content);
    }
  }

  return {
    create: (made) => table.put(itemOf(made), { condition: absent }),

    get: async (account, id) => {
      const item = await table.get(keys.import(account, id), { consistent: true });
      return item === null ? null : recordOf<Import>(item);
    },

    lease: (seen, { holder, now, until }) =>
      unlessFailed(
        table
          .update(keys.import(seen.account, seen.id), 'SET holder = :holder, lease_until = :until', {
            condition: '#step = :step AND lease_until <= :now',
            names: { '#step': 'step' },
            values: { ':holder': holder, ':until': until, ':step': seen.step, ':now': now },
          })
          .then((item) => recordOf<Import>(item)),
        () => null,
      ),

    release: async (of) => {
      const { values, ...expression } = held(of);
      const released = table.update(keys.import(of.account, of.id), 'SET lease_until = :none', {
        ...expression,
        values: { ...values, ':none': 0 },
      });
      await conditionHeld(released);
    },

    // A part that no record counts is overwritten by the request that repeats the work (M17).
    record: async (of, next, part) => {
      const stored = await place(of, part);
      await table.put({ ...keys.importPart(of.id, of.step), et: 'import_part', ...stored });
      return conditionHeld(table.put(itemOf(next), held(of)));
    },

    parts,

    list: async (account, { limit, before }) => {
      const { items, more } = await table.query({
        ...partitions.imports(account),
        limit,
        descending: true,
        consistent: true,
        ...(before !== null && { after: keys.import(account, before).sk }),
      });
      const imports = items.map((item) => recordOf<Import>(item));
      return { imports, next: more ? (imports.at(-1)?.id ?? null) : null };
    },
  };
}
