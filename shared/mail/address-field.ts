import { asciiAddress, parseStored } from '../core/addresses.ts';
import { encodeWords, foldField } from './header-value.ts';

/**
 * A display name as RFC 5322 words; RFC 2047 encoded if it isn't ASCII or readers would show it differently.
 */
function phrase(name: string): string[] {
  if (!/^[ -~]*$/.test(name) || name.includes('=?') || name.includes('  ')) return encodeWords(name);
  const text = /^[\w ]*$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
  return text.match(/ *[^ ]+/g) ?? [];
}

/**
 * `name <addr>`, or `addr`, or `<addr>` if a reader might split a quoted local part. An address with angle
 * brackets of its own is written bare, without a name: common readers take what is inside brackets for the
 * address.
 */
function mailboxWords(mailbox: string): string[] {
  const parsed = parseStored(mailbox);
  if (parsed === null) throw new Error('an address in an accepted email cannot be parsed');
  const address = asciiAddress(parsed.address);
  if (/[<>]/.test(address)) return [address];
  if (parsed.name === null) return [address.startsWith('"') ? `<${address}>` : address];
  return [...phrase(parsed.name), ` <${address}>`];
}

/**
 * A header field of mailboxes, folded, with its CRLF. Empty without mailboxes. Names stay as written, and
 * domains become A-labels. Throws if a mailbox doesn't parse.
 */
export function addressField(name: string, mailboxes: readonly string[]): string {
  if (mailboxes.length === 0) return '';
  const words = mailboxes.flatMap((mailbox, i) => {
    const [first, ...rest] = mailboxWords(mailbox);
    const all = [` ${first}`, ...rest];
    if (i < mailboxes.length - 1) all.push(`${all.pop()},`);
    return all;
  });
  return `${foldField(name, words)}\r\n`;
}

/** The To field. An empty group if all recipients are hidden, because spam filters penalize a missing To. */
export const toField = ({ to, cc }: { to: readonly string[]; cc: readonly string[] }): string =>
  to.length + cc.length > 0 ? addressField('To', to) : 'To: undisclosed-recipients:;\r\n';
