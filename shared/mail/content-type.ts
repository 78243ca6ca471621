import { isAscii, isUtf8 } from 'node:buffer';

const token = "[!#$%&'*+.^_`{|}~0-9A-Za-z-]+";
const quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const mediaType = new RegExp(`^${token}/${token}(?: *; *${token}=(?:${token}|${quoted}))*$`);
const parameter = new RegExp(`; *(${token})=(?:(${token})|(${quoted}))`, 'g');

const byExtension: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  vcf: 'text/vcard',
  wav: 'audio/wav',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

export function defaultContentType(extension: string): string {
  return Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? '') : 'application/octet-stream';
}

/** Whether `value` is `type/subtype` with optional parameters (RFC 2045), at most 255 characters. */
export const isMediaType = (value: string): boolean => value.length <= 255 && mediaType.test(value);

/** A file can't be a multipart, because its boundary would become part of the message's own structure. */
export const isMultipart = (value: string): boolean => /^multipart\//i.test(value);

export const isContentType = (value: string): boolean => isMediaType(value) && !isMultipart(value);

/**
 * Parameters needed to read a file. Any other parameter, such as `name`, would give the file a second name.
 */
const kept = new Set(['charset', 'method', 'component', 'format', 'delsp', 'type', 'version']);

const parametersOf = (value: string) =>
  [...value.matchAll(parameter)].map(([written, name = '', plain, quoted]) => ({
    written,
    name: name.toLowerCase(),
    value: plain ?? (quoted ?? '').slice(1, -1).replace(/\\(.)/g, '$1'),
  }));

/** The parameters of a valid content type: lower-case names, unquoted values. */
export function contentTypeParams(value: string): Map<string, string> {
  return new Map(parametersOf(value).map(({ name, value }) => [name, value]));
}

/** Adds charset=utf-8 to a text type without a charset if its octets are non-ASCII UTF-8. */
export function withCharset(type: string, octets: Uint8Array): string {
  const isOpen = /^text\//i.test(type) && !contentTypeParams(type).has('charset');
  return isOpen && !isAscii(octets) && isUtf8(octets) ? `${type}; charset=utf-8` : type;
}

const isToken = new RegExp(`^${token}$`);
const written = (value: string) => (isToken.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);

/**
 * A leniently read content type with the kept parameters, or application/octet-stream if files can't have
 * that type.
 */
export function contentTypeOf(type: string, parameters: readonly [name: string, value: string][]): string {
  const rest = parameters
    .filter(([name]) => kept.has(name))
    .map(([name, value]) => `; ${name}=${written(value)}`);
  return [[type, ...rest].join(''), type].find(isContentType) ?? 'application/octet-stream';
}

/** A valid content type as written, with only the kept parameters. */
export function keptContentType(value: string): string {
  const rest = parametersOf(value).filter(({ name }) => kept.has(name));
  return [value.replace(/ *;.*$/, ''), ...rest.map(({ written }) => written)].join('');
}
