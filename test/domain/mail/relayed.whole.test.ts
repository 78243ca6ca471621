import * as fc from 'fast-check';
import { entityOf } from '../../../shared/domain/content/pack.ts';
import { readMessage } from '../../../shared/domain/sending/read-message.ts';
import { composeRelayed } from '../../../shared/mail/compose-relayed.ts';
import { type Node, read } from '../../support/mime.ts';
import { relayedKinds } from '../../support/relayed-kinds.ts';

const head = 'From: Ann <ann@example.com>\r\nTo: bob@example.org\r\n';

/** What SES is handed for these octets: read, kept, and composed as `deliver` does. */
function handed(source: Buffer): string {
  const { header, body } = readMessage(source);
  const { from, to, cc, reply_to, received, kept, subject } = header;
  return composeRelayed({
    id: 'msg_1',
    by: 'smtp.example.test',
    from,
    to,
    cc,
    reply_to,
    received,
    kept,
    subject,
    headers: {},
    entity: entityOf({ ...body } as Parameters<typeof entityOf>[0]),
    message_date: 0,
  }).toString('latin1');
}

const strict = (source: string) => {
  expect(source).toMatch(/^[\r\n\t -~]*$/);
  expect(source).not.toMatch(/[^\r]\n|\r[^\n]|\0/);
  for (const line of source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
};

const fieldOf = ({ headers }: Node, name: string) =>
  headers.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1] ?? '';

const decoded = (node: Node): string => {
  const encoding = fieldOf(node, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(node.body, 'base64').toString('latin1');
  if (encoding !== 'quoted-printable') return node.body;
  const hex = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return node.body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, hex);
};

type Leaf = { type: string; encoding: string; octets: string };

/** Text with CRLF, 8-bit octets and lines of any length; what R30 refuses is not in it. */
const octets = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 90 }), fc.uint8Array({ minLength: 900, maxLength: 1_200 })), {
    maxLength: 4,
  })
  .map((lines) =>
    lines
      .map((line) =>
        Buffer.from(line)
          .toString('latin1')
          .replace(/[\r\n\0]/g, '.'),
      )
      .join('\r\n'),
  );

const leaf: fc.Arbitrary<Leaf> = fc.record({
  type: fc.constantFrom(
    'text/plain; charset=utf-8',
    'text/html',
    'application/octet-stream',
    'image/png; name=a.png',
  ),
  encoding: fc.constantFrom('', '7bit', '8bit', 'binary', 'base64', 'quoted-printable'),
  octets,
});

function written({ type, encoding, octets: text }: Leaf): string {
  const fields = `Content-Type: ${type}\r\n${encoding && `Content-Transfer-Encoding: ${encoding}\r\n`}\r\n`;
  const bytes = Buffer.from(text, 'latin1');
  if (encoding === 'base64') return fields + (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
  if (encoding !== 'quoted-printable') return fields + text;
  const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  return fields + (quoted.join('').match(/(?:=..){1,25}/g) ?? []).join('=\r\n');
}

test('of any message SES is handed lines that it takes, and decoded it is the same [R1, R2]', () => {
  const boundary = fc.stringMatching(/^[0-9A-Za-z'()+_,./:=?-]{1,60}$/);
  fc.assert(
    fc.property(boundary, fc.array(leaf, { minLength: 1, maxLength: 5 }), (name, leaves) => {
      fc.pre(!leaves.some(({ octets: text }) => text.includes(`--${name}`)));
      const parts = leaves.map((one) => `--${name}\r\n${written(one)}\r\n`).join('');
      const type = `Content-Type: multipart/mixed; boundary="${name}"\r\n\r\n`;
      const out = handed(Buffer.from(`${head}${type}${parts}--${name}--\r\n`, 'latin1'));
      strict(out);
      expect(read(out).parts.map(decoded)).toEqual(leaves.map(({ octets: text }) => text));
    }),
  );
});

test.each(Object.entries(relayedKinds))('%s reaches SES as it was sent [R1, R2]', (_, [fields, body]) => {
  const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n');
  const source = `${head}${crlf(fields)}\r\n\r\n${crlf(body)}`;
  const out = handed(Buffer.from(source, 'latin1'));
  expect(out).not.toMatch(/[^\r]\n|\r[^\n]|\0/);
  for (const line of out.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  expect(out.slice(out.indexOf('\r\n\r\n'))).toBe(source.slice(source.indexOf('\r\n\r\n')));
});
