import { asciiAddress, hasAddressForm } from '../../core/addresses.ts';
import { type Field, fieldValue, fieldValues, readFields } from '../mime/fields.ts';
import { withoutComments } from '../mime/parameters.ts';
import { mimeLimits } from '../mime/scan.ts';
import { decodeWords } from '../mime/words.ts';
import { asTexts, authorOf, plain, readMailboxList } from './mailbox-list.ts';
import { sentPart } from './sent-part.ts';

export type ReceivedHeader = {
  /** The author's mailbox as shown, and its bare address. Empty if From has none. */
  from: string;
  from_address: string;
  several_authors: boolean;
  to: string[];
  cc: string[];
  reply_to: string[];
  subject: string;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  headers: { name: string; value: string }[];
  /** Fields or octets past the limit were omitted. */
  truncated: boolean;
  /** Only fields that servers write. */
  empty: boolean;
};

/** The header's fields and end, within the reading limit of 256 KB and 1,000 fields. */
export function receivedFields(message: Buffer): { fields: Field[]; body: number; truncated: boolean } {
  const end = Math.min(message.length, mimeLimits.header_bytes);
  const { fields, body } = readFields(message, 0, end, undefined, { skips: true });
  const cut = body >= end && end < message.length;
  const truncated = cut || fields.length > mimeLimits.fields;
  return { fields: fields.slice(0, mimeLimits.fields), body, truncated };
}

const valueText = (value: string) => plain(decodeWords(value));

/** Ids in angle brackets, without spaces from folding. Encoded words are decoded. */
const idsOf = (values: string[]): string[] =>
  values
    .flatMap((value) => decodeWords(value).match(/<[^<>]+>/g) ?? [])
    .map((id) => id.replace(/[\s\p{Cc}]+/gu, ''))
    .filter((id) => id !== '<>');

/** The first id of In-Reply-To, which some programs write without brackets. */
function answeredId(values: string[]): string | null {
  const bare = decodeWords(values[0] ?? '').trim();
  return idsOf(values)[0] ?? (/^[^\s@<>]+@[^\s@<>]+$/.test(bare) ? `<${bare}>` : null);
}

const trace = new Set(['return-path', 'received']);

/** Whether the sender wrote no header field. */
function isEmpty(message: Buffer): boolean {
  const sent = sentPart(message.subarray(0, mimeLimits.header_bytes));
  return receivedFields(sent).fields.every(({ name }) => trace.has(name.toLowerCase()));
}

/** Reads the header for the record. Linear except for address lists, which `addresses: false` skips. */
export function readReceivedHeader(message: Buffer, { addresses = true } = {}): ReceivedHeader {
  const { fields, truncated } = receivedFields(message);
  const named = (name: string) => fieldValues(fields, name);
  const read = addresses ? readMailboxList : asTexts;
  const shown = (name: string) => read(named(name)).map((entry) => entry.shown);
  const author = authorOf(named('from'), read);
  return {
    from: author.shown,
    from_address: author.address,
    several_authors: author.several,
    to: shown('to'),
    cc: shown('cc'),
    reply_to: shown('reply-to'),
    subject: valueText(named('subject')[0] ?? ''),
    message_id: idsOf(named('message-id'))[0] ?? null,
    in_reply_to: answeredId(named('in-reply-to')),
    references: idsOf(named('references')),
    headers: fields.map(({ name, value }) => ({ name, value: valueText(value) })),
    truncated,
    empty: isEmpty(message),
  };
}

/** Only the author, as DMARC needs it: with its domain as A-labels. */
export function readAuthor(message: Buffer): { address: string; several: boolean } {
  const { address, several } = authorOf(fieldValues(receivedFields(message).fields, 'from'));
  return { address: hasAddressForm(address) ? asciiAddress(address) : address, several };
}

/** The maximum octets of From to read, because other sessions wait meanwhile. */
const maxFrom = 16 * 1024;

/** Possible addresses in a text that isn't one mailbox: each `@` with its surroundings. */
const addressesIn = (text: string): string[] =>
  text.split(/[\s"(),:;<>[\]\\]+/).flatMap((word) => {
    const parts = word.split('@');
    return parts.slice(1).map((domain, i) => `${parts[i] || '?'}@${domain}`);
  });

/** A field's text without spaces around dots and `@`, which other readers ignore. */
const joinedText = (value: string): string =>
  decodeWords(value)
    .split(/([.@])/)
    .map((part) => part.trim())
    .join('');

/** The addresses of a From field. If parts aren't mailboxes, also possible addresses in it. */
function authorsIn(value: string): string[] {
  const found = readMailboxList([value]).map(({ address }) => address);
  const isWhole = found.length > 0 && found.every(hasAddressForm);
  const texts = isWhole ? [] : [value, withoutComments(value)];
  return [...found, ...texts.flatMap((text) => addressesIn(joinedText(text)))];
}

const report = /^multipart\/report[ \t]*(?:;|$)/i;

/**
 * The senders to compare with blocked ones, from the header as stored: the envelope's and those in From.
 * Bounces have none. Null if From was too long to read completely.
 */
export function readSenders(
  { fields, truncated }: ReturnType<typeof receivedFields>,
  mail_from: string,
): string[] | null {
  if (mail_from === '' && report.test(fieldValue(fields, 'content-type') ?? '')) return [];
  const from = fieldValues(fields, 'from');
  if (truncated || from.join('').length > maxFrom) return null;
  return [...new Set([mail_from, ...from.flatMap(authorsIn)])].filter((sender) => sender !== '');
}
