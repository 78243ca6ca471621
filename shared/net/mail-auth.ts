import { Resolver } from 'node:dns/promises';
import type { DNSResolver as Resolve } from 'mailauth';
import { dmarc as checkDmarc } from 'mailauth/lib/dmarc/index.js';
import { spf as checkSpf } from 'mailauth/lib/spf/index.js';
import type { AuthorOf, AuthRequest, AuthResult } from '../core/mail-auth.ts';
import type { DkimVerdict, Verdict } from '../core/records/received.ts';
import { readSignatures, type Signature, type Signed } from './dkim.ts';

/**
 * Limits of a header whose signatures are verified, because the library's time grows with the square of a
 * field's lines and of consecutive blanks.
 */
const maxHeader = { octets: 256 * 1024, lines: 5_000, blanks: 998 };

/**
 * Milliseconds for one DNS query, and for all queries about a message. Less than the message's total time, so
 * that known verdicts still count.
 */
const question_ms = 2_000;
const questions_ms = 4_000;

/**
 * Max octets of a TXT record, because the library's time grows with the square of the terms in an SPF record.
 */
const maxRecord = 8 * 1024;

/**
 * Asks a server. A too long TXT record counts as a DNS failure, which is a temperror for SPF (RFC 7208 4.4).
 */
async function ask(resolver: Resolver, name: string, type: string): ReturnType<Resolve> {
  if (type !== 'TXT') return resolver.resolve(name, type) as ReturnType<Resolve>;
  const records = await resolver.resolveTxt(name);
  if (records.some((strings) => strings.join('').length > maxRecord))
    throw Object.assign(new Error('a TXT record is too long'), { code: 'EBADRESP' });
  return records;
}

