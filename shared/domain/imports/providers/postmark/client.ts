import { isObject, type Json } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import { offsetList } from '../../read-pages.ts';
import type { Ask, KeyField, Source } from '../provider.ts';
import { objectsAt } from '../rows.ts';

/** A page of `{TotalCount, <name>: […]}`, or null for another shape. */
export function pageOf(body: unknown, name: string): { rows: unknown[]; total: number } | null {
  if (!isObject(body) || !Array.isArray(body[name]) || typeof body.TotalCount !== 'number') return null;
  return { rows: body[name], total: body.TotalCount };
}

/** A server without its `ApiTokens`, which are live keys and dropped on reading. */
export function serverOf(body: unknown): Json | null {
  if (!isObject(body) || typeof body.ID !== 'number') return null;
  const { ApiTokens: _dropped, ...server } = body;
  return server;
}

type Listing = { path: (offset: number) => string; name: string; limit: number; field?: KeyField };

/** Every item of a list paged by count and offset, until TotalCount or an empty page. */
export const postmarkList: Ask<Json[], [Listing]> = async (connection, { path, name, limit, field }) => {
  const list = offsetList({ path, limit, field, read: (body) => pageOf(body, name) });
  return mapped(await connection.all(list), (rows) => rows.filter(isObject));
};

function streamOf({ ID, MessageStreamType: type, ArchivedAt }: Json): Source[] {
  const isRead = typeof ID === 'string' && ID !== '' && type !== 'Inbound' && typeof ArchivedAt !== 'string';
  return isRead ? [{ key: `${type === 'Broadcasts' ? 1 : 0}:${ID}`, name: ID }] : [];
}

/** The streams whose lists are read, transactional first. Unknown types count as transactional. */
export const postmarkStreams: Ask<Source[]> = (connection) =>
  connection.call({
    path: '/message-streams?MessageStreamType=All&IncludeArchivedStreams=false',
    read: (body) => objectsAt(body, 'MessageStreams')?.flatMap(streamOf) ?? null,
  });
