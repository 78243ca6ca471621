import { isBranded } from './brand.ts';

const brand = Symbol.for('mailwright.NotRows');

/** The text is not a JSON object with an array at the key, or it is truncated. */
class NotRows extends Error {
  readonly [brand] = true;
}

export const isNotRows = (error: unknown): error is NotRows => isBranded(error, brand);

const max_bytes = 256 * 1024;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The reader's state. The object is at depth 1, its array at depth 2. */
const newScan = (key: string) => ({
  /** The array's label, with quotes. */
  name: Buffer.from(JSON.stringify(key)),
  depth: 0,
  inString: false,
  escaped: false,
  inRows: false,
  found: false,
  over: false,
  /** The next value's label, once its colon is read. */
  label: Buffer.alloc(0) as Buffer,
  labelled: false,
  /** Bytes of an unfinished value from earlier chunks. */
  held: [] as Buffer[],
  held_bytes: 0,
  /** The index in this chunk from which bytes are kept. -1 if none are. */
  from: -1,
  rows: [] as unknown[],
});

type Scan = ReturnType<typeof newScan>;

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new NotRows('a value that is not JSON');
  }
}

/** The bytes kept so far, up to index `to`. */
function taken(scan: Scan, chunk: Buffer, to: number): Buffer {
  const value = Buffer.concat([...scan.held, chunk.subarray(scan.from, to)]);
  Object.assign(scan, { held: [], held_bytes: 0, from: -1 });
  return value;
}

function inString(scan: Scan, byte: number, chunk: Buffer, at: number): void {
  if (scan.escaped) scan.escaped = false;
  else if (byte === backslash) scan.escaped = true;
  else if (byte === quote) {
    scan.inString = false;
    if (scan.depth === 1 && scan.from !== -1) scan.label = taken(scan, chunk, at + 1);
  }
}

/** Between array rows: one ends, or the next begins. */
function atRows(scan: Scan, byte: number, chunk: Buffer, at: number): void {
  if (byte !== comma && byte !== closeBracket) {
    if (scan.from === -1) scan.from = at;
  } else if (scan.from !== -1) scan.rows.push(parsed(taken(scan, chunk, at)));
  else if (byte === comma) throw new NotRows('an empty row');
}

function open(scan: Scan, byte: number): void {
  scan.depth++;
  if (scan.depth !== 2 || byte !== openBracket || !scan.labelled || !scan.label.equals(scan.name)) return;
  scan.inRows = true;
  scan.found = true;
}

function close(scan: Scan): void {
  scan.depth--;
  if (scan.depth === 1) scan.inRows = false;
  scan.over = scan.depth === 0;
}

function outside(scan: Scan, byte: number, chunk: Buffer, at: number): void {
  if (isBlank(byte)) return;
  if (scan.over || (scan.depth === 0 && byte !== openBrace)) throw new NotRows('not a JSON object');
  if (scan.inRows && scan.depth === 2) atRows(scan, byte, chunk, at);
  if (byte === quote) {
    scan.inString = true;
    if (scan.depth === 1 && !scan.labelled) scan.from = at;
  } else if (byte === openBrace || byte === openBracket) open(scan, byte);
  else if (byte === closeBrace || byte === closeBracket) close(scan);
  else if (scan.depth === 1 && byte === colon) scan.labelled = true;
  else if (scan.depth === 1 && byte === comma) scan.labelled = false;
}

/** Keeps an unfinished value for the next chunk. */
function hold(scan: Scan, chunk: Buffer): void {
  if (scan.from === -1) return;
  scan.held_bytes += chunk.length - scan.from;
  if (scan.held_bytes > max_bytes) throw new NotRows('a row that is too long');
  scan.held.push(chunk.subarray(scan.from));
  scan.from = 0;
}

/** Streams the elements of the array `key` in a JSON object, with one chunk in memory. Throws `NotRows`. */
export async function* jsonRows(chunks: AsyncIterable<Buffer>, key: string): AsyncGenerator<unknown[]> {
  const scan = newScan(key);
  for await (const chunk of chunks) {
    scan.rows = [];
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (scan.inString) inString(scan, byte, chunk, at);
      else outside(scan, byte, chunk, at);
    }
    hold(scan, chunk);
    if (scan.rows.length > 0) yield scan.rows;
  }
  if (!scan.over || !scan.found) throw new NotRows('incomplete, or without its array');
}
