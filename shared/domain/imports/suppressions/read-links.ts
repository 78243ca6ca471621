import type { ImportPosition } from '../../../core/records/imports.ts';
import type { Base, Paging } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import { type Called, callProvider } from '../call-provider.ts';
import type { LinkList, Source } from '../providers/provider.ts';
import type { Work } from '../slice.ts';
import type { Batch } from './batches.ts';
import { afterLinked, rowHash } from './positions.ts';

/** What a kept link is sealed for: it may name an address, which no record keeps (M32). */
const boundTo = ({ caller, import_id }: Work) => [
  ...[caller.account.id, 'migrations', 'link'],
  import_id ?? '',
];

/** The next page of a list that links to it (M12); a link that does not open any more is a list from its beginning. */
export async function readLinks(
  ctx: Base & Providers & Paging,
  work: Work,
  { list, source, position }: { list: LinkList; source: Source; position: ImportPosition },
): Promise<Called<Batch>> {
  const { connection, salt } = work;
  const link = position.link === null ? null : await ctx.cursors.open(boundTo(work), position.link);
  const called = await callProvider(ctx, connection, {
    path: list.path({ source: source.name, link }),
    read: list.pageOf,
  });
  if (called.outcome !== 'ok') return called;
  const { rows, next } = called.value;
  const hashes = rows.map((raw) => rowHash(salt, list.identity(raw)));
  const take = position.last === null ? 0 : hashes.indexOf(position.last) + 1;
  const over = rows.length === 0 || next === null || next === link;
  const batch: Batch = {
    rows: rows.slice(take),
    more: !over && rows.length >= connection.provider.page,
    behind: async ({ done, counted }) => {
      const sealed = over ? null : await ctx.cursors.seal(boundTo(work), next);
      const ended = over && take + done === rows.length;
      return { position: afterLinked(position, { hashes, next: sealed }, { take, done, counted }), ended };
    },
  };
  return { outcome: 'ok', value: batch };
}
