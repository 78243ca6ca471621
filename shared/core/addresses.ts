import { domainToASCII, domainToUnicode } from 'node:url';
import { characters, trimBlanks } from './characters.ts';

/** One parsed mailbox: the bare address as written, and the display name without quotes. */
type Mailbox = { address: string; name: string | null };

const maxAddress = 254;
const maxLocal = 64;
const maxName = 200;
const maxMailbox = 1300;

const atext = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~]";
const dotAtom = new RegExp(`^${atext}+(?:\\.${atext}+)*$`);
const dotsAndAtext = new RegExp(`^(?:${atext}|\\.)+$`);
const quotedLocal = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const nameWords = /(?: +|"(?:[^"\\]|\\.)*"|[^ "(),:;<>@[\\\]]+)*/y;
/** An unclosed quote runs to the end of the text. Retrying at each later quote takes quadratic time. */
const nameWord = / +|"((?:[^"\\]|\\.)*)"?|[^ "]+/g;
const bareName = /^[^ "(),.:;<>@[\\\]]+(?: [^ "(),.:;<>@[\\\]]+)*$/;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** The domain in lower case with A-labels (UTS 46), or null when mail can't reach such a name. */
function asciiDomain(domain: string): string | null {
  if (!/^[A-Za-z0-9.\-\u0080-\uffff]+$/.test(domain)) return null;
  const ascii = /^[ -~]*$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain);
  const labels = ascii.split('.');
  const numericTop = /^[0-9]+$/.test(labels.at(-1) ?? '');
  return labels.length >= 2 && !numericTop && labels.every((name) => label.test(name)) ? ascii : null;
}

function split(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
}

/** Whether UTS 46 accepts the A-labels of a domain: each must survive the round trip through its U-label. */
const hasValidLabels = (domain: string): boolean =>
  (asciiDomain(domain) ?? '').split('.').every((name) => {
    if (!name.startsWith('xn--')) return true;
    const unicode = domainToUnicode(name);
    return !unicode.startsWith('xn--') && domainToASCII(unicode) === name;
  });

/** Whether mail readers could decode part of the address as an encoded word (RFC 2047 section 5). */
const looksEncoded = (address: string): boolean => split(address).local.includes('=?');

/** Whether `address` is one bare address without name or angle brackets, and safe to display. */
export const isAddress = (address: string): boolean =>
  hasAddressForm(address) && !looksEncoded(address) && hasValidLabels(split(address).domain);

/**
 * Whether `address` has the form of a bare address. Used for foreign and stored addresses, which may be
 * unsafe to display.
 */
export function hasAddressForm(address: string): boolean {
  if (address.length > maxAddress) return false;
  const { local, domain } = split(address);
  if (local.length > maxLocal || !(dotAtom.test(local) || quotedLocal.test(local))) return false;
  const ascii = asciiDomain(domain);
  return ascii !== null && local.length + 1 + ascii.length <= maxAddress;
}

function unquoteName(phrase: string): string | null {
  let name = '';
  for (const [word, quoted] of phrase.matchAll(nameWord)) {
    name += quoted === undefined ? word.replace(/^ +$/, ' ') : quoted.replace(/\\(.)/gu, '$1');
  }
  return name.trim() || null;
}

/** One RFC 5322 mailbox as written, without comments, groups or folding. Null for anything else. */
export function parseMailbox(input: string): Mailbox | null {
  const mailbox = parseStored(input);
  return mailbox !== null && isAddress(mailbox.address) ? mailbox : null;
}

/** A mailbox of an accepted email, which any release may have checked. */
export function parseStored(input: string): Mailbox | null {
  if (input.length > maxMailbox || !input.isWellFormed() || /\p{Cc}/u.test(input)) return null;
  const text = trimBlanks(input);
  nameWords.lastIndex = 0;
  const phrase = nameWords.exec(text)?.[0] ?? '';
  if (text[phrase.length] !== '<') return hasAddressForm(text) ? { address: text, name: null } : null;
  const address = text.slice(phrase.length + 1, -1);
  if (!text.endsWith('>') || !hasAddressForm(address)) return null;
  const name = unquoteName(phrase);
  return characters(name ?? '') <= maxName ? { address, name } : null;
}

