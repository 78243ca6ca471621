import type { Connection } from '../../shared/smtp/connection.ts';
import { converse, type Door } from '../../shared/smtp/conversation.ts';
import { readRcpt, readRecipient, readSender, recipientFault } from '../../shared/smtp/path.ts';
import { replies } from '../../shared/smtp/replies.ts';
import { beginAuth } from '../../shared/smtp/sasl.ts';
import { type Parser, parser, repeats, type Shape } from './parser.ts';

/** Parses a recipient as both ports do. */
function recipient(line: string) {
  const path = readRcpt(line);
  if ('code' in path) return;
  recipientFault(path.address, { utf8: true });
  readRecipient(path.address, { utf8: true, service_domain: null });
}

/** The parsers of both ports, without lookups. */
const door: Door = {
  extensions: () => [],
  refuses: () => null,
  ending: () => null,
  auth: async (line) => {
    const exchange = beginAuth(line);
    if ('next' in exchange) exchange.next(line);
    return replies.ok;
  },
  mail: async (line) => {
    const sender = readSender(line);
    return 'code' in sender ? sender : replies.senderOk;
  },
  rcpt: async (line) => {
    recipient(line);
    return replies.recipientOk;
  },
  data: () => replies.dataArgument,
  message: async () => replies.ok,
  reset: () => {},
  closed: () => {},
};

/** A session whose client sends EHLO and this line. */
function session(line: string): Promise<void> {
  const lines = ['EHLO x', line].map((text) => Buffer.from(text));
  const connection = {
    speaks: async () => false,
    line: async () => lines.shift() ?? null,
    send: () => {},
    end: () => {},
    isSecure: () => true,
  };
  return converse({
    connection: connection as Partial<Connection> as Connection,
    door,
    host: 'x',
    client: { helo: '' },
    greeting_ms: 0,
  });
}

const heads = [
  ...['MAIL FROM:<>', 'MAIL FROM:<', 'MAIL FROM:<"', 'MAIL FROM:', 'MAIL FROM:<@a', 'MAIL FROM:<> SIZE='],
  ...['RCPT TO:<a@b.example>', 'RCPT TO:<', 'RCPT TO:<"', 'RCPT TO:<a@', 'EHLO ', 'STARTTLS', 'AUTH PLAIN '],
  ...['AUTH LOGIN', 'DATA', 'GET ', ''],
];
const units = [
  '\t',
  ' ',
  '\t\u2028',
  'a ',
  'a=1 ',
  'a',
  '"',
  '\\a',
  '\\',
  ',@a',
  '@',
  '<',
  '>',
  '.',
  'é',
  '\r',
  '\0',
];
/** Like the names of other shapes, with the characters that JSON doesn't escape. */
const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What ends a line for an expression without the flag `s`, and U+0085, which doesn't. */
const lineEnds = ['\u2028', '\u2029', '\u0085', '\r'];

/** The same names with each tail at the end. */
const withTail = (tail: string, head: string, units: string[]): Record<string, Shape<string>> =>
  Object.fromEntries(
    Object.entries(repeats(units, head, tail)).map(([name, shape]) => [`${name} … ${escaped(tail)}`, shape]),
  );

const ended = heads.slice(0, 1).concat('RCPT TO:<a@b.example>');

export const commandLineParsers: Parser[] = [
  parser(
    'command line of SMTP',
    16_384,
    session,
    Object.assign(
      {},
      ...ended.flatMap((head) => lineEnds.map((end) => withTail(`P${end}>`, head, ['\t', ' ', 'a=1 ']))),
      ...heads.flatMap((head) => ['', lineEnds.join('')].map((tail) => withTail(tail, head, units))),
    ),
  ),
];
