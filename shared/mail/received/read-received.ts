import { cutBytes, trimBlanks } from '../../core/characters.ts';
import type { ParseError, ReceivedFile } from '../../core/records/received.ts';
import { fieldValue } from '../mime/fields.ts';
import { bodyLeaves, bodyTexts, decodeLeaf } from '../mime/leaves.ts';
import { isTooComplex, leavesOf, type Part, scanMime } from '../mime/scan.ts';
import { receivedFileName } from './file-name.ts';
import { type ReceivedHeader, readReceivedHeader, receivedFields } from './read-header.ts';
import { withCrlf } from './with-crlf.ts';

export type ReceivedBody = {
  html: string | null;
  text: string | null;
  truncated: boolean;
  files: (ReceivedFile & { data: Uint8Array })[];
  parse_error: ParseError | null;
};

export const noBody: ReceivedBody = {
  html: null,
  text: null,
  truncated: false,
  files: [],
  parse_error: null,
};

/** Max bytes of each text in UTF-8. */
const textBytes = 2 * 1024 * 1024;

/** Text cut after a whole character. Linear. */
function cutUtf8(text: string | null): { value: string | null; cut: boolean } {
  if (text === null) return { value: null, cut: false };
  const whole = text.toWellFormed();
  const value = cutBytes(whole, textBytes);
  return { value, cut: value.length < whole.length };
}

const maxFiles = 1000;

/** The parts. A multipart without boundary lines is read as text. */
function withTexts(message: Buffer, part: Part): Part {
  if (part.parts.length > 0) return { ...part, parts: part.parts.map((one) => withTexts(message, one)) };
  const isText =
    part.type.value.startsWith('multipart/') &&
    !/^\s*$/.test(message.toString('latin1', part.body, part.end));
  return isText ? { ...part, type: { ...part.type, value: 'text/plain' } } : part;
}

/** The parts within the limits of R52. */
function partsOf(message: Buffer): { top: Part | null; limited: boolean } {
  try {
    return { top: withTexts(message, scanMime(message, { skips: true })), limited: false };
  } catch (error) {
    if (isTooComplex(error)) return { top: error.found, limited: true };
    throw error;
  }
}

const token = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

function fileOf(message: Buffer, part: Part, n: number): ReceivedBody['files'][number] {
  const written = trimBlanks(fieldValue(part.fields, 'content-id') ?? '');
  const content_id = /^<?([^<>\s]{1,998})>?$/.exec(written)?.[1] ?? null;
  const disposition = part.disposition?.value;
  const inline = disposition === 'inline' || (disposition === undefined && content_id !== null);
  const data = decodeLeaf(message, part);
  return {
    filename: receivedFileName(message, part, n),
    content_type: token.test(part.type.value) ? part.type.value : 'application/octet-stream',
    size: data.length,
    content_id,
    disposition: inline ? 'inline' : 'attachment',
    data,
  };
}

/** Reads the header first, then the body, so the header is known even if the body takes too long. */
export function readReceived(
  given: Buffer,
  onHeader: (header: ReceivedHeader) => void = () => {},
): { header: ReceivedHeader; body: ReceivedBody } {
  const message = withCrlf(given);
  const header = readReceivedHeader(message);
  onHeader(header);
  return { header, body: readBody(message, header) };
}

function readBody(message: Buffer, { empty }: ReceivedHeader): ReceivedBody {
  if (receivedFields(message).truncated) return { ...noBody, parse_error: 'limits' };
  const { top, limited } = partsOf(message);
  if (top === null) return { ...noBody, parse_error: 'limits' };
  const shown = bodyLeaves(top);
  const texts = bodyTexts(message, shown);
  const html = cutUtf8(texts.html);
  const text = cutUtf8(texts.text);
  // Past a limit, the innermost multipart looks like a leaf.
  const isOpen = ({ type }: Part) => limited && type.value.startsWith('multipart/');
  const inTexts = new Set([...shown.html, ...shown.text]);
  const others = leavesOf(top).filter((leaf) => !inTexts.has(leaf) && !isOpen(leaf));
  const files = others.slice(0, maxFiles).map((leaf, i) => fileOf(message, leaf, i + 1));
  const past = limited || others.length > maxFiles;
  return {
    html: html.value,
    text: text.value,
    truncated: html.cut || text.cut,
    files,
    parse_error: past ? 'limits' : empty ? 'malformed' : null,
  };
}