/** Asks each question once. An unanswered one fails in time, so a silent server delays only its own verdict. */
function resolverOf(servers: string[], patience: number): Resolve {
  const resolver = new Resolver({ timeout: question_ms * patience, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const late = new Promise<never>((_, fail) => {
    const error = Object.assign(new Error('no answer in time'), { code: 'ETIMEOUT' });
    setTimeout(() => {
      fail(error);
      resolver.cancel();
    }, questions_ms * patience).unref();
  });
  late.catch(() => {});
  const asked = new Map<string, ReturnType<Resolve>>();
  return (name, type) => {
    const key = `${type} ${name}`;
    const answer = asked.get(key) ?? Promise.race([ask(resolver, name, type), late]);
    asked.set(key, answer);
    return answer;
  };
}

const spfVerdicts: Record<string, Verdict> = {
  pass: 'pass',
  fail: 'fail',
  softfail: 'fail',
  none: 'none',
  neutral: 'none',
};

/**
 * The header up to the first empty line. Our own parser can end it at a line that isn't a field, while other
 * parsers continue.
 */
function headerOf(message: Buffer): Buffer {
  const end = message.indexOf('\r\n\r\n');
  return end < 0 ? message : message.subarray(0, end);
}

const isBlank = (octet: number) => octet === 0x20 || (octet >= 0x09 && octet <= 0x0d);

function isTooLong(header: Buffer): boolean {
  if (header.length > maxHeader.octets) return true;
  let [lines, blanks] = [0, 0];
  for (const octet of header) {
    if (octet === 0x0a) lines++;
    blanks = isBlank(octet) ? blanks + 1 : 0;
    if (lines > maxHeader.lines || blanks > maxHeader.blanks) return true;
  }
  return false;
}

const twoAuthors = /^From[ \t\r\n]*:[\s\S]*?^From[ \t\r\n]*:/im;

/** A message whose header is too long counts as unsigned, so SPF alone determines DMARC. */
const unverified = (header: Buffer): Signed => ({
  from_fields: twoAuthors.test(header.toString('latin1')) ? 2 : 1,
  possible: Promise.resolve([]),
  verified: Promise.resolve([]),
});

/**
 * `masked` is the domain with placeholders for labels that have an underscore, which the library rejects in a
 * sender's domain. `named` restores them.
 */
function withoutUnderscores(domain: string) {
  const labels = domain.split('.');
  const standIn = (label: string, i: number) => (label.includes('_') ? `underscore${i}` : label);
  const given = new Map(labels.map((label, i) => [standIn(label, i), label]));
  const named = (name: string) => name.split('.').map((label) => given.get(label) ?? label);
  return { masked: labels.map(standIn).join('.'), named: (name: string) => named(name).join('.') };
}

async function spfOf({ ip, helo, mail_from }: AuthRequest, resolver: Resolve) {
  // For an empty sender, SPF checks the name the client gave (RFC 7208 2.4).
  const given = mail_from === '' ? `postmaster@${helo}` : mail_from;
  const at = given.lastIndexOf('@') + 1;
  const { masked, named } = withoutUnderscores(given.slice(at));
  const found = await checkSpf({
    sender: given.slice(0, at) + masked,
    ip,
    helo,
    mta: 'localhost',
    resolver: (name: string, type: string) => resolver(named(name), type),
    strict: true,
  }).catch(() => false as const);
  const result = found === false ? 'temperror' : found.status.result;
  const domain = named((found !== false && found.domain) || masked);
  return { verdict: spfVerdicts[result] ?? ('unknown' as const), domain };
}

function dkimVerdict(results: string[]): DkimVerdict {
  if (results.length === 0) return 'none';
  if (results.includes('pass')) return 'pass';
  if (results.includes('partial')) return 'partial';
  return results.every((result) => result === 'temperror') ? 'unknown' : 'fail';
}

const hasSignature = (message: Buffer) =>
  /^DKIM-Signature[ \t]*:/im.test(headerOf(message).toString('latin1'));

/** The verdict for a message with an unsupported kind of signature, which isn't verified, is `fail`. */
function dkimOf(message: Buffer, signatures: Signature[]): DkimVerdict {
  const verdict = dkimVerdict(signatures.map(({ status }) => status.result));
  return verdict === 'none' && hasSignature(message) ? 'fail' : verdict;
}

/** Domains that vouch for a message, by SPF and by their signatures. */
type Vouching = { spf: string[]; dkim: Signature[] };

/** DMARC for an author if these domains vouch for the message. Unaligned domains don't count. */
async function dmarcOf(author: string, { spf, dkim }: Vouching, resolver: Resolve) {
  const found = await checkDmarc({
    headerFrom: author === '' ? [] : [author],
    fromFields: 1,
    spfDomains: spf,
    dkimDomains: dkim.map(({ id, signingDomain, status }) => ({
      id,
      domain: signingDomain,
      aligned: status.aligned,
    })),
    resolver,
  }).catch(() => null);
  if (found === null) return { verdict: 'unknown' as const, strict: false };
  if (found === false) return { verdict: 'none' as const, strict: false };
  const { result } = found.status;
  const verdict: Verdict = result === 'pass' || result === 'fail' || result === 'none' ? result : 'unknown';
  return { verdict, strict: found.policy === 'quarantine' || found.policy === 'reject' };
}

type Policy = Pick<AuthResult, 'dmarc' | 'strict'>;

/**
 * DMARC by SPF and these signatures. A check that failed temporarily might have passed, but that matters only
 * for aligned domains.
 */
async function policyOf(
  author: string,
  { sender, signatures }: { sender: { verdict: Verdict; domain: string }; signatures: Signature[] },
  resolver: Resolve,
): Promise<Policy> {
  const vouching = (spf: Verdict, dkim: string): Vouching => ({
    spf: sender.verdict === spf ? [sender.domain] : [],
    dkim: signatures.filter(({ status }) => status.result === dkim),
  });
  const { verdict, strict } = await dmarcOf(author, vouching('pass', 'pass'), resolver);
  const open =
    verdict === 'fail' &&
    (await dmarcOf(author, vouching('unknown', 'temperror'), resolver)).verdict !== 'fail';
  return { dmarc: open ? 'unknown' : verdict, strict: strict && !open };
}

const isSame = (a: Policy, b: Policy) => a.dmarc === b.dmarc && a.strict === b.strict;

/**
 * Checks a message's SPF, DKIM, and DMARC. `onPart` gets each verdict as soon as it is known, so a slow check
 * delays only its own verdict. A message with several authors fails DMARC, because mail programs show
 * different ones. Never throws because of a sender's text. `patience` multiplies the usual time limit for
 * answers.
 */
export const mailChecker =
  (authorOf: AuthorOf, { patience = 1 }: { patience?: number } = {}) =>
  async (request: AuthRequest, onPart: (part: Partial<AuthResult>) => void): Promise<void> => {
    const { servers, mail_from } = request;
    const message = Buffer.from(
      request.message.buffer,
      request.message.byteOffset,
      request.message.byteLength,
    );
    const author = authorOf(message);
    const header = headerOf(message);
    const resolver = resolverOf(servers, patience);
    // Starts the policy lookup early, so a forger's slow servers can't keep the policy unknown.
    void dmarcOf(author.address, { spf: [], dkim: [] }, resolver);
    const [sender, signed] = await Promise.all([
      spfOf(request, resolver).then((found) => {
        onPart({ spf: found.verdict });
        return found;
      }),
      isTooLong(header)
        ? unverified(header)
        : readSignatures(message, { author: author.address, mail_from, resolver }),
    ]);
    const policyBy = (signatures: Signature[]) => policyOf(author.address, { sender, signatures }, resolver);
    // Our header ends at a line that isn't a field, but other readers continue.
    const several = author.several || signed.from_fields > 1;
    const failed: Policy = { dmarc: 'fail', strict: true };
    const least = several ? failed : await policyBy([]);
    const most = several ? failed : await policyBy(await signed.possible);
    const known = isSame(least, most);
    // Judged before the body is hashed, which a forger can make long, unless the hash could change the
    // result.
    if (known) onPart(least);
    const signatures = await signed.verified;
    onPart({ dkim: dkimOf(message, signatures) });
    if (!known) onPart(await policyBy(signatures));
  };
