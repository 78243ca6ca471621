import { trimBlanks } from '../../core/characters.ts';
import { decodeText, guessText } from './charset.ts';

/**
 * Parameters, names in lower case: the first of each name, and in `repeated` the later ones, and what other readers make
 * of pieces that are repeated or missing.
 */
type Parameters = { parameters: Map<string, string>; repeated: [name: string, value: string][] };

/**
 * A structured value: the part before its parameters in lower case, without comments, and the parameters. As written they
 * have their comments, since a name without quotes, such as `a (1).png`, looks like one; `uncommented` is for all others.
 */
export type Structured = Parameters & { value: string; uncommented: Parameters };

const parameter = /;[ \t]*([^\s=;*]+)(\*[^\s=;]*)?[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

/** One piece of a value that RFC 2231 cut or encoded. */
type Piece = { section: number; encoded: boolean; text: string };

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

const percent = (text: string) =>
  Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** The pieces of one parameter as its value: `charset'language'` is in front of the first encoded one (RFC 2231). */
function join(pieces: Piece[]): string {
  const ordered = [...pieces].sort((a, b) => a.section - b.section);
  const [first] = ordered;
  const label = first?.encoded ? /^([^']*)'[^']*'/.exec(first.text) : null;
  const bytes = ordered.map(({ encoded, text }, i) => {
    const rest = i === 0 && label ? text.slice(label[0].length) : text;
    return encoded ? percent(rest) : Buffer.from(rest, 'latin1');
  });
  const whole = Buffer.concat(bytes);
  return label ? decodeText(whole, label[1] || null) : guessText(whole);
}

/** The pieces of one parameter as readers take them that keep one piece of each number, or end where a number is missing. */
function otherJoins(pieces: Piece[]): string[] {
  const last = [...pieces].reverse();
  const lists = [pieces, last].map((list) => {
    const kept = new Map(list.toReversed().map((piece) => [piece.section, piece]));
    return [...kept.values()].sort((a, b) => a.section - b.section);
  });
  const until = (list: Piece[]) => list.slice(0, list.findIndex(({ section }, i) => section !== i) >>> 0);
  return [...lists, ...lists.map(until)].map(join);
}

/** A value without quotes: a name may have blanks, missing quotes being forgiven; what follows a boundary is a comment. */
const bareValue = (key: string, text: string): string =>
  key === 'boundary' || key === 'charset' ? (text.split(/[ \t]/, 1)[0] ?? '') : text;

function readParameters(text: string): Parameters {
  const plain = new Map<string, string>();
  const repeated: Structured['repeated'] = [];
  const pieces = new Map<string, Piece[]>();
  for (const [, name = '', star, quoted, bare] of text.matchAll(parameter)) {
    const key = name.toLowerCase();
    const written = quoted?.replace(/\\(.)/g, '$1') ?? bareValue(key, trimBlanks(bare ?? ''));
    if (star === undefined) {
      const shown = isAscii(written) ? written : guessText(Buffer.from(written, 'latin1'));
      if (plain.has(key)) repeated.push([key, shown]);
      else plain.set(key, shown);
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
      repeated.push(...otherJoins(list).map((value): [string, string] => [`${key}*`, value]));
  return { parameters: new Map([...plain, ...extended]), repeated };
}

/** The text without its comments (RFC 5322 3.2.2), which may be nested; one that is not closed goes on to the end. */
function withoutComments(text: string): string {
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

/** `type/subtype; name=value; …` as it is written in practice: missing quotes are forgiven. Linear. */
export function parseStructured(text: string): Structured {
  const bare = withoutComments(text);
  const value = bare.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const written = readParameters(text);
  return {
    ...written,
    value,
    uncommented: bare === text ? written : readParameters(bare),
  };
}

/** A parameter in its extended form, else in its plain one; null when there is neither. */
const formOf = (parameters: Map<string, string>, name: string): string | null =>
  parameters.get(`${name}*`) ?? parameters.get(name) ?? null;

/** The readings of a parameter: without comments, and as it is written, where a comment may have no end or be none. */
export const readingsOf = (structured: Structured, name: string): string[] => {
  const readings = [structured.uncommented, structured].map(({ parameters }) => formOf(parameters, name));
  return [...new Set(readings.filter((reading) => reading !== null))];
};

/** The first reading of a parameter; null when there is none. */
export const parameterOf = (structured: Structured, name: string): string | null =>
  readingsOf(structured, name)[0] ?? null;
