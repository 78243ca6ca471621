import { withoutEnd } from '../../core/characters.ts';
import { fieldValue, readFields } from '../mime/fields.ts';
import { fileNames } from '../mime/leaves.ts';
import type { Part } from '../mime/scan.ts';
import { decodeWords } from '../mime/words.ts';

const maxBytes = 255;

/** Types whose files are often sent without a name. */
const extensions: Record<string, string> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'message/rfc822': 'eml',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
};

/** Controls, direction marks, and invisible characters, because a file name must be what it looks like. */
const misleading = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Cuts a name to at most 255 bytes, before its extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[^.]{1,32}$/.exec(name)?.[0] ?? '';
  let stem = name.slice(0, name.length - extension.length);
  const room = maxBytes - Buffer.byteLength(extension);
  // Two bytes of UTF-16 are at most three of UTF-8, and at least one.
  stem = stem.slice(0, room);
  while (Buffer.byteLength(stem) > room) stem = [...stem].slice(0, -1).join('');
  return `${stem.toWellFormed()}${extension}`;
}

/** A path's last component, without misleading characters and without the ending that file systems drop. */
function cleanName(name: string): string {
  const last = name.toWellFormed().replace(misleading, '').split(/[/\\]/).pop() ?? '';
  return shorten(withoutEnd(last.normalize('NFC'), /[. ]/).trimStart());
}

function ownSubject(bytes: Buffer, part: Part): string {
  const { fields } = readFields(bytes, part.body, Math.min(part.end, part.body + 64 * 1024));
  const subject = fieldValue(fields, 'subject') ?? '';
  return cleanName(decodeWords(subject).replace(/[/\\]/g, '-'));
}

/** The name of attachment n (from 1), valid in any file system. */
export function receivedFileName(bytes: Buffer, part: Part, n: number): string {
  for (const name of fileNames(part)) {
    const clean = cleanName(name);
    if (clean !== '') return clean;
  }
  const { value } = part.type;
  const subject = value === 'message/rfc822' ? ownSubject(bytes, part) : '';
  if (subject !== '') return shorten(`${subject}.eml`);
  return `attachment-${n}.${extensions[value] ?? 'bin'}`;
}
