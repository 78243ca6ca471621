import { productSources, readTexts, type TextFile } from './files.ts';

// Habits that make English read like a translation. Other habits need a reader.
const negatedNoun = /\b(?:that|what|which) (?:is|are) (?:no|none)\b[^.;\n]*/gi;
const clauseFirst = /(?<=^|[.:!?] )(?:Of (?!these|those|them)|What )[^.?!]*[.!]/g;

const habitsIn = (text: string): string[] =>
  [negatedNoun, clauseFirst].flatMap((habit) => text.match(habit) ?? []);

/** The string literals of code, without those in comments. */
const stringsOf = (code: string): string[] =>
  code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)
    ?.map((literal) => literal.slice(1, -1)) ?? [];

/** The paragraphs, cells, and list items of a page. */
const proseOf = (page: string): string[] =>
  page
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .split(/\n\n|\n(?=[|#*-])| \| /)
    .map((text) => text.replace(/\s+/g, ' ').replace(/^[|#*-]+ /, ''));

const faultsIn = (files: TextFile[], textsOf: (text: string) => string[]): string[] =>
  files.flatMap(({ path, text }) =>
    textsOf(text)
      .flatMap(habitsIn)
      .map((found) => `${path}: ${found}`),
  );

const pages = readTexts(['README.md', 'docs/*.md', 'docs/!(internals)/*.md', '{examples,packages}/*/*.md']);

test('users read no "that is no …", and no sentence that begins with "Of" or a "What" clause', () => {
  expect([...faultsIn(readTexts(productSources), stringsOf), ...faultsIn(pages, proseOf)]).toEqual([]);
  const bad = ['a name that is no id', 'Sent. What waits is dropped.', 'Of two records none counts.'];
  expect(bad.filter((text) => habitsIn(text).length === 0)).toEqual([]);
});
