import { isSeveral } from '../../packages/sdk/src/nodemailer-fields.ts';
import { unquotedText } from '../../shared/core/dns-host.ts';
import { kb, type Parser, parser, repeats } from './parser.ts';

/** What an audit of all regular expressions found (recheck, and each one attacked with its own literals). */
export const patternParsers: Parser[] = [
  parser('TXT record of a DNS host', 64 * kb, unquotedText, {
    ...repeats(['\\"', '"\\', '"\\\\', '"', '\\', '" ', '\\0'], '"'),
    ...repeats(['\\"', '"\\', '\\a'], '"', '\u2028\\'),
  }),
  parser('from given to nodemailer', 64 * kb, isSeveral, {
    ...repeats(['<', '"', '"\\', '\\"', ',', '@', '@,', '<@', '<>'], ''),
    ...repeats(['<', '\\"', ','], '"', '\n>'),
  }),
];
