import type { TextFile } from './files.ts';

/** A rule that a text names: `C5`, or `POST /emails rule 6`. */
type Citation = { rule: string; path: string; line: number };

// A letter of a family and a number, alone: not part of SHA256, H264, `R0@X.example` or `=E2=80`.
const code = String.raw`(?<![\w=%#.@])[CHQEAPRUMDN]\d{1,2}(?![\w=%@]|\.\w)`;
const codes = new RegExp(`(${code})(?:-(${code}))?`, 'g');

// `rule 6`, `rules 6 and 11`, `rules 2-4`, `import rule 3`, `Authentication 3`, `architecture 5`.
const numbered =
  /\b(?:(import )?rules?|(Authentication|architecture)) (\d{1,2})\b(?:(-|, | and | to )(\d{1,2})\b)?/gi;

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(1, to - from + 1) }, (_, n) => from + n);

function rulesOfCode(first: string, last: string | undefined): string[] {
  if (last === undefined) return [first];
  if (last[0] !== first[0]) return [first, last];
  return range(Number(first.slice(1)), Number(last.slice(1))).map((n) => `${first[0]}${n}`);
}

function listOf(imports: string | undefined, section: string | undefined): string {
  if (section === undefined) return imports === undefined ? 'POST /emails rule' : 'Import rule';
  return section.toLowerCase() === 'architecture' ? 'architecture' : 'Authentication';
}

function rulesOfNumber([, imports, section, first, joint, last]: RegExpMatchArray): string[] {
  const spans = joint === '-' || joint === ' to ';
  const numbers = spans ? range(Number(first), Number(last)) : [first, last].filter(Boolean).map(Number);
  return numbers.map((number) => `${listOf(imports, section)} ${number}`);
}

/** Every rule that one line of text names; `E1-E5` names five. */
export function rulesIn(line: string): string[] {
  return [
    ...[...line.matchAll(codes)].flatMap(([, first, last]) => rulesOfCode(first as string, last)),
    ...[...line.matchAll(numbered)].flatMap(rulesOfNumber),
  ];
}

function citationsIn({ path, text }: TextFile): Citation[] {
  return text
    .split('\n')
    .flatMap((content, index) => rulesIn(content).map((rule) => ({ rule, path, line: index + 1 })));
}

/** The rules that docs/internals/rules.md explains: the first cell of each row of its tables. */
export function explainedIn(ruleBook: string): string[] {
  return [...ruleBook.matchAll(/^\| ([A-Z]\d{1,2}|[\w/ ]+ \d+) \|/gm)].map(([, rule]) => rule as string);
}

const firstOfEach = (citations: Citation[]) =>
  citations.filter((one, index) => citations.findIndex(({ rule }) => rule === one.rule) === index);

/** One sentence per fault of the rule book; none when it is whole. */
export function faultsOf(ruleBook: TextFile, texts: TextFile[]): string[] {
  const explained = explainedIn(ruleBook.text);
  const cited = texts.flatMap(citationsIn);
  const names = new Set(cited.map(({ rule }) => rule));
  const unknown = [...cited, ...citationsIn(ruleBook)].filter(({ rule }) => !explained.includes(rule));
  return [
    ...firstOfEach(unknown).map(
      ({ rule, path, line }) =>
        `${rule}, cited in ${path}:${line}, has no line: add "| ${rule} | what it says, in your own words |" to ` +
        `${ruleBook.path}, in its family and in order. If it is no rule of the specification, write it another way.`,
    ),
    ...explained
      .filter((rule) => !names.has(rule))
      .map((rule) => `${rule} is cited by nothing any more: remove its line from ${ruleBook.path}.`),
    ...explained
      .filter((rule, index) => explained.indexOf(rule) !== index)
      .map((rule) => `${rule} has two lines: keep one in ${ruleBook.path}.`),
  ];
}
