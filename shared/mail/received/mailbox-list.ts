import addressparser from 'nodemailer/lib/addressparser';
import { formatMailbox } from '../../core/addresses.ts';
import { decodeEncodedWords, decodeWords, headerText, quoteQWords } from '../mime/words.ts';

/** Decoded text of a value in one line, without controls and line separators. */
export const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

/** An address that every reader parses alike; others are shown as text. */
const readable =
  /^(?:[^\s"(),:;<>@[\\\]]+|"(?:[^"\\<>]|\\[^<>])+")@(?:[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*|\[[\w:.-]+\])$/u;
const maxAddress = 320;

const isReadable = (address: string) =>
  address.length <= maxAddress &&
  readable.test(address) &&
  plain(address) === address &&
  !/=\?|\?=/.test(address);

/** A text that names no mailbox. With an `@` it is written as a group without members: readers find an address in any other. */
const textEntry = (text: string) => (text.includes('@') ? `"${text.replace(/["\\]/g, '\\$&')}":;` : text);

/** One mailbox or text of an address field, as it is shown; `address` is empty for a text. */
type Entry = { shown: string; address: string };

const asText = (value: string): Entry => ({ shown: textEntry(plain(decodeWords(value))), address: '' });

function entryOf({ name, address }: { name: string; address: string }): Entry {
  const shown = plain(decodeEncodedWords(name));
  if (isReadable(address)) return { shown: formatMailbox({ email: address, name: shown }), address };
  return { shown: textEntry(plain(`${shown} ${address}`)), address: '' };
}

/**
 * The entries of the address fields of one name, given as octets, groups flattened: mailboxes as `Name <addr>`, in
 * which every reader finds the address that is found here; a field that names no mailbox is one text.
 */
export function readMailboxList(values: string[]): Entry[] {
  const found = values.flatMap((value) => {
    const parsed = addressparser(quoteQWords(headerText(value)), { flatten: true });
    const whole = parsed.some(({ address }) => address !== '') || parsed.length === 0;
    return whole ? parsed.map(entryOf) : [asText(value)];
  });
  return found.filter(({ shown }) => shown !== '');
}

/** The longest field of one line, which takes no time to read. */
const maxLine = 998;

/** The entries of fields whose mailboxes took too long to read: only short ones are read, others are texts. */
export const asTexts = (values: string[]): Entry[] =>
  values.flatMap((value) => (value.length <= maxLine ? readMailboxList([value]) : [asText(value)]));

/** The author of a message: the first mailbox of From, and whether there is more than one, or more than one such field. */
type Author = Entry & { several: boolean };

/** The author of a message by its From fields: the same for the record and for DMARC. */
export function authorOf(fields: string[], read = readMailboxList): Author {
  const entries = read(fields);
  const mailboxes = entries.filter(({ address }) => address !== '');
  const { shown, address } = mailboxes[0] ?? entries[0] ?? { shown: '', address: '' };
  return { shown, address, several: fields.length > 1 || mailboxes.length > 1 };
}
