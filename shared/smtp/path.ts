import { domainNameOf, isAddress } from '../core/addresses.ts';
import { withoutEnd } from '../core/characters.ts';
import { maxMessage, replies } from './replies.ts';
import { type Reply, reply } from './reply.ts';

/** `MAIL FROM:<address> KEY=value …`, parsed. */
type PathCommand = { address: string; parameters: Map<string, string | null> };

/** Linear: one space starts the rest, and `s` lets it include any character, even U+2028, U+2029, and CR. */
const command = /^(?:MAIL FROM|RCPT TO):[ \t]*<((?:"(?:[^"\\]|\\.)*"|[^<>"])*)>(?:[ \t](.*))?$/is;

/** Drops `@relay,@relay2:` before an address (RFC 5321 appendix C). */
const withoutRoute = (path: string) => path.replace(/^@[^\s,:@]+(?:,@[^\s,:@]+)*:/, '');

/** The path and parameters of MAIL or RCPT. Null for invalid syntax. `line` is the octets, read as UTF-8. */
function readPath(line: string): PathCommand | null {
  const [, path, rest = ''] = command.exec(withoutEnd(line, /[ \t]/)) ?? [];
  // Blanks around parameters may be tabs (RFC 5321 4.1.1).
  if (path === undefined || /\p{Cc}/u.test(path) || /(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u.test(rest)) return null;
  const parameters = new Map<string, string | null>();
  for (const text of rest.split(/[ \t]+/).filter((word) => word !== '')) {
    const at = text.indexOf('=');
    const key = (at < 0 ? text : text.slice(0, at)).toUpperCase();
    // A repeated parameter counts as malformed.
    parameters.set(key, parameters.has(key) ? '' : at < 0 ? null : text.slice(at + 1));
  }
  return { address: withoutRoute(path), parameters };
}

type Check = (value: string | null) => boolean;

const mailParameters: Record<string, Check> = {
  SIZE: (value) => value !== null && /^\d{1,20}$/.test(value),
  BODY: (value) => value !== null && /^(?:7BIT|8BITMIME)$/i.test(value),
  SMTPUTF8: (value) => value === null,
  AUTH: (value) => value !== null && value !== '',
};

/** 501 for a malformed or repeated parameter, 555 for one that isn't offered. Null if all are known. */
function parameterFault({ parameters }: PathCommand, of: 'mail' | 'rcpt'): Reply | null {
  for (const [key, value] of parameters) {
    const check = of === 'mail' ? mailParameters[key] : undefined;
    if (check === undefined) return reply(`555 5.5.4 The parameter ${key} is not supported`);
    if (!check(value)) return reply(`501 5.5.4 The parameter ${key} is malformed or repeated`);
  }
  return null;
}

/** RCPT's path, or the reply that rejects the command. */
export function readRcpt(line: string): { address: string } | Reply {
  const path = readPath(line);
  return path === null ? replies.notAnAddress : (parameterFault(path, 'rcpt') ?? path);
}

const invalid = '[validation_error]';

/**
 * The reply to a malformed recipient. Null if it is an address by C8. `utf8` means that SMTPUTF8 is active.
 */
export function recipientFault(address: string, { utf8 }: { utf8: boolean }): Reply | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  if (at < 1 || domain === '' || /\s/.test(domain)) return replies.notAnAddress;
  const form = (text: string) => reply(`553 5.1.3 ${text} ${invalid}`);
  if (/[^ -~]/.test(local)) return form('Only ASCII is allowed before the @');
  if (domain.startsWith('[')) return form('Address literals are not accepted as recipients');
  if (domain.endsWith('.')) return form('The domain must not end in a dot');
  if (!domain.includes('.')) return form('The domain must contain a dot');
  if (/[^ -~]/.test(domain) && !utf8) return replies.domainNeedsUtf8;
  return isAddress(address) ? null : replies.notAnAddress;
}

const maxPath = 320;

/** A quoted string, or characters without a special meaning (RFC 5321 4.1.2, RFC 6531). */
const localPart = /^(?:[^\s"(),:;<>@[\\\]\p{Cc}]+|"(?:[^"\\\p{Cc}]|\\[ -~])*")$/u;

/**
 * Checks a recipient at the receiver. Returns the address and its domain as lower-case A-labels, or the reply
 * that rejects it.
 */
export function readRecipient(
  path: string,
  { utf8, service_domain }: { utf8: boolean; service_domain: string | null },
): { address: string; domain: string } | Reply {
  if (/^postmaster$/i.test(path))
    return service_domain === null
      ? replies.unknownRecipient
      : { address: `${path}@${service_domain}`, domain: service_domain };
  const at = path.lastIndexOf('@');
  const [local, domain] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  if (at < 1 || domain === '' || path.length > maxPath || !localPart.test(local)) return replies.notAnAddress;
  if (/[^ -~]/.test(path) && !utf8) return replies.addressNeedsUtf8;
  const name = domainNameOf(domain);
  // Literals, single labels, and invalid names can't be inbound domains.
  if (name === null || domain.endsWith('.')) return replies.unknownRecipient;
  return { address: `${local}@${name}`, domain: name };
}

/** Whether MAIL FROM's path is `<>`, text around one @ without white space, or a quoted local part. */
const isSenderPath = (address: string): boolean =>
  address === '' || (/^[^\s@]+@[^\s@]+$|^"(?:[^"\\]|\\.)*"@[^\s@]+$/.test(address) && address.length <= 256);

/** MAIL's sender, and whether the command asks for SMTPUTF8; or the reply that rejects it. */
export function readSender(line: string): { address: string; utf8: boolean } | Reply {
  const path = readPath(line);
  if (path === null || !isSenderPath(path.address)) return replies.notASender;
  const fault = parameterFault(path, 'mail');
  if (fault !== null) return fault;
  const utf8 = path.parameters.has('SMTPUTF8');
  if (/[^ -~]/.test(path.address) && !utf8) return replies.senderNeedsUtf8;
  if (Number(path.parameters.get('SIZE') ?? 0) > maxMessage) return replies.tooLarge;
  return { address: path.address, utf8 };
}
