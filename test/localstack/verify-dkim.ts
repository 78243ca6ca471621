import { createHash, createPublicKey, verify } from 'node:crypto';

/** What a receiver finds out about one DKIM-Signature field (RFC 6376); written apart from the signer. */
type DkimCheck = { bodyHash: boolean; signature: boolean; domain: string; covered: string[] };

const squeeze = (text: string) => text.replace(/\r\n(?=[ \t])/g, '').replace(/[ \t]+/g, ' ');

function relaxHeader(field: string): string {
  const colon = field.indexOf(':');
  return `${field.slice(0, colon).toLowerCase().trimEnd()}:${squeeze(field.slice(colon + 1)).trim()}`;
}

function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Checks the first DKIM-Signature of a message (latin1) against the text of its key record. */
export function verifyDkim(message: string, keyRecord: string): DkimCheck {
  const split = message.indexOf('\r\n\r\n');
  const fields = message.slice(0, split).split(/\r\n(?![ \t])/);
  const at = fields.findIndex((field) => /^dkim-signature:/i.test(field));
  const own = fields[at] ?? '';
  const tags = Object.fromEntries(
    squeeze(own.slice(own.indexOf(':') + 1))
      .split(';')
      .map((tag) => {
        const equals = tag.indexOf('=');
        return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replaceAll(' ', '')];
      }),
  );
  const rest = fields.toSpliced(at, 1);
  const covered = (tags.h ?? '').toLowerCase().split(':');
  const input = covered.flatMap((name) => {
    const last = rest.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`));
    return last === -1 ? [] : rest.splice(last, 1).map((field) => `${relaxHeader(field)}\r\n`);
  });
  input.push(relaxHeader(own.replace(/([;\s]b=)[^;]*/, '$1')).trimEnd());
  const key = /p=([^;]+)/.exec(keyRecord)?.[1] ?? '';
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.from(tags.b ?? '', 'base64');
  return {
    bodyHash:
      createHash('sha256')
        .update(relaxBody(message.slice(split + 4)), 'latin1')
        .digest('base64') === tags.bh,
    signature: verify('RSA-SHA256', Buffer.from(input.join(''), 'latin1'), publicKey, signed),
    domain: tags.d ?? '',
    covered,
  };
}
