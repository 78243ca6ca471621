import type { ImportPosition } from '../../../core/records/imports.ts';
import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import { type Called, callProvider } from '../call-provider.ts';
import type { OffsetList } from '../providers/provider.ts';
import type { Work } from '../slice.ts';
import type { Batch } from './batches.ts';
import { afterRows, findRows, pageStart, repeatsPage, rowHash } from './positions.ts';

/** The next page of an offset list; a position when the list has moved and is to be read from there (M20, M21). */
export async function readOffset(
  ctx: Base & Providers,
  { connection, started, salt }: Work,
  { list, position }: { list: OffsetList; position: ImportPosition },
): Promise<Called<Batch | { moved: ImportPosition }>> {
  const called = await callProvider(ctx, connection, {
    path: list.path({ offset: pageStart(position), started }),
    read: (body) => {
      const rows = list.rowsOf(body);
      if (rows === null) return null;
      const hashes = rows.map((raw) => rowHash(salt, list.identity(raw)));
      return repeatsPage(position, hashes) ? null : { rows, hashes };
    },
  });
  if (called.outcome !== 'ok') return called;
  const { rows, hashes } = called.value;
  const limit = connection.provider.page;
  const found = findRows(position, hashes, limit);
  if ('seek' in found) {
    const moved = { ...position, seek: found.seek, first: null, pages: position.pages + 1 };
    return { outcome: 'ok', value: { moved } };
  }
  const { take } = found;
  const batch: Batch = {
    rows: rows.slice(take),
    more: rows.length >= limit,
    behind: async ({ done, counted }) => ({
      position: afterRows(position, hashes, { take, done, counted }),
      // A page longer than the limit: the server does not page, and that was all.
      ended: take + done === rows.length && rows.length !== limit,
    }),
  };
  return { outcome: 'ok', value: batch };
}
