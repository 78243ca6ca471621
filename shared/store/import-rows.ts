import { compress, decompress } from '../core/compress.ts';
import { objectKeys } from './object-keys.ts';
import type { Objects } from './objects.ts';

type ImportId = { account: string; id: string };

/** Spooled rows of imports, compressed; the bucket forgets them after a day (M60). */
export function importRowStore(objects: Objects) {
  return {
    put: (of: ImportId, name: string, rows: unknown[]): Promise<void> =>
      objects.put(
        objectKeys.importRows(of.account, of.id, name),
        compress(Buffer.from(JSON.stringify(rows))),
      ),

    get: async (of: ImportId, name: string): Promise<unknown[] | null> => {
      const bytes = await objects.get(objectKeys.importRows(of.account, of.id, name));
      return bytes === null ? null : (JSON.parse(decompress(bytes).toString('utf8')) as unknown[]);
    },

    remove: (of: ImportId, name: string): Promise<void> =>
      objects.remove(objectKeys.importRows(of.account, of.id, name)),
  };
}
