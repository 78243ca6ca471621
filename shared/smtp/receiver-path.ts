import { domainNameOf } from '../core/addresses.ts';
import { replies } from './replies.ts';
import type { Reply } from './reply.ts';

const maxPath = 320;

/** A quoted string, or characters without a special meaning (RFC 5321 4.1.2, RFC 6531). */
const localPart = /^(?:[^\s"(),:;<>@[\\\]\p{Cc}]+|"(?:[^"\\\p{Cc}]|\\[ -~])*")$/u;

/** A recipient with its domain as lower-case A-labels, or the reply that rejects it. */
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
