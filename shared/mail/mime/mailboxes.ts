import addressparser from 'nodemailer/lib/addressparser';
import { formatMailbox, isAddress, parseMailbox } from '../../core/addresses.ts';
import { characters } from '../../core/characters.ts';
import { decodeEncodedWords, headerText, quoteQWords } from './words.ts';

const maxName = 200;

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
 * mail programs do, what is no address by C8 is null (R3).
 */
export function readMailboxes(octets: string): (string | null)[] {
  return addressparser(quoteQWords(headerText(octets)), { flatten: true }).map(mailboxOf);
}
