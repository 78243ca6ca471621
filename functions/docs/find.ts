import MiniSearch, { type SearchResult } from 'minisearch';

/** Words in nearly every section, which a search ignores. */
const common = new Set(
  'a an and are as at be by can for from has have how i if in is it its my no not of on or that the their this to was what when which with you your'.split(
    ' ',
  ),
);

export const indexOptions = {
  processTerm: (term: string) => {
    const word = term.toLowerCase();
    return common.has(word) ? null : word;
  },
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'about'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
};

/** A section. `terms` are the words in it that matched. */
export type Found = { id: string; title: string; page: string; about: string; terms: string[] };

/** Up to 20 sections for a query, best first. Only the first eight words count. */
export function finder(index: string): (words: string) => Found[] {
  const engine = MiniSearch.loadJSON<Found & { text: string }>(index, indexOptions);
  return (words) => {
    const asked = words.slice(0, 100).split(/\s+/).slice(0, 8).join(' ');
    return engine.search(asked).slice(0, 20).map(foundOf);
  };
}

const foundOf = ({ id, title, page, about, terms }: SearchResult): Found => ({
  id,
  title,
  page,
  about,
  terms,
});

const termsIn = (terms: readonly string[]) =>
  new RegExp(
    `(${[...terms]
      .sort((a, b) => b.length - a.length)
      .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('|')})`,
    'giu',
  );

/** A text in parts. Those at odd positions are the terms. */
export const splitAtTerms = (text: string, terms: readonly string[]): string[] =>
  terms.length === 0 ? [text] : text.split(termsIn(terms));

/** About 200 characters around the first term. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const at = terms.length === 0 ? 0 : Math.max(0, text.search(termsIn(terms)));
  const start = at < 120 ? 0 : text.lastIndexOf(' ', at - 60) + 1;
  const end = start + 200 >= text.length ? text.length : text.lastIndexOf(' ', start + 200);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}
