import { replyText } from '../../shared/mail/received/reply-text.ts';
import { mb, numbered, type Parser, parser, product, repeat, repeats, type Shape } from './parser.ts';

/** What strangers write into a message's text, besides what their programs add. */
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
  ...repeats([
    '<a@b\n>:\n',
    '<a@b\n',
    '> a:',
    '> :',
    '>: \n',
    '\u2028:\n',
    '\u0085:\n',
    '\u200f\n',
    '\u0661:\n',
  ]),
  ...repeats(['----\n', '-- a ----\n', '---- On 1 a@b wrote ----\n', '(@', '(a@', '1.1.11 ', 'a.a ']),
  ...repeats([`${'(a@'.repeat(160)}:\n`, `${'1.1.1'.repeat(95)}:\n`, `${'a '.repeat(240)}\n<a@b>:\n`]),
  'marks of originals': repeat('-- Original Message --\n1:\n'),
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
  ...repeats(['font-size:0;', 'color:#fff;', 'background:', 'rgb(', ' ', '0'], '<p style="', '">x</p>'),
  ...repeats([
    '<p style="color:#fff">',
    '<p style="font-size:0">x',
    '<font color=red>x',
    '<td bgcolor=red>x',
  ]),
  ...repeats(
    ['background', '.a{color:#fff}', '.a{height:0}td.a{height:0}'],
    '<style>',
    '</style><p class=a>x',
  ),
  'styles that paint': repeat('<style>a{background:#000}</style><p style="color:#fff">'),
  'rules x elements': product(
    numbered((i) => `.c${i}{color:#fff}`, '<style>', '</style>'),
    repeat('<p class=c1>x'),
  ),
  'nested and closed': product(repeat(`${open}a`), repeat('b</blockquote>')),
};

export const replyParsers: Parser[] = [
  parser('reply of a text', 2 * mb, (text: string) => replyText({ html: null, text }, 'Re: s'), texts),
  parser('reply of an html', 2 * mb, (html: string) => replyText({ html, text: null }, 'Re: s'), htmls),
];
