import { packJson, unpackJson } from '../core/compress.ts';
import type { Imports } from '../domain/ports/imports.ts';
import { objectKeys } from './object-keys.ts';
import type { Objects } from './objects.ts';

/** Spooled rows of imports, compressed; the bucket forgets them after a day (M60). */
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
