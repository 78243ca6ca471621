import { Resolver } from 'node:dns/promises';
import { Readable } from 'node:stream';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc as checkDmarc } from 'mailauth/lib/dmarc/index.js';
import { spf as checkSpf } from 'mailauth/lib/spf/index.js';
import type { AuthorOf, AuthRequest, AuthResult } from '../core/mail-auth.ts';
import type { Verdict } from '../core/records/received.ts';

/** The shortest key that counts (R53). */
const minBitLength = 1024;

/** The most signatures that are verified: each may cost a hash of the whole body. */
const maxSignatures = 10;

/** Milliseconds for one DNS question, and for all those of a message: less than its time, so that known verdicts count. */
const question_ms = 2_000;
const questions_ms = 4_000;

type Resolve = (name: string, type: string) => Promise<unknown>;

/** Asks each question once; one that is not answered in time fails, so that a silent server delays only its own verdict. */
function resolverOf(servers: string[]): Resolve {
  const resolver = new Resolver({ timeout: question_ms, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const late = new Promise<never>((_, fail) => {
    const error = Object.assign(new Error('no answer in time'), { code: 'ETIMEOUT' });
    setTimeout(() => {
      fail(error);
      resolver.cancel();
    }, questions_ms).unref();
  });
  late.catch(() => {});
  const asked = new Map<string, Promise<unknown>>();
  return (name, type) => {
    const key = `${type} ${name}`;
    const answer = asked.get(key) ?? Promise.race([resolver.resolve(name, type), late]);
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

/** The message without the signatures past the limit; its header ends at the first empty line. */
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
  const domain = (found !== false && found.domain) || sender.slice(sender.lastIndexOf('@') + 1);
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
  // In one piece: the library joins the pieces of a long line again and again.
  const whole = Readable.from([bytes], { objectMode: false, highWaterMark: bytes.length + 1 });
  const found = await dkimVerify(whole, { resolver, sender: mail_from, minBitLength });
  // Of a message without a signature there is one result, `none`.
  const results = found.results.map(({ status }) => status.result).filter((result) => result !== 'none');
  const verdict = dkimVerdict(results);
  // A signature of an unknown kind is not verified at all.
  return { ...found, verdict: verdict === 'none' && hasSignature(bytes) ? ('fail' as const) : verdict };
}

type Signature = Awaited<ReturnType<typeof dkimOf>>['results'][number];

/** Domains that answer for a message, by SPF and by their signatures. */
type Vouching = { spf: string[]; dkim: Signature[] };

/** DMARC of an author when these domains answer for the message: those that are not aligned do not count (R77). */
async function dmarcOf(author: string, { spf, dkim }: Vouching, resolver: Resolve) {
  const found = await checkDmarc({
    headerFrom: author === '' ? [] : [author],
    fromFields: 1,
    spfDomains: spf,
    dkimDomains: dkim.map(({ id, signingDomain, status }) => ({
      id,
      domain: signingDomain,
      aligned: status.aligned,
      underSized: status.underSized,
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
 * SPF, DKIM and DMARC of a message (R53). `onPart` gets each verdict when it is known, so that a check that takes too
 * long costs only its own. A message of several authors fails DMARC: programs show one of them, and not the same (R76).
 * Never throws because of a sender's text.
 */
export const mailChecker =
  (authorOf: AuthorOf) =>
  async (request: AuthRequest, onPart: (part: Partial<AuthResult>) => void): Promise<void> => {
    const { message, servers } = request;
    const author = authorOf(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
    const resolver = resolverOf(servers);
    const dmarc = (vouching: Vouching) => dmarcOf(author.address, vouching, resolver);
    // The policy is looked up at once, so that slow servers of a forger cannot keep it from being known.
    void dmarc({ spf: [], dkim: [] });
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
    // Where a line that is no field ends our header, other readers go on.
    if (author.several || signed.fromFields > 1) return onPart({ dmarc: 'fail', strict: true });
    const vouching = (spf: Verdict, dkim: string): Vouching => ({
      spf: sender.verdict === spf ? [sender.domain] : [],
      dkim: signed.results.filter(({ status }) => status.result === dkim),
    });
    const { verdict, strict } = await dmarc(vouching('pass', 'pass'));
    // A check that failed for now might have passed: of aligned domains only (R77).
    const open = verdict === 'fail' && (await dmarc(vouching('unknown', 'temperror'))).verdict !== 'fail';
    onPart({ dmarc: open ? 'unknown' : verdict, strict: strict && !open });
  };
