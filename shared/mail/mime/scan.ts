import { isBranded } from '../../core/brand.ts';
import { trimBlanks } from '../../core/characters.ts';
import { type Field, fieldValue, headerLimits, lineEnd, readFields } from './fields.ts';
import { parseStructured, possibleValues, type Structured } from './parameters.ts';

/** A message entity: offsets of its header, body, and end in the scanned octets. */
export type Part = {
  start: number;
  body: number;
  end: number;
  fields: Field[];
  type: Structured;
  disposition: Structured | null;
  /** In lower case. `7bit` if absent. */
  encoding: string;
  parts: Part[];
  /** Whether the part is complete. False only for a multipart without its last boundary line. */
  closed: boolean;
  /** Inside multipart/signed or multipart/encrypted, or S/MIME: no octet may change. */
  sealed: boolean;
  depth: number;
};

export const mimeLimits = { ...headerLimits, parts: 1000, depth: 50 } as const;

const brand = Symbol.for('mailwright.TooComplex');

/** Too many parts, levels, or header fields. `found` is the structure so far, or null. */
class TooComplex extends Error {
  readonly [brand] = true;
  found: Part | null = null;
}

export const isTooComplex = (error: unknown): error is TooComplex => isBranded(error, brand);

const sealing = /^multipart\/(?:signed|encrypted)$/;
const smime = /^application\/(?:x-)?pkcs7-mime$/;

/** An open multipart, the possible readings of its boundary line, and their first octets. */
type Open = { part: Part; boundaries: Set<string>; starts: Set<number | undefined> };

/** Max length of a boundary line to look up; RFC 2046 allows 70 characters. */
const maxBoundary = 256;

const token = "[!#$%&'*+.^_`{|}~0-9a-z-]+";
const mediaType = new RegExp(`^${token}/${token}(?![^\\s,])`);

/** A Content-Type's `type/subtype`, without blanks around the slash or anything after it. Null if missing. */
function statedType({ value }: Structured): string | null {
  const name = value.split('/').map(trimBlanks).join('/');
  return mediaType.exec(name)?.[0] ?? (/^[^\s/]+\/[^\s/]+$/.test(name) ? name : null);
}

/** Whether a part's header states its type. Other parts are text, or messages in a digest (RFC 2045 5.2). */
export const statesType = ({ fields }: Part): boolean =>
  statedType(parseStructured(fieldValue(fields, 'content-type') ?? '')) !== null;

const boundaryName = /^boundary\*?$/;
const fileTypes = /^(?:application|audio|font|image|message|model|video)$/;

/**
 * The type for a malformed Content-Type: text (RFC 2045 5.2), unless it begins like another type (a file, as
 * in mail programs) or has a boundary (a multipart). Scripts write a lone word such as `html` for text.
 */
function malformedType(type: Structured): string {
  const [, word = '', slash] = /^([a-z][\w.+-]*)[ \t]*(\/?)/.exec(type.value) ?? [];
  if (word === 'multipart')
    return possibleValues(type, boundaryName).length > 0 ? 'multipart/mixed' : 'text/plain';
  const isFile = fileTypes.test(word) || (slash === '/' && word !== 'text');
  return isFile ? 'application/octet-stream' : 'text/plain';
}

function typeOr(value: string | null, digest: boolean): Structured {
  const parsed = parseStructured(value ?? '');
  const otherwise = digest && value === null ? 'message/rfc822' : malformedType(parsed);
  return { ...parsed, value: statedType(parsed) ?? otherwise };
}

/** The encoding without the quotes, comments, and parameters that some programs add. */
const encodingOf = (value: string): string =>
  parseStructured(value)
    .value.replace(/^"(.*)"$/, '$1')
    .trim();

/** With `skips`, header lines that aren't fields are skipped if a field follows. */
type Scanning = { skips?: boolean };

/** Reads a part inside the `open` multiparts. A header without an empty line ends at the next boundary. */
function readPart(bytes: Buffer, start: number, open: Open[], scanning: Scanning): Part {
  const parent = open.at(-1)?.part ?? null;
  const isBoundary = (line: string) =>
    line.startsWith('--') &&
    startsBoundary(open, line.charCodeAt(2)) &&
    line.length <= maxBoundary &&
    findOpen(open, line) !== null;
  const { fields, body } = readFields(bytes, start, bytes.length, isBoundary, scanning);
  if (fields.length > mimeLimits.fields || body - start > mimeLimits.header_bytes)
    throw new TooComplex('a header has over 1,000 fields or 256 KB');
  const disposition = fieldValue(fields, 'content-disposition');
  const type = typeOr(fieldValue(fields, 'content-type'), parent?.type.value === 'multipart/digest');
  const isSealed = parent !== null && (parent.sealed || sealing.test(parent.type.value));
  const depth = (parent?.depth ?? 0) + 1;
  if (depth > mimeLimits.depth) throw new TooComplex('parts are nested deeper than 50 levels');
  const encoding = encodingOf(fieldValue(fields, 'content-transfer-encoding') ?? '7bit');
  return {
    start,
    body,
    end: bytes.length,
    fields,
    type,
    encoding,
    depth,
    disposition: disposition === null ? null : parseStructured(disposition),
    parts: [],
    closed: true,
    sealed: isSealed || smime.test(type.value),
  };
}

