import MiniSearch, { type SearchResult } from 'minisearch';

export const indexOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'about'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
};

export type Found = { id: string; title: string; page: string; about: string };

/** Up to 20 sections for a query, best first. Only the first eight words count. */
export function finder(index: string): (words: string) => Found[] {
  const engine = MiniSearch.loadJSON<Found & { text: string }>(index, indexOptions);
  return (words) => {
    const asked = words.slice(0, 100).split(/\s+/).slice(0, 8).join(' ');
    return engine.search(asked).slice(0, 20).map(foundOf);
  };
}

const foundOf = ({ id, title, page, about }: SearchResult): Found => ({ id, title, page, about });
