import { Resolver } from 'node:dns/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc as checkDmarc } from 'mailauth/lib/dmarc/index.js';
import { spf as checkSpf } from 'mailauth/lib/spf/index.js';
import type { AuthRequest, AuthResult } from '../core/mail-auth.ts';
import type { Verdict } from '../core/records/received.ts';

/** Keys below do not count (R53). */
const minBitLength = 1024;

/** Signatures that are verified; a message with more is no one's, and each may cost a hash of the whole body. */
const maxSignatures = 10;

/** One question to the resolvers. */
const question_ms = 2_000;

function resolverOf(servers: string[]) {
  const resolver = new Resolver({ timeout: question_ms, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return (name: string, type: string) => resolver.resolve(name, type);
}

type Resolve = ReturnType<typeof resolverOf>;

const spfVerdicts: Record<string, Verdict> = {
  pass: 'pass',
  fail: 'fail',
  softfail: 'fail',
  none: 'none',
  neutral: 'none',
};

/** The header without the signatures past the limit; where a header ends is where the first empty line is. */
function withoutFlood(message: Buffer): Buffer {
  const end = message.indexOf('\r\n\r\n');
  const header = message.toString('latin1', 0, end < 0 ? message.length : end);
  const found = [...header.matchAll(/(?:^|\r\n)DKIM-Signature[ \t]*:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gi)];
  const [cut] = found.slice(maxSignatures);
  if (cut === undefined) return message;
  const past = header
    .slice(cut.index)
    .replace(/(^|\r\n)DKIM-Signature[ \t]*:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gi, '');
  const rest = end < 0 ? Buffer.alloc(0) : message.subarray(end);
  return Buffer.concat([Buffer.from(header.slice(0, cut.index) + past, 'latin1'), rest]);
}

async function spfOf({ ip, helo, mail_from }: AuthRequest, resolver: Resolve) {
  // For the empty sender the name that the client gave is asked (RFC 7208 2.4).
  const sender = mail_from === '' ? `postmaster@${helo}` : mail_from;
  const found = await checkSpf({ sender, ip, helo, mta: 'localhost', resolver }).catch(() => false as const);
  const result = found === false ? 'temperror' : found.status.result;
  const domain = found !== false && result === 'pass' ? found.domain : undefined;
  return { verdict: spfVerdicts[result] ?? ('unknown' as const), domain };
}

function dkimVerdict(results: string[]): Verdict {
  if (results.length === 0) return 'none';
  if (results.includes('pass')) return 'pass';
  return results.every((result) => result === 'temperror') ? 'unknown' : 'fail';
}

const hasSignature = (message: Buffer) => {
  const end = message.indexOf('\r\n\r\n');
  return /^DKIM-Signature[ \t]*:/im.test(message.toString('latin1', 0, end < 0 ? message.length : end));
};

async function dkimOf({ mail_from, message }: AuthRequest, resolver: Resolve) {
  const bytes = withoutFlood(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
  const found = await dkimVerify(bytes, { resolver, sender: mail_from, minBitLength });
  // Of a message without a signature there is one result, `none`.
  const results = found.results.map(({ status }) => status.result).filter((result) => result !== 'none');
  const verdict = dkimVerdict(results);
  // A signature of an unknown kind is not verified at all.
  return { ...found, verdict: verdict === 'none' && hasSignature(bytes) ? ('fail' as const) : verdict };
}

type Dkim = Awaited<ReturnType<typeof dkimOf>>;

async function dmarcOf(
  { headerFrom, fromFields, results }: Dkim,
  spfDomain: string | undefined,
  resolver: Resolve,
) {
  const passed = results.filter(({ status }) => status.result === 'pass');
  const found = await checkDmarc({
    headerFrom,
    fromFields,
    spfDomains: spfDomain === undefined ? [] : [spfDomain],
    dkimDomains: passed.map(({ id, signingDomain, status }) => ({
      ...{ id, domain: signingDomain, aligned: status.aligned, underSized: status.underSized },
    })),
    resolver,
  }).catch(() => null);
  if (found === null) return { verdict: 'unknown' as const, strict: false };
  if (found === false) return { verdict: 'none' as const, strict: false };
  const { result } = found.status;
  const verdict: Verdict = result === 'pass' || result === 'fail' || result === 'none' ? result : 'unknown';
  return { verdict, strict: found.policy === 'quarantine' || found.policy === 'reject' };
}

/**
 * SPF, DKIM and DMARC of a message (R53). `onPart` gets what is known so far, so that a check that takes too long costs
 * only its own verdict. Never throws for what a sender wrote.
 */
export async function checkMail(
  request: AuthRequest,
  onPart: (part: Partial<AuthResult>) => void,
): Promise<void> {
  const resolver = resolverOf(request.servers);
  const [sender, signed] = await Promise.all([
    spfOf(request, resolver).then((found) => {
      onPart({ spf: found.verdict });
      return found;
    }),
    dkimOf(request, resolver).then((found) => {
      onPart({ dkim: found.verdict });
      return found;
    }),
  ]);
  const { verdict, strict } = await dmarcOf(signed, sender.domain, resolver);
  // A signature that could not be checked might have passed.
  const open = verdict === 'fail' && (signed.verdict === 'unknown' || sender.verdict === 'unknown');
  onPart({ dmarc: open ? 'unknown' : verdict, strict: strict && !open });
}
