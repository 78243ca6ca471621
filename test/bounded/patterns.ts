import { isSeveral } from '../../packages/sdk/src/nodemailer-fields.ts';
import { createAnswerReader } from '../../shared/aws/signed/answer.ts';
import { unquotedText } from '../../shared/core/dns-host.ts';
import { kb, type Parser, parser, repeats } from './parser.ts';

/** The head of an answer over HTTP with this header in it. */
function readHead(header: string): void {
  try {
    createAnswerReader().push(Buffer.from(`HTTP/1.1 204 a\r\n${header}\r\n\r\n`, 'latin1'));
  } catch {
    // A header that is refused was read, too.
  }
}

const blanks = ['\t', ' ', '\t,', ', ', 'a\t', '\r', ':'];

/** What an audit of all regular expressions found (recheck, and each one attacked by its own literals). */
export const patternParsers: Parser[] = [
  parser('TXT record of a DNS host', 64 * kb, unquotedText, {
    ...repeats(['\\"', '"\\', '"\\\\', '"', '\\', '" ', '\\0'], '"'),
    ...repeats(['\\"', '"\\', '\\a'], '"', '\u2028\\'),
  }),
  parser('header of an answer of AWS', 15 * kb, readHead, {
    ...repeats(blanks, 'a:', '\n'),
    ...repeats(blanks, 'a:', 'x\r'),
    ...repeats(blanks, 'connection:', 'x'),
  }),
  parser('from given to nodemailer', 64 * kb, isSeveral, {
    ...repeats(['<', '"', '"\\', '\\"', ',', '@', '@,', '<@', '<>'], ''),
    ...repeats(['<', '\\"', ','], '"', '\n>'),
  }),
];
