import { trimBlanks } from '../../core/characters.ts';
import { decodeText, guessText } from './charset.ts';

/**
 * Parameters by lower-case name, the first of each name. `others` has repeated names, a boundary with its
 * blanks, and alternative readings of repeated or missing pieces.
 */
type Parameters = { parameters: Map<string, string>; others: [name: string, value: string][] };

/**
 * A structured value: the part before its parameters, in lower case and without comments, and the parameters.
 * `parameters` keep comments, because an unquoted name such as `a (1).png` looks like one. The first of
 * `readings` is without comments. The last ones treat backslashes as other readers do.
 */
export type Structured = { value: string; parameters: Map<string, string>; readings: Parameters[] };

const parameter = /;[ \t]*([^\s=;*]+)(\*[^\s=;]*)?[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

/** One piece of a value that RFC 2231 split or encoded. */
type Piece = { section: number; encoded: boolean; text: string };

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

const percent = (text: string) =>
  Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Joins a parameter's pieces. `charset'language'` precedes the first encoded one (RFC 2231). */
function join(pieces: Piece[]): string {
  const ordered = [...pieces].sort((a, b) => a.section - b.section);
  const [first] = ordered;
  const label = first?.encoded ? /^([^']*)'[^']*'/.exec(first.text) : null;
  const bytes = ordered.map(({ encoded, text }, i) => {
    const rest = i === 0 && label ? text.slice(label[0].length) : text;
    return encoded ? percent(rest) : Buffer.from(rest, 'latin1');
  });
  const joined = Buffer.concat(bytes);
  return label ? decodeText(joined, label[1] || null) : guessText(joined);
}

/** Joins as other readers do: those that keep one piece per number, or stop at a missing number. */
function otherJoins(pieces: Piece[]): string[] {
  const last = [...pieces].reverse();
  const lists = [pieces, last].map((list) => {
    const kept = new Map(list.toReversed().map((piece) => [piece.section, piece]));
    return [...kept.values()].sort((a, b) => a.section - b.section);
  });
  const until = (list: Piece[]) => list.slice(0, list.findIndex(({ section }, i) => section !== i) >>> 0);
  return [...lists, ...lists.map(until)].map(join);
}

/**
 * An unquoted value. A name may contain blanks, in case its quotes are missing. In a boundary or charset, the
 * value ends at the first blank, and the rest is a comment.
 */
const bareValue = (key: string, text: string): string =>
  key === 'boundary' || key === 'charset' ? (text.split(/[ \t]/, 1)[0] ?? '') : text;

/** Decodes a quoted text. */
type Unquote = (quoted: string) => string;

/** Unescapes only quotes and backslashes: Windows programs write paths unescaped. */
const unquotePath: Unquote = (quoted) => quoted.replace(/\\(["\\])/g, '$1');
/** How other readers unescape: any character (RFC 5322 3.2.1), or none. */
const otherUnquotes: Unquote[] = [(quoted) => quoted.replace(/\\(.)/g, '$1'), (quoted) => quoted];

function readParameters(text: string, unquote: Unquote): Parameters {
  const plain = new Map<string, string>();
  const others: Parameters['others'] = [];
  const pieces = new Map<string, Piece[]>();
  for (const [, name = '', star, quoted, bare] of text.matchAll(parameter)) {
    const key = name.toLowerCase();
    const value = quoted === undefined ? trimBlanks(bare ?? '') : unquote(quoted);
    const written = quoted === undefined ? bareValue(key, value) : value;
    if (star === undefined) {
      const shown = isAscii(written) ? written : guessText(Buffer.from(written, 'latin1'));
      if (plain.has(key)) others.push([key, shown]);
      else plain.set(key, shown);
      if (written !== value) others.push([key, value]);
      continue;
    }
    const section = Number.parseInt(star.slice(1), 10) || 0;
    const piece = { section, encoded: star.endsWith('*'), text: written };
    const known = pieces.get(key);
    if (known) known.push(piece);
    else pieces.set(key, [piece]);
  }
  const extended = [...pieces].map(([key, list]): [string, string] => [`${key}*`, join(list)]);
  for (const [key, list] of pieces)
    if (list.some(({ section }, i) => section !== i))
      others.push(...otherJoins(list).map((value): [string, string] => [`${key}*`, value]));
  return { parameters: new Map([...plain, ...extended]), others };
}

/** Removes comments (RFC 5322 3.2.2), which may be nested. An unclosed comment runs to the end. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let kept = '';
  let depth = 0;
  let quoted = false;
  /** Where the text after the last comment begins. */
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (depth === 0 && character === '"') quoted = !quoted;
    else if (character === '(' && !quoted) {
      if (depth++ === 0) kept += text.slice(from, at);
    } else if (character === ')' && depth > 0 && --depth === 0) {
      kept += ' ';
      from = at + 1;
    }
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}

/** The part before a first parameter, and blanks, commas, or colons in place of its semicolon. */
const unseparated = /^([^;="(]*[^\s;="(,:])[ \t,:]+(?=[^\s;=*"(),:]+(?:\*\d*\*?)?[ \t]*=)/;

/** Adds the semicolon before the first parameter, which some programs leave out. */
export const withSeparator = (text: string): string => text.replace(unseparated, '$1; ');

/** All readings of one text, with and without its comments. `written` is among them. */
function readingsOf(text: string, bare: string): { written: Parameters; all: Parameters[] } {
  const written = readParameters(text, unquotePath);
  const uncommented = bare === text ? [] : [readParameters(bare, unquotePath)];
  const otherwise = text.includes('\\')
    ? otherUnquotes.flatMap((unquote) => [bare, text].map((one) => readParameters(one, unquote)))
    : [];
  return { written, all: [...uncommented, written, ...otherwise] };
}

/**
 * Reads `type/subtype; name=value; …` as written in practice. Forgives missing quotes and a missing first
 * semicolon. The reading without that semicolon comes last. Linear.
 */
export function parseStructured(text: string): Structured {
  const given = [text, withoutComments(text)] as const;
  const [whole, bare] = [withSeparator(given[0]), withSeparator(given[1])];
  const value = bare.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const { written, all } = readingsOf(whole, bare);
  const isGiven = whole === given[0] && bare === given[1];
  return {
    value,
    parameters: written.parameters,
    readings: isGiven ? all : [...all, ...readingsOf(...given).all],
  };
}

/** A parameter in extended form, else plain, from the first reading that has it. Null if none does. */
export const parameterOf = ({ readings }: Structured, name: string): string | null =>
  readings
    .map(({ parameters }) => parameters.get(`${name}*`) ?? parameters.get(name))
    .find((value) => value !== undefined) ?? null;

/** Every value any reader could take for a parameter that `names` matches. */
export const possibleValues = ({ readings }: Structured, names: RegExp): string[] =>
  readings
    .flatMap(({ parameters, others }) => [...parameters, ...others])
    .filter(([name]) => names.test(name))
    .map(([, value]) => value);
