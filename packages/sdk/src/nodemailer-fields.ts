import type { InlineFile } from './types.ts';

export type Address = { address?: string; name?: string; group?: unknown };

export type MailAttachment = {
  filename?: string | false;
  content?: unknown;
  contentType?: string;
  contentDisposition?: string;
  cid?: string;
  encoding?: string;
};

/** A message includes something the API can't send. It is rejected rather than dropped. */
export class UnsupportedMailError extends Error {
  override readonly name = 'UnsupportedMailError';
  /** The field's name in nodemailer. */
  readonly field: string;

  constructor(field: string, why: string) {
    super(`${field} cannot be sent through the API: ${why}`);
    this.field = field;
  }
}

/** `name <address>` as the API reads it, quoted if necessary. */
function mailboxOf(field: string, { address = '', name = '', group }: Address): string {
  if (group !== undefined) throw new UnsupportedMailError(field, 'it has a group of addresses');
  if (name === '') return address;
  const plain = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~ -]+$/u.test(name);
  return `${plain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`;
}

/** An unclosed bracket is part of the match and stays, so that the search is linear. */
const withoutClosed = (all: string, end: string): string => (end === '"' || end === '>' ? '' : all);

/** Whether `from` has several addresses, of which nodemailer keeps only the first. */
export function isSeveral(from: unknown): boolean {
  if (Array.isArray(from)) return from.length > 1;
  if (typeof from !== 'string') return false;
  const bare = from.replace(/"(?:[^"\\]|\\.)*("|\\?$)/gs, withoutClosed);
  let angles = 0;
  const rest = bare.replace(/<[^>]*(>|$)/g, (all, end) => {
    if (end === '>') angles++;
    return withoutClosed(all, end);
  });
  if (angles === 1) return rest.includes(',') && rest.includes('@');
  return angles > 1 || rest.indexOf('@') < rest.lastIndexOf('@');
}

const listed = <One>(value: One | One[] | null | undefined): One[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];

/** A list of mailboxes, or undefined if empty. */
export function mailboxes(
  field: string,
  value: Address | Address[] | null | undefined,
): string[] | undefined {
  const all = listed(value).map((one) => mailboxOf(field, one));
  return all.length === 0 ? undefined : all;
}

/** Empty if nodemailer writes no header, which includes false, 0, and null. */
function headerText(name: string, value: unknown): string {
  const [one, ...others] = Array.isArray(value) ? value : [value];
  if (others.length > 0) throw new UnsupportedMailError(`headers.${name}`, 'it is given more than once');
  if (typeof one === 'object' && one !== null) {
    const { prepared, value: inner } = one as { prepared?: boolean; value?: unknown };
    if (prepared) throw new UnsupportedMailError(`headers.${name}`, 'it is already encoded');
    return String(inner || '');
  }
  return String(one || '');
}

/** Custom headers in both of nodemailer's forms: an object, or a list of keys and values. */
export function customHeaders(headers: unknown): Record<string, string> {
  const entries: [string, unknown][] = Array.isArray(headers)
    ? headers.map(({ key, value }: { key: string; value: unknown }) => [key, value])
    : Object.entries(headers ?? {});
  const seen = new Set<string>();
  const found: Record<string, string> = {};
  for (const [name, value] of entries) {
    const text = headerText(name, value);
    if (text === '') continue;
    if (seen.has(name.toLowerCase()))
      throw new UnsupportedMailError(`headers.${name}`, 'it is given more than once');
    seen.add(name.toLowerCase());
    found[name] = text;
  }
  return found;
}

const important: Record<string, Record<string, string>> = {
  high: { 'X-Priority': '1 (Highest)', 'X-MSMail-Priority': 'High', Importance: 'High' },
  low: { 'X-Priority': '5 (Lowest)', 'X-MSMail-Priority': 'Low', Importance: 'Low' },
};

/** The headers that nodemailer writes for `priority`. */
export const priorityHeaders = (priority: unknown): Record<string, string> =>
  important[String(priority ?? '').toLowerCase()] ?? {};

/**
 * Text or bytes as read by nodemailer, which wraps bytes other than Buffer in an object, and leaves empty
 * content in its original wrapper.
 */
function readContent(field: string, value: unknown): string | Uint8Array {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'object' && ('content' in value || 'filename' in value))
    return readContent(field, (value as { content?: unknown }).content);
  throw new UnsupportedMailError(field, 'its content is neither text nor bytes');
}

export function textOf(field: string, value: unknown): string {
  const content = readContent(field, value);
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

const carried = [
  ...['filename', 'content', 'path', 'href', 'httpHeaders', 'tls'],
  ...['contentType', 'contentDisposition', 'cid', 'encoding'],
];

/** Rejects an attachment that couldn't be sent completely. */
export function checkAttachment(attachment: MailAttachment, index: number): void {
  const at = `attachments[${index}]`;
  for (const [name, value] of Object.entries(attachment))
    if (!carried.includes(name) && value !== undefined)
      throw new UnsupportedMailError(`${at}.${name}`, 'the API has no such field');
  if (attachment.filename === false) throw new UnsupportedMailError(`${at}.filename`, 'a file needs a name');
  const { contentDisposition, cid } = attachment;
  const expected = cid ? 'inline' : 'attachment';
  if (contentDisposition !== undefined && contentDisposition !== expected)
    throw new UnsupportedMailError(
      `${at}.contentDisposition`,
      `with${cid ? '' : 'out'} a cid it is ${expected}`,
    );
}

/** An attachment after nodemailer has read its content. If the content was bytes, it is base64. */
export function sendAttachment(
  { filename, content, contentType, cid, encoding }: MailAttachment,
  index: number,
): InlineFile {
  const read = readContent(`attachments[${index}].content`, content);
  return {
    name: String(filename),
    data: typeof read === 'string' && encoding !== 'base64' ? new TextEncoder().encode(read) : read,
    ...(contentType !== undefined && { content_type: contentType }),
    ...(cid && { content_id: cid }),
  };
}
