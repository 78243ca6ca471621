import { replyText } from '../../shared/mail/received/reply-text.ts';
import { mb, type Parser, parser, product, repeat, repeats, type Shape } from './parser.ts';

/** What strangers write into the texts of a message, next to what their programs do. */
const texts: Record<string, Shape<string>> = {
  ...repeats(['a', '\n', '\r', '\r\n', ' \n', '>\n', 'a\n', ':\n', '>', ' ', '\u00a0\n', '-- \n', '--\n']),
  ...repeats(['From: a\n', 'Date: a\n', 'From: a\nDate: b\n', '*From:* a\n\n', '发件人：\n']),
  ...repeats([
    'On 1 a@b wrote:\n',
    'On 1\n',
    '1:\n',
    'On 1:\n',
    'On 2022 1:00 wrote:\n',
    'a@b:\n',
    'a@b:\n>\n',
  ]),
  ...repeats(['-----Original Message-----\n', '-----Original', '_____\n', '-----Forwarded message-----\n']),
  ...repeats(['On 1 a@b wrote:\n> a\n', 'On 1 a\n> a\n', '> a\n\n', 'a\n> a\n-- \na\n']),
  ...repeats(['Sent from my a', 'von meinem a', '从', '나의 '], 'a\n'),
  'one line of words of senders': repeat('wrote ', 'On 1 '),
  'lines of 499 characters': repeat(`On 1 ${'wrote a@b '.repeat(49)}:\n`),
  'own lines, then quotes': product(repeat('a\n'), repeat('> a\n')),
  'blank lines, then who wrote': product(repeat('\n', 'a\n'), repeat('On 1 wrote:\n')),
};

const open = '<blockquote>';
const htmls: Record<string, Shape<string>> = {
  ...repeats([open, `${open}a</blockquote>`, `${open}a</blockquote>b`, '</blockquote>', `<li>${open}a`]),
  ...repeats([
    '<div id=divRplyFwdMsg>',
    '<div class="gmail_attr">a</div>',
    '<hr data-marker=__DIVIDER__>',
    '\ufdd0<br>',
  ]),
  ...repeats(['a ', ' '], '<div class="', '">x</div>'),
  ...repeats([' ', ';border:'], '<blockquote style="border:', '">x</blockquote>'),
  'nested and closed': product(repeat(`${open}a`), repeat('b</blockquote>')),
};

export const replyParsers: Parser[] = [
  parser('reply of a text', 2 * mb, (text: string) => replyText({ html: null, text }, 'Re: s'), texts),
  parser('reply of an html', 2 * mb, (html: string) => replyText({ html, text: null }, 'Re: s'), htmls),
];
