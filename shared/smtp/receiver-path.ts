import { domainNameOf } from '../core/addresses.ts';
import { type Reply, reply } from './reply.ts';

const longest = 320;
const invalid = '[validation_error]';

export const unknownRecipient = () => reply('550 5.1.1 No such mailbox here [not_found]');

export const blockedSender = () => reply('550 5.7.1 No mail of this sender is taken here [blocked_sender]');

/** Anything but the characters that have a meaning of their own, or a quoted string (RFC 5321 4.1.2, RFC 6531). */
const localPart = /^(?:[^\s"(),:;<>@[\\\]\p{Cc}]+|"(?:[^"\\\p{Cc}]|\\[ -~])*")$/u;

/** A recipient with its domain as A-labels in lower case, or why it is none (R36-R38, R43). */
export function readRecipient(
  path: string,
  { utf8, service_domain }: { utf8: boolean; service_domain: string | null },
): { address: string; domain: string } | Reply {
  if (/^postmaster$/i.test(path))
    return service_domain === null
      ? unknownRecipient()
      : { address: `${path}@${service_domain}`, domain: service_domain };
  const at = path.lastIndexOf('@');
  const [local, domain] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  if (at < 1 || domain === '' || path.length > longest || !localPart.test(local))
    return reply(`501 5.1.3 Not an address ${invalid}`);
  if (/[^ -~]/.test(path) && !utf8) return reply(`553 5.6.7 The address needs SMTPUTF8 ${invalid}`);
  const name = domainNameOf(domain);
  // Literals, single labels, and what is no name at all: none of them can be a domain of ours.
  if (name === null || domain.endsWith('.')) return unknownRecipient();
  return { address: `${local}@${name}`, domain: name };
}
