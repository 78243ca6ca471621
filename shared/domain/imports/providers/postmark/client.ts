import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { type Called, type Connection, callProvider } from '../../call-provider.ts';
import type { Source } from '../provider.ts';
import { streamsOf } from './wire.ts';

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
