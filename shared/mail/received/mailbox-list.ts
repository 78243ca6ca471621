import addressparser from 'nodemailer/lib/addressparser';
import { formatMailbox } from '../../core/addresses.ts';
import { decodeEncodedWords, decodeWords, headerText, quoteQWords } from '../mime/words.ts';

/** A value's decoded text on one line, without controls and line separators. */
export const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

/** An address that every reader parses alike. Other addresses are shown as text. */
const readable =
  /^(?:[^\s"(),:;<>@[\\\]]+|"(?:[^"\\<>]|\\[^<>])+")@(?:[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*|\[[\w:.-]+\])$/u;
const maxAddress = 320;

const isReadable = (address: string) =>
  address.length <= maxAddress &&
  readable.test(address) &&
  plain(address) === address &&
  !/=\?|\?=/.test(address);

/**
 * Text that isn't a mailbox. With an `@`, it is written as an empty group, because readers find addresses in
 * anything else.
 */
const textEntry = (text: string) => (text.includes('@') ? `"${text.replace(/["\\]/g, '\\$&')}":;` : text);

/** A mailbox or text of an address field, as displayed. `address` is empty for text. */
type Entry = { shown: string; address: string };

const asText = (value: string): Entry => ({ shown: textEntry(plain(decodeWords(value))), address: '' });

function entryOf({ name, address }: { name: string; address: string }): Entry {
  const shown = plain(decodeEncodedWords(name));
  if (isReadable(address)) return { shown: formatMailbox({ email: address, name: shown }), address };
  return { shown: textEntry(plain(`${shown} ${address}`)), address: '' };
}

/**
 * The entries of same-named address fields, given as octets, with groups flattened. Mailboxes become `Name
 * <addr>`, so every reader finds the same address. A field without a mailbox becomes one text.
 */
export function readMailboxList(values: string[]): Entry[] {
  const found = values.flatMap((value) => {
    const parsed = addressparser(quoteQWords(headerText(value)), { flatten: true });
    const whole = parsed.some(({ address }) => address !== '') || parsed.length === 0;
    return whole ? parsed.map(entryOf) : [asText(value)];
  });
  return found.filter(({ shown }) => shown !== '');
}

/** Max length of a field on one line, which is fast to read. */
const maxLine = 998;

/** Fallback when parsing mailboxes takes too long. Parses short fields, and keeps the rest as text. */
export const asTexts = (values: string[]): Entry[] =>
  values.flatMap((value) => (value.length <= maxLine ? readMailboxList([value]) : [asText(value)]));

/** A message's author: the first mailbox of From, and whether there are several mailboxes or From fields. */
type Author = Entry & { several: boolean };

/** A message's author by its From fields. The record and DMARC use this same author. */
export function authorOf(fields: string[], read = readMailboxList): Author {
  const entries = read(fields);
  const mailboxes = entries.filter(({ address }) => address !== '');
  const { shown, address } = mailboxes[0] ?? entries[0] ?? { shown: '', address: '' };
  return { shown, address, several: fields.length > 1 || mailboxes.length > 1 };
}