/** Whether a well-formed address is too long as written or as sent. */
function isTooLong(address: string): boolean {
  const { local, domain } = split(address);
  if (!/^[^ <>@]+$/.test(domain)) return false;
  // Converting a domain to A-labels takes time quadratic in its length.
  if (address.length > maxAddress) return true;
  return local.length + 1 + (asciiDomain(domain) ?? domain).length > maxAddress;
}

/** Whether only the dots in the local part are invalid, as in old docomo.ne.jp addresses (RFC 5321 4.1.2). */
function needsQuotes(address: string): boolean {
  const { local, domain } = split(address);
  return dotsAndAtext.test(local) && !dotAtom.test(local) && hasAddressForm(`"${local}"@${domain}`);
}

/** Why a text is not a mailbox, as the rule and message of an issue. */
export function mailboxFault(text: string): { rule: 'format' | 'length'; message: string } {
  const bracket = text.lastIndexOf('<');
  const address = text.slice(bracket + 1).replace(/> *$/, '');
  const name = unquoteName(text.slice(0, Math.max(0, bracket))) ?? '';
  if (characters(name) > maxName && isAddress(address))
    return { rule: 'length', message: `the name must have at most ${maxName} characters` };
  if (isTooLong(address))
    return { rule: 'length', message: `an address must have at most ${maxAddress} characters` };
  if (text.length > maxMailbox)
    return {
      rule: 'length',
      message: `name and address together must have at most ${maxMailbox} characters`,
    };
  const form = (message: string) => ({ rule: 'format', message }) as const;
  if (/[\u0080-\uffff]/.test(split(address).local))
    return form('non-ASCII letters are allowed only after the @');
  if (needsQuotes(address))
    return form(
      `quote the part before the @ if it starts or ends with a dot or has two dots in a row: "…"@${split(address).domain}`,
    );
  if (!hasAddressForm(address)) return form('not an email address');
  if (looksEncoded(address))
    return form('=? is not allowed before the @, because mail readers would decode it');
  if (!hasValidLabels(split(address).domain)) return form('the domain has an invalid xn-- label');
  if (/\p{Cc}/u.test(text)) return form('control characters are not allowed in a name');
  return form('put a name with special characters in double quotes: "Doe, Jo" <jo@example.com>');
}

/** Why a recipient is invalid. Several addresses in one text get a hint on how to list them. */
export function recipientFault(text: string): ReturnType<typeof mailboxFault> {
  const several = text.split(/[,;]/, 3).filter((part) => parseMailbox(part) !== null).length > 1;
  const message = 'must be one address; write several as a list: ["ada@example.com", "bob@example.com"]';
  return several ? { rule: 'format', message } : mailboxFault(text);
}

/** Why a text is not a bare address, as the rule and message of an issue. */
export const addressFault = (text: string): ReturnType<typeof mailboxFault> =>
  parseMailbox(text) === null
    ? mailboxFault(text)
    : { rule: 'format', message: 'must be an address without a name' };

/** The bare address of a mailbox that has already been checked. */
export const bareAddress = (mailbox: string): string => parseStored(mailbox)?.address ?? mailbox;

/** `from` as `Name <addr>`, quoting the name if needed. Callers must parse the unchecked result. */
export function formatMailbox(from: { email: string; name?: string | null | undefined }): string {
  const name = from.name ?? '';
  if (/^ *$/.test(name)) return from.email;
  const phrase = bareName.test(name) && !name.includes('=?') ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
  return `${phrase} <${from.email}>`;
}

