import { createHash, createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';

const signAsync = promisify(sign);

/** The fields that are covered where the message has them: not Date, Message-ID, Return-Path and Feedback-ID, which SES writes itself. */
const covered = `from reply-to sender to cc subject in-reply-to references mime-version content-type
  content-transfer-encoding list-unsubscribe list-unsubscribe-post`.split(/\s+/);

/** `private_key`: base64 of PKCS #8. */
type Signer = { domain: string; selector: string; private_key: string };

/** RFC 6376 section 3.4.2. */
function relaxed(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** RFC 6376 section 3.4.3: one line break at the end, also of an empty body. */
function bodyHash(body: Buffer): string {
  let end = body.length;
  while (end >= 2 && body[end - 2] === 13 && body[end - 1] === 10) end -= 2;
  return createHash('sha256').update(body.subarray(0, end)).update('\r\n').digest('base64');
}

const folded = (text: string) => (text.match(/.{1,72}/g) ?? []).join('\r\n ');

/**
 * A message with a DKIM signature of ours on top (RFC 6376: rsa-sha256, relaxed/simple); existing signatures stay. It
 * has no time: the same message gets the same bytes at every attempt.
 */
export async function withDkimSignature(raw: Buffer, signer: Signer): Promise<Buffer> {
  const split = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, split === -1 ? raw.length : split);
  const body = split === -1 ? Buffer.alloc(0) : raw.subarray(split + 4);
  const fields = head.split(/\r\n(?![ \t])/);
  // Of a name that occurs more than once the last field counts (section 5.4.2).
  const last = new Map(fields.map((field) => [relaxed(field).split(':', 1)[0] ?? '', field]));
  const names = covered.filter((name) => last.has(name));
  const { domain, selector } = signer;
  const unsigned = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=${domain};`,
    ` s=${selector}; q=dns/txt;`,
    ` h=${names.join(':\r\n  ')};`,
    ` bh=${bodyHash(body)};`,
    ' b=',
  ].join('\r\n');
  const input = [...names.map((name) => `${relaxed(last.get(name) ?? '')}\r\n`), relaxed(unsigned)].join('');
  const der = Buffer.from(signer.private_key, 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const signature = await signAsync('sha256', Buffer.from(input, 'latin1'), key);
  return Buffer.concat([Buffer.from(`${unsigned}${folded(signature.toString('base64'))}\r\n`), raw]);
}
