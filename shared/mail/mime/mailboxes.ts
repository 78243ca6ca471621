import addressparser from 'nodemailer/lib/addressparser';
import { formatMailbox, isAddress, parseMailbox } from '../../core/addresses.ts';
import { characters } from '../../core/characters.ts';
import { decodeEncodedWords, headerText, quoteQWords } from './words.ts';

const maxName = 200;

/** A mailbox of ASCII, alone or after words, that has one reading only: most fields have one, and the parser is slow. */
const plain = /^ *(?:([A-Za-z0-9]+(?: [A-Za-z0-9]+)*) <([\w.+-]+@[\w.-]+)>|([\w.+-]+@[\w.-]+)) *$/;

function parse(octets: string): { name: string; address: string }[] {
  const [, name = '', named, bare] = plain.exec(octets) ?? [];
  const address = named ?? bare;
  if (address !== undefined) return [{ name, address }];
  return octets === '' ? [] : addressparser(quoteQWords(headerText(octets)), { flatten: true });
}

function mailboxOf({ name, address }: { name: string; address: string }): string | null {
  if (!isAddress(address)) return null;
  const shown = decodeEncodedWords(name)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();
  const mailbox = formatMailbox({ email: address, name: characters(shown) > maxName ? '' : shown });
  return parseMailbox(mailbox) === null ? address : mailbox;
}

/**
 * The mailboxes of an address field that is given as octets, in order: groups, comments and missing quotes are read as
 * mail programs do. null stands for one that is no address by C8.
 */
export const readMailboxes = (octets: string): (string | null)[] => parse(octets).map(mailboxOf);
