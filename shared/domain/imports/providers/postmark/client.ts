import { isObject, type Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { callProvider } from '../../call-provider.ts';
import { offsetList, readAll } from '../../read-pages.ts';
import type { Called, Connection, KeyField, Source } from '../provider.ts';
import { pageOf, streamsOf } from './wire.ts';

type Listing = {
  path: (offset: number) => string;
  /** The array of an answer. */
  name: string;
  limit: number;
  field?: KeyField;
};

/** Every item of a list that pages by count and offset: until TotalCount is reached, or an empty page (M20). */
export async function postmarkList(
  ctx: Base & Providers,
  connection: Connection,
  { path, name, limit, field }: Listing,
): Promise<Called<Json[]>> {
  const list = offsetList({
    path,
    limit,
    ...(field && { field }),
    read: (body) => pageOf(body, name),
  });
  const called = await readAll(ctx, connection, list);
  return called.outcome === 'ok' ? { outcome: 'ok', value: called.value.filter(isObject) } : called;
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
