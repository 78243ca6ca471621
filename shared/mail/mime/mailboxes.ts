import addressparser from 'nodemailer/lib/addressparser';
import { formatMailbox, isAddress, parseMailbox } from '../../core/addresses.ts';
import { characters } from '../../core/characters.ts';
import { decodeEncodedWords, headerText, onOneLine, quoteQWords } from './words.ts';

const maxName = 200;

/** An unambiguous ASCII mailbox, alone or after words. Most fields have one, and the full parser is slow. */
const plain = /^ *(?:([A-Za-z0-9]+(?: [A-Za-z0-9]+)*) <([\w.+-]+@[\w.-]+)>|([\w.+-]+@[\w.-]+)) *$/;

function parse(octets: string): { name: string; address: string }[] {
  const [, name = '', named, bare] = plain.exec(octets) ?? [];
  const address = named ?? bare;
  if (address !== undefined) return [{ name, address }];
  return octets === '' ? [] : addressparser(quoteQWords(headerText(octets)), { flatten: true });
}

function mailboxOf({ name, address }: { name: string; address: string }): string | null {
  if (!isAddress(address)) return null;
  const shown = onOneLine(decodeEncodedWords(name));
  const mailbox = formatMailbox({ email: address, name: characters(shown) > maxName ? '' : shown });
  return parseMailbox(mailbox) === null ? address : mailbox;
}

/**
 * The mailboxes of an address field, given as octets, in order. Groups, comments, and missing quotes are read
 * as mail programs do. null for an entry that isn't an address by C8.
 */
export const readMailboxes = (octets: string): (string | null)[] => parse(octets).map(mailboxOf);
