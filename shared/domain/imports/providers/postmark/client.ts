import { isObject, type Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { type Called, type Connection, callProvider } from '../../call-provider.ts';
import { offsetPages } from '../offset-pages.ts';
import type { KeyField, Source } from '../provider.ts';
import { pageOf, streamsOf } from './wire.ts';

type Listing = {
  path: string;
  name: string;
  count: number;
  field?: KeyField;
};

const identity = (row: unknown) => (isObject(row) ? JSON.stringify(row.ID ?? row) : '');

/** Every item of a list that pages by count and offset: until TotalCount is reached, or an empty page (M20). */
export async function postmarkList(
  ctx: Base & Providers,
  connection: Connection,
  { path, name, count, field }: Listing,
): Promise<Called<Json[]>> {
  const called = await offsetPages(ctx, connection, {
    path: (offset) => `${path}?count=${count}&offset=${offset}`,
    ...{ limit: count, identity },
    ...(field && { field }),
    read: (body) => pageOf(body, name),
  });
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
