import { isObject, type Json } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import { offsetList } from '../../read-pages.ts';
import type { Ask, KeyField, Source } from '../provider.ts';
import { pageOf, streamsOf } from './wire.ts';

type Listing = {
  path: (offset: number) => string;
  /** The array of an answer. */
  name: string;
  limit: number;
  field?: KeyField;
};

/** Every item of a list that pages by count and offset: until TotalCount is reached, or an empty page (M20). */
export const postmarkList: Ask<Json[], [Listing]> = async (connection, { path, name, limit, field }) => {
  const list = offsetList({ path, limit, field, read: (body) => pageOf(body, name) });
  return mapped(await connection.all(list), (rows) => rows.filter(isObject));
};

/** The streams whose lists are read: transactional ones first, of which an unknown type is one too (M53, M59). */
export const postmarkStreams: Ask<Source[]> = async (connection) => {
  const called = await connection.call({
    path: '/message-streams?MessageStreamType=All&IncludeArchivedStreams=false',
    read: streamsOf,
  });
  return mapped(called, (streams) =>
    streams
      .filter(({ type, archived }) => type !== 'Inbound' && !archived)
      .map(({ id, type }) => ({ key: `${type === 'Broadcasts' ? 1 : 0}:${id}`, name: id })),
  );
};