/** Adds `@domain` to `support` or `Support <support>`. Callers must parse the unchecked result. */
export function completeMailbox(text: string, domain: string): string {
  const open = text.lastIndexOf('<') + 1;
  const close = open > 0 ? text.lastIndexOf('>') : text.trimEnd().length;
  return `${text.slice(0, close)}@${domain}${text.slice(close)}`;
}

/** Whether a text lacks only the domain to be a mailbox. */
export const isMailboxWithoutDomain = (text: string): boolean =>
  parseMailbox(text) === null && parseMailbox(completeMailbox(text, 'a.example')) !== null;

/** Whether a text lacks only the domain to be a bare address. */
export const isAddressWithoutDomain = (text: string): boolean => isAddress(`${text}@a.example`);

/** The domain of a bare address, in lower case with A-labels. */
export function domainOf(address: string): string {
  const { domain } = split(address);
  return asciiDomain(domain) ?? domain.toLowerCase();
}

/**
 * The maximum length of a domain name, which leaves room for labels that we prepend, such as
 * `svc-xxxxxx._domainkey`.
 */
const maxDomainName = 230;

/** The name in lower case with A-labels, or null unless it is a domain name of at least two labels. */
export function domainNameOf(text: string): string | null {
  const address = `a@${text}`;
  if (text.includes('@') || !isAddress(address)) return null;
  const name = domainOf(address);
  return name.length <= maxDomainName ? name : null;
}

/** The bare address for the SMTP envelope and SES: local part as written, domain as A-labels. */
export const asciiAddress = (address: string): string => `${split(address).local}@${domainOf(address)}`;

/** The text of a quoted string (RFC 5321 4.1.2). */
const unquoted = (local: string): string => local.slice(1, -1).replace(/\\(.)/g, '$1');

/** Removes needless quotes from a local part, because `"me"@x.org` and `me@x.org` are one mailbox. */
function plainLocal(local: string): string {
  if (!quotedLocal.test(local)) return local;
  const value = unquoted(local);
  return dotAtom.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** The form used to compare and suppress addresses: bare, lower case, A-labels. */
export function canonicalAddress(address: string): string {
  return `${plainLocal(split(address).local).toLowerCase()}@${domainOf(address)}`;
}

/** The canonical address of a mailbox, ignoring its display name. */
export const canonicalMailbox = (mailbox: string): string => canonicalAddress(bareAddress(mailbox));

/** An email's from-domain in lower case with A-labels. */
export const fromDomain = (from: string): string => domainOf(canonicalMailbox(from));

/**
 * Unique canonical addresses, sorted. Sorting gives each recipient one position here and in SES's
 * notifications, whose order is not guaranteed (P21).
 */
export const canonicalOrder = (mailboxes: string[]): string[] =>
  [...new Set(mailboxes.map(canonicalMailbox))].sort();

/** The first recipient's canonical address, which the email's unsubscribe link is bound to. */
export const linkedAddress = ({ to, cc, bcc }: Record<'to' | 'cc' | 'bcc', string[]>): string =>
  canonicalMailbox([...to, ...cc, ...bcc][0] ?? '');

/** Whether mail to `address` reaches the mailbox of `accountEmail`, with or without a plus label. */
export function isSameMailbox(address: string, accountEmail: string): boolean {
  const one = split(canonicalAddress(address));
  const account = split(canonicalAddress(accountEmail));
  if (one.domain !== account.domain) return false;
  return one.local === account.local || one.local.startsWith(`${account.local}+`);
}

/**
 * The part after `+` in the first address that has such a part, in its original case. Null if there is none.
 */
export function mailboxHash(addresses: string[]): string | null {
  for (const address of addresses) {
    const { local } = split(address);
    const plain = quotedLocal.test(local) ? unquoted(local) : local;
    const hash = plain.includes('+') ? plain.slice(plain.indexOf('+') + 1) : '';
    if (hash !== '') return hash;
  }
  return null;
}
