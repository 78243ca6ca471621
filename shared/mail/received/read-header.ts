import addressparser from 'nodemailer/lib/addressparser';
import { formatMailbox, isAddress } from '../../core/addresses.ts';
import { type Field, readFields } from '../mime/fields.ts';
import { mimeLimits } from '../mime/scan.ts';
import { decodeEncodedWords, decodeWords, headerText } from '../mime/words.ts';

/** The header of a received message (R47, R51). */
export type ReceivedHeader = {
  from: string;
  from_address: string;
  to: string[];
  cc: string[];
  reply_to: string[];
  subject: string;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  headers: { name: string; value: string }[];
  /** Fields or octets past the limit were left out. */
  truncated: boolean;
  /** No field but those that servers write. */
  empty: boolean;
};

/** Where the header ends, as far as it is read: at most 256 KB and 1,000 fields. */
export function receivedFields(message: Buffer): { fields: Field[]; body: number; truncated: boolean } {
  const end = Math.min(message.length, mimeLimits.header_bytes);
  const { fields, body } = readFields(message, 0, end);
  const cut = body >= end && end < message.length;
  const truncated = cut || fields.length > mimeLimits.fields;
  return { fields: fields.slice(0, mimeLimits.fields), body, truncated };
}

/** Decoded text of a value in one line, without controls. */
const plain = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();

const valueText = (value: string) => plain(decodeWords(value));

/** An entry of an address field as `Name <addr>`, also where the address has not the form of C8. */
function entryOf({ name, address }: { name: string; address: string }): string {
  const shown = plain(decodeEncodedWords(name));
  if (address === '') return shown;
  if (isAddress(address)) return formatMailbox({ email: address, name: shown });
  const bare = plain(address);
  return shown === '' ? bare : `${shown} <${bare}>`;
}

type Entries = { texts: string[]; first: string };

/** The mailboxes of fields of one name, groups flattened; one that holds none is one entry with its text (R47). */
function entriesOf(values: string[]): Entries {
  const found = values.flatMap((value) => {
    const parsed = addressparser(headerText(value), { flatten: true });
    const whole = parsed.some(({ address }) => address !== '') || parsed.length === 0;
    return whole ? parsed : [{ name: value, address: '' }];
  });
  return {
    texts: found.map(entryOf).filter((text) => text !== ''),
    first: found.find(({ address }) => address !== '')?.address ?? '',
  };
}

/** Without reading addresses: each field is one entry with its text. */
const asTexts = (values: string[]): Entries => ({
  texts: values.map(valueText).filter((text) => text !== ''),
  first: '',
});

/** Ids in angle brackets, their octets as they are. */
const idsOf = (values: string[]): string[] =>
  values.flatMap((value) => headerText(value).match(/<[^<>\s]+>/g) ?? []);

/** Fields that servers add on the way. */
const trace = new Set(['return-path', 'received']);

/**
 * What a record has of the header. `addresses: false` reads it without its address lists, when reading them took too long;
 * the rest is linear.
 */
export function readReceivedHeader(message: Buffer, { addresses = true } = {}): ReceivedHeader {
  const { fields, truncated } = receivedFields(message);
  const named = (name: string) =>
    fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value);
  const read = addresses ? entriesOf : asTexts;
  const from = read(named('from').slice(0, 1));
  return {
    from: from.texts[0] ?? '',
    from_address: from.first,
    to: read(named('to')).texts,
    cc: read(named('cc')).texts,
    reply_to: read(named('reply-to')).texts,
    subject: valueText(named('subject')[0] ?? ''),
    message_id: idsOf(named('message-id'))[0] ?? null,
    in_reply_to: idsOf(named('in-reply-to'))[0] ?? null,
    references: idsOf(named('references')),
    headers: fields.map(({ name, value }) => ({ name, value: valueText(value) })),
    truncated,
    empty: fields.every(({ name }) => trace.has(name.toLowerCase())),
  };
}
