import { AppError } from '../../core/errors.ts';
import { isMime, type MimeContent, type StoredContent } from './pack.ts';
import { countMarkers, countPlaceholders } from './placeholders.ts';

const maxComposed = 40 * 1024 * 1024;

/** Room for 50 recipients with 200-character names, the service's headers, and boundaries. */
const envelopeBytes = 128 * 1024;

/** Base64 in lines: 57 bytes become 76 characters and a line break. */
const base64 = (bytes: number) => Math.ceil(bytes / 57) * 78;

/** A calendar is sent twice. A message isn't encoded, but its line breaks may become two bytes each. */
const isTwice = (type: string) => /^(text\/calendar|message\/rfc822)\b/i.test(type);

/** The size of a managed link in a part, in any encoding. The address in it may have 254 characters. */
const linkBytes = 1024;

const count = (text: string, unit: RegExp) => text.match(unit)?.length ?? 0;

/**
 * The largest encoded size of a text. Quoted-printable takes three bytes for non-ASCII, `=`, controls, and
 * trailing white space, plus soft line breaks. Base64 takes a third more.
 */
function printable(text: string): number {
  const bytes = Buffer.byteLength(text);
  const lines = count(text, /[\r\n]/g);
  const escaped = count(text, /[=[\p{Cc}--[\t\r\n]]]|[\t ](?=[\r\n])/gv);
  const quoted = (bytes + lines + 2 * escaped + 4 * (bytes - text.length)) * 1.04;
  return Math.ceil(Math.max(quoted, base64(bytes + lines))) + linkBytes * countMarkers(text) + 2;
}

/** Spaces in links, which the derived text writes as `%20`. */
const linkSpaces = (html: string): number =>
  (html.match(/href\s*=\s*(?:"[^"]*"|'[^']*')/gi) ?? []).reduce((sum, link) => sum + count(link, / /g), 0);

/**
 * The largest text derived from html. Bullets and blank lines may be longer than their tags, and an entity
 * may mean two characters of three bytes.
 */
const derived = (html: string): number =>
  printable(html) +
  12 * count(html, /<li/gi) +
  4 * count(html, /<p/gi) +
  18 * count(html, /&/g) +
  3 * linkSpaces(html);

/**
 * Max bytes that managed links add to a relayed text, given as octets. Includes the links and the
 * re-encoding, at three bytes per non-printable octet.
 */
export function linkGrowth(octets: string): number {
  const links = countPlaceholders(octets);
  if (links === 0) return 0;
  const escaped = count(octets, /[^\r\n -<>-~]|[\t ](?=[\r\n])/g);
  return Math.ceil(linkBytes * links + 2 * escaped + 0.04 * (octets.length + 2 * escaped));
}

/** The header, the stored octets, and what links add to the texts. */
const relayedSize = ({ header, size, growth = 0, unsubscribe }: MimeContent) =>
  envelopeBytes + header.received.length + header.kept.length + size + (unsubscribe ? growth : 0);

/** Size in bytes of the composed message, estimated from sizes. Never too low. */
export function composedSize(content: StoredContent): number {
  if (isMime(content)) return relayedSize(content);
  const { html, text, headers, attachments } = content;
  let bytes = envelopeBytes + printable(html ?? '') + (text ? printable(text) : derived(html ?? ''));
  for (const [name, value] of Object.entries(headers)) bytes += name.length + 3 * Buffer.byteLength(value);
  for (const file of attachments) {
    const size = 'upload' in file ? file.size : file.data.length;
    bytes += base64(size) * (isTwice(file.content_type) ? 2 : 1) + 1024;
  }
  return bytes;
}

/** Throws 413 for a message that SES would refuse, however it was submitted. */
export function checkComposedSize(content: StoredContent): void {
  if (composedSize(content) <= maxComposed) return;
  throw new AppError('payload_too_large', 'The composed message would be over 40 MB');
}