/** Every boundary that any reader could use, without blanks at the end of the line. */
const boundariesOf = ({ type }: Part): string[] =>
  type.value.startsWith('multipart/')
    ? possibleValues(type, boundaryName)
        .map(trimBlanks)
        .filter((boundary) => boundary !== '')
    : [];

/** The start of the next line that begins with `--`, searching from line start `at`. -1 if there is none. */
function nextDashes(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return at;
  const found = bytes.indexOf('\r\n--', Math.max(0, at - 2), 'latin1');
  return found < 0 ? -1 : found + 2;
}

/** Whether a line with this octet after its dashes may be a boundary. This rules out most lines. */
const startsBoundary = (open: Open[], octet: number | undefined): boolean =>
  open.some(({ starts }) => starts.has(octet));

/** The innermost open multipart that a boundary line belongs to. Null if none. */
function findOpen(open: Open[], line: string): { index: number; closes: boolean } | null {
  const text = trimBlanks(line.slice(2));
  for (const closes of [false, true]) {
    if (closes && !text.endsWith('--')) continue;
    const wanted = closes ? text.slice(0, -2) : text;
    const index = open.findLastIndex(({ boundaries }) => boundaries.has(wanted));
    if (index >= 0) return { index, closes };
  }
  return null;
}

/** Ends every entity above `index` at the line break before a boundary line. */
function endAbove(open: Open[], last: Part | null, index: number, line: number): void {
  const ended = open.splice(index + 1).map(({ part }) => part);
  for (const part of ended) part.closed = false;
  for (const part of last === null ? ended : [...ended, last]) part.end = Math.max(part.body, line - 2);
}

/**
 * The structure of an entity (RFC 2046) with CRLF line ends, in one pass. A multipart without a boundary has
 * no parts. One without its last boundary line ends with its container and isn't `closed`. Throws
 * `TooComplex` past the limits of R31, with the parts so far.
 */
export function scanMime(bytes: Buffer, scanning: Scanning = {}): Part {
  const top = readPart(bytes, 0, [], scanning);
  try {
    scanParts(bytes, top, scanning);
  } catch (error) {
    if (isTooComplex(error)) error.found = top;
    throw error;
  }
  return top;
}

function scanParts(bytes: Buffer, top: Part, scanning: Scanning): void {
  const open: Open[] = [];
  let count = 1;
  let last: Part | null = null;
  const enter = (part: Part) => {
    const boundaries = boundariesOf(part);
    const starts = new Set(boundaries.map((boundary) => boundary.charCodeAt(0)));
    if (boundaries.length > 0) open.push({ part, boundaries: new Set(boundaries), starts });
    else if (part.type.value.startsWith('multipart/')) part.closed = false;
    // A multipart's end is known when its container continues.
    last = part;
  };
  enter(top);
  let at = top.body;
  for (;;) {
    const line = open.length === 0 ? -1 : nextDashes(bytes, at);
    if (line < 0) break;
    const stop = lineEnd(bytes, line, bytes.length);
    at = Math.min(bytes.length, stop + 2);
    const read = stop - line <= maxBoundary && startsBoundary(open, bytes[line + 2]);
    const found = read ? findOpen(open, bytes.toString('latin1', line, stop)) : null;
    if (found !== null) {
      const { part } = open[found.index] as Open;
      endAbove(open, last === part ? null : last, found.index, line);
      last = null;
      if (found.closes) {
        open.pop();
        last = part;
      } else {
        if (++count > mimeLimits.parts) throw new TooComplex('a message has over 1,000 parts');
        const child = readPart(bytes, at, open, scanning);
        part.parts.push(child);
        at = child.body;
        enter(child);
      }
    }
    if (at >= bytes.length) break;
  }
  for (const { part } of open) part.closed = false;
}

export const allParts = (part: Part): Part[] => [part, ...part.parts.flatMap(allParts)];

/** Parts outside signed or encrypted ones. Their headers may be rewritten. */
export const unsealedParts = (part: Part): Part[] =>
  sealing.test(part.type.value) ? [part] : [part, ...part.parts.flatMap(unsealedParts)];

export function leavesOf(part: Part): Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}
