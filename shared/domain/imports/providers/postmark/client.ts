import type { Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { type Called, type Connection, callProvider } from '../../call-provider.ts';
import type { KeyField, Source } from '../provider.ts';
import { pageOf, streamsOf } from './wire.ts';

/** Pages of one list at most (M19). */
const maxPages = 5000;

type Listing = {
  /** Its path with everything but `count` and `offset`, as `/templates?TemplateType=All`. */
  path: string;
  name: string;
  count: number;
  field?: KeyField;
};

/** Every item of a list that pages by count and offset: until TotalCount is reached, or an empty page (M20). */
export async function postmarkList(
  ctx: Base & Providers,
  connection: Connection,
  { path, name, count, field }: Listing,
): Promise<Called<Json[]>> {
  const all: Json[] = [];
  for (let page = 0; page < maxPages; page++) {
    const query = `${path.includes('?') ? '&' : '?'}count=${count}&offset=${page * count}`;
    const called = await callProvider(ctx, connection, {
      path: `${path}${query}`,
      ...(field && { field }),
      read: (body) => pageOf(body, name),
    });
    if (called.outcome !== 'ok') return called;
    const { items, total } = called.value;
    all.push(...items);
    if (items.length === 0 || (page + 1) * count >= total) return { outcome: 'ok', value: all };
  }
  return { outcome: 'bad_answer', status: 200 };
}

/** The streams whose lists are read: transactional ones first, of which an unknown type is one too (M53, M59). */
export async function postmarkStreams(
  ctx: Base & Providers,
  connection: Connection,
): Promise<Called<Source[]>> {
  const called = await callProvider(ctx, connection, {
    path: '/message-streams?MessageStreamType=All&IncludeArchivedStreams=false',
    read: streamsOf,
  });
  if (called.outcome !== 'ok') return called;
  const read = called.value.filter(({ type, archived }) => type !== 'Inbound' && !archived);
  const value = read.map(({ id, type }) => ({ key: `${type === 'Broadcasts' ? 1 : 0}:${id}`, name: id }));
  return { outcome: 'ok', value };
}
