import type { ImportPosition } from '../../../core/records/imports.ts';
import { remember } from '../call-provider.ts';
import type { Importing } from '../connection.ts';
import type { Called, ProviderList, Source } from '../providers/provider.ts';
import { type Slice, shownName } from '../slice.ts';
import { startOfList } from './positions.ts';

/** Where an import is: a kind of list, of one domain or stream. */
export type Place = { list: ProviderList; source: Source | null; position: ImportPosition };

/** A list as errors name it. */
export const nameOf = ({ list, source }: Pick<Place, 'list' | 'source'>): string =>
  source === null ? list.name : `${list.name} of ${shownName(source.name)}`;

export const listsOf = ({ work }: Slice) => work.connection.provider.lists;

/** Kind by kind over all sources: where a position is, also when its source is gone; null: every list is done (M53). */
export function placeOf(slice: Slice, sources: Source[] | null): Place | null {
  const { position } = slice.progress;
  const list = listsOf(slice)[position.list];
  if (list === undefined) return null;
  if (sources === null) return { list, source: null, position };
  const next = sources.find(({ key }) => position.source === null || key >= position.source);
  if (next === undefined) {
    slice.progress = { ...slice.progress, position: startOfList(position.list + 1, null) };
    return placeOf(slice, sources);
  }
  const here = next.key === position.source ? position : startOfList(position.list, next.key);
  return { list, source: next, position: here };
}

/** The place of the list after one; the first key behind it. */
export function nextList(slice: Slice, { position, source }: Place): void {
  const next =
    source === null ? startOfList(position.list + 1, null) : startOfList(position.list, `${source.key} `);
  slice.progress = { ...slice.progress, position: next, failing: null };
  slice.listing = { recorded: 0, met: new Set(), brought: slice.listing.brought };
}

/** The streams or domains of the provider in the order of their lists; null: it has one list of each kind. */
export async function sourcesOf(ctx: Importing, slice: Slice): Promise<Called<Source[]> | null> {
  const { connection } = slice.work;
  const { sources, dump } = connection.provider;
  if (sources === undefined) return null;
  const spooled = Object.keys(slice.progress.spooled);
  // What was spooled is the list as it was: the provider is not asked again.
  if (dump !== undefined && spooled.length > 0)
    return { outcome: 'ok', value: spooled.map((key) => ({ key, name: key.slice(2) })).sort(byKey) };
  const called = await remember(connection, 'sources', () => sources(ctx, connection));
  return called.outcome === 'ok' ? { outcome: 'ok', value: called.value.toSorted(byKey) } : called;
}

const byKey = (one: Source, other: Source) => (one.key < other.key ? -1 : Number(one.key > other.key));
