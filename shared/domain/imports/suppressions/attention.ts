import type { Source } from '../providers/provider.ts';
import { advance, endStage, note, noteNoDomains, type Slice, shownName } from '../slice.ts';

const resource = 'suppressions' as const;

/** Names of groups, streams and tags that are kept, and characters of each. */
const scopesKept = { names: 20, characters: 40 };

/** Keeps the names of groups, streams and tags whose opt-outs become one. */
export function noteScopes(slice: Slice, names: Iterable<string>): void {
  const scopes = new Set(slice.progress.scopes);
  for (const name of names)
    if (scopes.size < scopesKept.names)
      scopes.add(shownName(name).slice(0, scopesKept.characters).toWellFormed());
  advance(slice, { scopes: [...scopes] });
}

/** Notes the lists that became one here, once all of them are read (M27). */
export function endLists(slice: Slice, sources: Source[] | null): null {
  const { scopes } = slice.progress;
  if (scopes.length > 1) {
    const names = scopes.map((name) => JSON.stringify(name)).join(', ');
    const more = scopes.length === scopesKept.names ? ' and perhaps more' : '';
    const action = `One opt-out of product mail stands for each address that left any of ${names}${more}.`;
    note(slice, resource, { name: '', reason: 'groups_merged', action });
  }
  if (sources !== null) noteNoDomains(slice, resource, sources.length);
  if (slice.work.connection.provider.dump === undefined && sources !== null && sources.length > 1) {
    const action = `The lists of ${sources.length} domains became one: an address of any of them is suppressed for all.`;
    note(slice, resource, { name: '', reason: 'domains_merged', action });
  }
  return endStage(slice);
}
