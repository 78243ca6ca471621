import './iconv.ts';
import { hash } from 'node:crypto';
import { AppError, invalid } from '../../core/errors.ts';
import type { SentFile } from '../../core/records/emails.ts';
import { blockedExtension, fileExtension } from '../attachment-name.ts';
import { type Attachment, isContentId, maxFileBytes, maxFiles } from '../attachments.ts';
import { contentTypeOf, defaultContentType, isMediaType } from '../content-type.ts';
import { receivedFileName } from '../received/file-name.ts';
import { cleanEntity, unfit } from './clean.ts';
import { fieldValue, readFields } from './fields.ts';
import { type ReadHeader, readHeader } from './header.ts';
import { countedLeaves, decodeLeaf, fileLeaves, fileNames, possibleNames } from './leaves.ts';
import { parameterOf } from './parameters.ts';
import { isTooComplex, leavesOf, mimeLimits, type Part, scanMime, statesType } from './scan.ts';

export type Relayed = {
  header: ReadHeader;
  /** `Content-…` fields, an empty line, and the body, as SES accepts them. */
  entity: Buffer;
  attachments: number;
  /** The same files, as listed in the email's record. */
  sent_files: SentFile[];
  /** Files and invitation, if a template replaces the body. Else empty. */
  files: Attachment[];
  /** SHA-256 over the leaves' contents, independent of encodings and boundaries. */
  digest: string;
};

type Parsed = { header: ReadHeader; received: Buffer; top: Part };

const sha256 = (bytes: Uint8Array | string) => hash('sha256', bytes);

/** Fields no recipient may see: hidden recipients, and instructions to the service. */
const hiddenField = /^(?:bcc|resent-bcc|x-service-[!-9;-~]*)[ \t]*:/im;
const quoted_octets = 60;

/**
 * A line that isn't a field ends the header, so later fields would be sent as text. Throws 400 if one of them
 * must stay hidden. `body` is the body's offset.
 */
function checkHeaderEnd(message: Buffer, body: number): void {
  if (message.toString('latin1', Math.max(0, body - 4), body) === '\r\n\r\n') return;
  const end = message.indexOf('\r\n\r\n', body, 'latin1');
  const lines = message.toString('latin1', body, end < 0 ? message.length : end);
  if (!hiddenField.test(lines)) return;
  const line = lines.slice(0, lines.indexOf('\r\n')).slice(0, quoted_octets);
  throw unfit(`The header ends at the line "${line}", but header fields that must not be sent come after it`);
}

/** Rejects a file by any of its names. */
function checkNames(names: string[]): void {
  for (const name of names) {
    const extension = blockedExtension(name);
    if (extension === null) continue;
    const message = `attachments: .${extension} files cannot be sent`;
    throw invalid([{ path: 'attachments', rule: 'blocked', message }]);
  }
}

/** 400 for a blocked name, 413 for too many or too large files. */
function checkFiles(bytes: Buffer, top: Part): Part[] {
  for (const leaf of leavesOf(top)) checkNames(possibleNames(leaf));
  const counted = countedLeaves(top);
  if (counted.length > maxFiles) throw new AppError('payload_too_large', `At most ${maxFiles} attachments`);
  for (const leaf of counted) {
    const small = leaf.end - leaf.body <= maxFileBytes;
    if (!small && decodeLeaf(bytes, leaf).length > maxFileBytes)
      throw new AppError('payload_too_large', 'An attachment must be at most 10 MB');
  }
  return counted;
}

function digestOf(bytes: Buffer, top: Part): string {
  const leaves = leavesOf(top).map((leaf) => {
    const { type, disposition } = leaf;
    const parameters = [...type.parameters].filter(([name]) => !name.startsWith('boundary')).sort();
    const id = fieldValue(leaf.fields, 'content-id');
    const kind = [type.value, parameters, disposition?.value ?? null, fileNames(leaf), id];
    return [...kind, sha256(decodeLeaf(bytes, leaf))];
  });
  return sha256(JSON.stringify(leaves));
}

function scan(entity: Buffer): Part {
  try {
    return scanMime(entity);
  } catch (error) {
    if (isTooComplex(error)) throw unfit(error.message);
    throw error;
  }
}

/** A file's type. If its header has none, its name decides, as for files sent over the API. */
function typeOf(part: Part, name: string): string {
  const { type } = part;
  const isUnknown = type.value !== 'message/rfc822' && !statesType(part);
  const names = new Set([...type.parameters.keys()].map((name) => name.replace(/\*$/, '')));
  return contentTypeOf(
    isUnknown ? defaultContentType(fileExtension(name)) : type.value,
    [...names].map((name) => [name, parameterOf(type, name) ?? '']),
  );
}

/** A leaf as listed in the email's record. */
function sentFile(bytes: Buffer, part: Part, index: number): SentFile {
  const name = receivedFileName(bytes, part, index + 1);
  const { value } = part.type;
  const known = statesType(part) && isMediaType(value);
  const content_type = known ? value : defaultContentType(fileExtension(name));
  return { name, content_type, size: decodeLeaf(bytes, part).length };
}

/** A leaf in the API's form. A leaf marked as an attachment isn't an inline image. */
function fileOf(bytes: Buffer, part: Part, index: number): Attachment {
  const isInline = part.disposition?.value !== 'attachment';
  const id = /^<([^<>]*)>$/.exec(fieldValue(part.fields, 'content-id') ?? '')?.[1];
  const name = receivedFileName(bytes, part, index + 1);
  checkNames([name]);
  return {
    name,
    content_type: typeOf(part, name),
    ...(isInline && id !== undefined && isContentId(id) && { content_id: id }),
    data: decodeLeaf(bytes, part),
  };
}

/**
 * Reads a message as a client relays it, with CRLF line ends and without NUL: its header by R3 and R4, and
 * its parts. Linear. Throws 400 with the reply's text.
 */
export function parseRelayed(message: Buffer): Parsed {
  const { fields, body } = readFields(message, 0, message.length);
  if (body > mimeLimits.header_bytes || fields.length > mimeLimits.fields)
    throw unfit('The header has over 256 KB or 1,000 fields');
  const header = readHeader(fields);
  checkHeaderEnd(message, body);
  const received = Buffer.concat([Buffer.from(`${header.content}\r\n`, 'latin1'), message.subarray(body)]);
  return { header, received, top: scan(received) };
}

/** The message with a body SES accepts and checked attachments. Throws 400 and 413. */
export function cleanRelayed({ header, received, top }: Parsed): Relayed {
  const counted = checkFiles(received, top);
  const entity = cleanEntity(received, top);
  const files = header.control_fields.has('x-service-template')
    ? fileLeaves(top).map(({ leaf }, i) => fileOf(received, leaf, i))
    : [];
  const sent_files = counted.map((leaf, i) => sentFile(received, leaf, i));
  const digest = digestOf(received, top);
  return { header, entity, attachments: counted.length, sent_files, files, digest };
}
