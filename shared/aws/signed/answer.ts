import { trimBlanks } from '../../core/characters.ts';
import { brokenAnswer } from './errors.ts';

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** An answer, and whether the connection may have another request: it ended where its framing says, and is kept. */
export type Read = { answer: Answer; keeps: boolean };

type Stage = 'head' | 'octets' | 'size' | 'chunk end' | 'trailer' | 'rest' | 'done';

type Head = Omit<Answer, 'body'> & { version: string };

const maxHead = 16 * 1024;
const maxLine = 4 * 1024;

function headerLine(headers: Record<string, string>, line: string, status: number): void {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):([^\r\n]*)$/.exec(line) ?? [];
  if (name === '') throw brokenAnswer('the answer has a header that is none', status);
  const [known, text] = [name.toLowerCase(), trimBlanks(value)];
  headers[known] = headers[known] === undefined ? text : `${headers[known]}, ${text}`;
}

function readHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const [, version = '', code = ''] = /^HTTP\/(1\.[01]) (\d{3})(?: |$)/.exec(first) ?? [];
  const status = Number(code);
  if (version === '' || status === 101) throw brokenAnswer('the answer is no HTTP', status);
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) headerLine(headers, line, status);
  return { version, status, headers };
}

function framingOf({ status, headers }: Head): number | 'chunks' | 'connection' {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  if (status === 204 || status === 304) return 0;
  if (coding === undefined && length === undefined) return 'connection';
  if (coding?.toLowerCase() === 'chunked' && length === undefined) return 'chunks';
  if (coding === undefined && /^\d{1,15}$/.test(length ?? '')) return Number(length);
  throw brokenAnswer('the answer does not say where it ends', status);
}

function isKept({ version, headers }: Head): boolean {
  const words = (headers.connection ?? '').toLowerCase().split(',').map(trimBlanks);
  return version === '1.1' ? !words.includes('close') : words.includes('keep-alive');
}

/** Reads one answer of HTTP/1.1, however its octets are cut. Throws BrokenAnswer, after which it is of no use. */
export function createAnswerReader() {
  let stage: Stage = 'head';
  let head: Head = { version: '', status: 0, headers: {} };
  let held: Buffer = Buffer.alloc(0);
  let left = 0;
  let isChunked = false;
  const parts: Buffer[] = [];

  const broken = (what: string) => brokenAnswer(`the answer has ${what}`, head.status);

  /** The text before a mark; null until the mark is there. */
  const textUntil = (mark: string, max: number): string | null => {
    const at = held.indexOf(mark);
    if (at > max || (at < 0 && held.length > max)) throw broken('too long a line');
    if (at < 0) return null;
    const text = held.toString('latin1', 0, at);
    held = held.subarray(at + mark.length);
    return text;
  };

  const begin = (next: Head): void => {
    // An interim answer; the answer itself follows.
    if (next.status < 200) return;
    head = next;
    const framing = framingOf(next);
    isChunked = framing === 'chunks';
    if (typeof framing === 'number') left = framing;
    if (framing === 'connection') stage = 'rest';
    else if (isChunked) stage = 'size';
    else stage = left === 0 ? 'done' : 'octets';
  };

  const takeOctets = (): void => {
    const part = held.subarray(0, left);
    parts.push(part);
    left -= part.length;
    held = held.subarray(part.length);
    if (left === 0) stage = isChunked ? 'chunk end' : 'done';
  };

  /** Each reads one part and returns true when another may follow; false: more octets are needed. */
  const steps: Record<Stage, () => boolean> = {
    head: () => {
      const text = textUntil('\r\n\r\n', maxHead);
      if (text !== null) begin(readHead(text));
      return text !== null;
    },
    octets: () => {
      if (held.length > 0) takeOctets();
      return left === 0;
    },
    size: () => {
      const line = textUntil('\r\n', maxLine);
      if (line === null) return false;
      const [, digits] = /^([\da-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line) ?? [];
      if (digits === undefined) throw broken('a chunk without a size');
      left = Number.parseInt(digits, 16);
      stage = left === 0 ? 'trailer' : 'octets';
      return true;
    },
    'chunk end': () => {
      if (held.length < 2) return false;
      if (held.toString('latin1', 0, 2) !== '\r\n') throw broken('a chunk of another size');
      held = held.subarray(2);
      stage = 'size';
      return true;
    },
    trailer: () => {
      const line = textUntil('\r\n', maxLine);
      if (line === '') stage = 'done';
      return line !== null;
    },
    rest: () => {
      if (held.length > 0) parts.push(held);
      held = Buffer.alloc(0);
      return false;
    },
    done: () => false,
  };

  const answer = (): Answer => {
    const [first = Buffer.alloc(0)] = parts;
    const { status, headers } = head;
    return { status, headers, body: parts.length < 2 ? first : Buffer.concat(parts) };
  };

  return {
    /** Takes octets; returns the answer when it is whole. */
    push: (octets: Buffer): Read | null => {
      held = held.length === 0 ? octets : Buffer.concat([held, octets]);
      while (steps[stage]());
      return stage === 'done' ? { answer: answer(), keeps: isKept(head) && held.length === 0 } : null;
    },
    /** The answer, where the end of the connection ends it; else null. */
    end: (): Answer | null => (stage === 'rest' ? answer() : null),
  };
}
