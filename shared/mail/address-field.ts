import { asciiAddress, parseStored } from '../core/addresses.ts';
import { encodeWords, foldField } from './header-value.ts';

/** A display name as RFC 5322 words; encoded (RFC 2047) when it is not ASCII or readers would show it otherwise. */
function phrase(name: string): string[] {
  if (!/^[ -~]*$/.test(name) || name.includes('=?') || name.includes('  ')) return encodeWords(name);
  const text = /^[\w ]*$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
  return text.match(/ *[^ ]+/g) ?? [];
}

/**
 * `name <addr>`, `addr`, or `<addr>` where a reader might split a quoted local part. One with angle brackets of its own is written bare and without its name: between brackets, common readers take what is inside for the address.
 */
function mailboxWords(mailbox: string): string[] {
  const parsed = parseStored(mailbox);
  if (parsed === null) throw new Error('an address of an accepted email does not parse');
  const address = asciiAddress(parsed.address);
  if (/[<>]/.test(address)) return [address];
  if (parsed.name === null) return [address.startsWith('"') ? `<${address}>` : address];
  return [...phrase(parsed.name), ` <${address}>`];
}

/**
 * One header field of mailboxes, folded, with its CRLF; empty without any. Names stay as they were written,
 * domains are A-labels. Throws when one does not parse.
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

/** The field To; for mail to hidden recipients alone an empty group, since filters count a missing field against it. */
export const toField = ({ to, cc }: { to: readonly string[]; cc: readonly string[] }): string =>
  to.length + cc.length > 0 ? addressField('To', to) : 'To: undisclosed-recipients:;\r\n';
