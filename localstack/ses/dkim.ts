import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Field, Message } from './mime.ts';

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject };

const signAsync = promisify(sign);

// What SES covers, as far as the message holds these fields: a change to any of these on the way breaks the signature.
const covered = [
  'from',
  'reply-to',
  'sender',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
];

/** RFC 6376 section 3.4.2: the relaxed form of one header field. */
function relaxedField(field: Field): string {
  const value = field.line
    .slice(field.line.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.name.toLowerCase()}:${value}`;
}

/** RFC 6376 section 3.4.4: the relaxed form of the body. */
function relaxedBody(body: Buffer): Buffer {
  const text = `${body.toString('latin1')}\r\n`.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let end = text.length;
  while (end > 0 && text.startsWith('\r\n', end - 2)) end -= 2;
  return Buffer.from(end === 0 ? '' : `${text.slice(0, end)}\r\n`, 'latin1');
}

/** Folds where `pattern` breaks the value; DKIM reads the same value without the folds. */
function fold(value: string, pattern: RegExp): string {
  return value.replace(pattern, (part, at) => (at === 0 ? part : `\r\n ${part}`));
}

function template(key: DkimKey, names: string[], bodyHash: string, seconds: number): string {
  return [
    'DKIM-Signature: v=1; a=rsa-sha256; q=dns/txt; c=relaxed/relaxed;',
    ` s=${key.selector}; d=${key.domain}; t=${seconds};`,
    ` h=${fold(names.join(':'), /.{1,70}(?::|$)/g)};`,
    ` bh=${bodyHash};`,
    ' b=',
  ].join('\r\n');
}

/**
 * The DKIM-Signature field (RFC 6376, rsa-sha256, relaxed/relaxed) for this message. Where a header occurs
 * more than once the signature covers the last one, as section 5.4.2 asks. The signing runs off the main thread.
 */
export async function dkimSignature(message: Message, key: DkimKey, now: number): Promise<Field> {
  const last = new Map(message.fields.map((field) => [field.name.toLowerCase(), field]));
  const signed = covered.flatMap((name) => last.get(name) ?? []);
  const bodyHash = createHash('sha256').update(relaxedBody(message.body)).digest('base64');
  const names = signed.map((field) => field.name);
  const name = 'DKIM-Signature';
  const unsigned = { name, line: template(key, names, bodyHash, Math.floor(now / 1000)) };
  const input = `${signed.map((field) => `${relaxedField(field)}\r\n`).join('')}${relaxedField(unsigned)}`;
  const signature = await signAsync('RSA-SHA256', Buffer.from(input, 'latin1'), key.privateKey);
  return { name, line: unsigned.line + fold(signature.toString('base64'), /.{1,72}/g) };
}
