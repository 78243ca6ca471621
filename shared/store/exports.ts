import type { ExportBegun, ExportedList, Exports } from '../domain/ports/lists.ts';
import { conditionHeld } from './conflicts.ts';
import { type Objects, objectKeys } from './objects.ts';
import { keys, listId } from './schema.ts';
import { absentOrExpired, type Expression, isExpired, recordOf, type Table } from './table.ts';

/** How soon the next request must follow, in seconds. After that, the list may have changed too much. */
const patience_s = 600;

/** Exports that take several requests: their position in the table, their parts in the bucket. */
export function exportStore(table: Table, objects: Objects, now: () => number): Omit<Exports, 'put'> {
  const keyOf = (list: ExportedList) => keys.export(listId(list));
  const seconds = () => Math.floor(now() / 1000);
  return {
    begun: async (list) => {
      const item = await table.get(keyOf(list), { consistent: true });
      return item === null || isExpired(item, now()) ? null : recordOf<ExportBegun>(item);
    },

    keep: async (list, seen, part) => {
      await objects.put(objectKeys.export(list.account, part.name), part.bytes);
      const parts = [...(seen?.parts ?? []), part.name];
      const rows = (seen?.rows ?? 0) + part.rows;
      const ttl = seconds() + patience_s;
      const item = { ...keyOf(list), et: 'export', ttl, parts, rows, before: part.before };
      const unchanged: Expression =
        seen === null
          ? absentOrExpired(seconds())
          : {
              condition: '#before = :seen',
              names: { '#before': 'before' },
              values: { ':seen': seen.before },
            };
      // A concurrent request that wrote first keeps its part. The next request continues from there.
      await conditionHeld(table.put(item, unchanged));
    },

    read: async (list, names) => {
      const found = names.map((name) => objects.get(objectKeys.export(list.account, name)));
      return (await Promise.all(found)).map((bytes) => {
        if (bytes === null) throw new Error('a part of an export is gone');
        return bytes;
      });
    },

    end: (list) => table.delete(keyOf(list)),
  };
}
