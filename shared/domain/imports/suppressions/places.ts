import type { ImportPosition } from '../../../core/records/imports.ts';
import { mapped, ok, remember } from '../call-provider.ts';
import type { Called, Provider, Source } from '../providers/provider.ts';
import { advance, displayName, type Slice } from '../slice.ts';
import { startOfList } from '../totals.ts';

/** A position in an import: a kind of list, in one domain or stream. */
export type Place = { list: Provider['lists'][number]; source: Source | null; position: ImportPosition };

export const nameOf = ({ list, source }: Place): string =>
  source === null ? list.name : `${list.name} of ${displayName(source.name)}`;

/**
 * The list and source to read next, by kind across all sources, even if the source is gone. Null when
 * everything is read.
 */
export function placeOf(slice: Slice, sources: Source[] | null): Place | null {
  const { position } = slice.progress;
  const list = slice.work.connection.provider.lists[position.list];
  if (list === undefined) return null;
  if (sources === null) return { list, source: null, position };
  const next = sources.find(({ key }) => position.source === null || key >= position.source);
  if (next === undefined) {
    advance(slice, { position: startOfList(position.list + 1, null) });
    return placeOf(slice, sources);
  }
  const here = next.key === position.source ? position : startOfList(position.list, next.key);
  return { list, source: next, position: here };
}

export function moveTo(slice: Slice, position: ImportPosition): void {
  advance(slice, { position });
  slice.listing = { recorded: 0, met: new Set(), brought: slice.listing.brought };
}

/** Moves to the next list, which is the one whose source has the next key. */
export function nextList(slice: Slice, { position: { list }, source }: Place): null {
  moveTo(slice, source === null ? startOfList(list + 1, null) : startOfList(list, `${source.key} `));
  return advance(slice, { failing: null });
}

const byKey = (one: Source, other: Source) => (one.key < other.key ? -1 : Number(one.key > other.key));

/** The provider's streams or domains in list order. Null if it has one list per kind. */
export async function sourcesOf({ work, progress }: Slice): Promise<Called<Source[] | null>> {
  const { connection } = work;
  const { sources } = connection.provider;
  if (sources === undefined) return ok(null);
  // Spooled data shows the list as it was at that time, so the provider isn't asked again.
  const spooled = Object.keys(progress.spooled);
  if (spooled.length > 0) return ok(spooled.map((key) => ({ key, name: key.slice(2) })).sort(byKey));
  return mapped(await remember(connection, 'sources', () => sources(connection)), (found) =>
    found.toSorted(byKey),
  );
}
