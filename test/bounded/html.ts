import { contentAnswer } from '../../functions/dashboard/parts/emails/content.ts';
import { LinkTargets } from '../../functions/dashboard/parts/emails/email-content.tsx';
import { findLinks } from '../../shared/mail/links.ts';
import { textFromHtml } from '../../shared/mail/text-part.ts';
import { mb, numbered, type Parser, parser, product, repeat, repeats, type Shape } from './parser.ts';

const elements: Record<string, Shape<string>> = {
  ...repeats(['<', '>', '</', '<!--', '<![CDATA[', '/>', '"', '&', '&amp;', '&#x41;', '&nbsp;', '&lt']),
  ...repeats([' ', '\u200b', '\u200c', 'a ', 'a\n', 'я ', '😀', ' \u200c']),
  ...repeats(['<b>', '<p>', '<br>', '<li>', '<ul><li>', '<table><tr><td>', '<pre>', '</p>', '<i></p>']),
  ...repeats([
    '<a href=x>y</a>',
    '<a href=x>y',
    '<img alt="a b">',
    '<div hidden>',
    '<script>',
    '<b class="a b">',
  ]),
  ...repeats(['</textarea', '<!-- '], '<textarea>'),
  ...repeats(['-', '>'], '<!--'),
  ...repeats(['</script', '<!--<script>'], '<script>'),
  ...repeats(['a\n', ' \n', '  '], '<pre>'),
  ...repeats([' a', ' a=b', '='], '<a'),
  ...repeats(['&amp;', ' '], '<a href="', '">x</a>'),
  'one attribute not closed': repeat('a', '<a href="'),
  'one name of an element': repeat('a', '<'),
  'attributes that differ': numbered((i) => ` a${i}`, '<p', '>x'),
  'elements that differ': numbered((i) => `<x${i}>`),
  'nested and closed': product(repeat('<div>'), repeat('</div>')),
  'nested blocks and text': repeat('<div>a'),
  'a link whose text is its long address': product(
    repeat('x', '<a href="https://', '">'),
    repeat('x', 'https://', '</a>'),
  ),
  'a link around much text': repeat('word ', '<a href="https://x.example">'),
  'elements too deep in a hidden one': repeat('<div>', '<div hidden>'),
  'elements too deep, styles in between': repeat('<div><style>.a{display:none}</style><b class="a">x'),
};

const declarations = [';', 'a', ' ', ';display:', ';opacity:0', ';max-height:0'];
const rules = ['/*', '*/', '{', '{}', '.a,', '.a{display:none}', '@media{', '@', '"'];
const hidden = numbered((i) => `.c${i}{display:none}`, '<style>', '</style>');

const styles: Record<string, Shape<string>> = {
  ...repeats(rules, '<style>', '</style>x'),
  ...repeats(declarations, '<style>.a{', '}</style><p class=a>x'),
  ...repeats(declarations, '<p style="', '">x'),
  ...repeats(['0', ' '], '<p style="opacity:0.', 'x">x'),
  'a style not closed': repeat('.a{display:none}', '<style>'),
  'a comment not closed': repeat('.a{display:none}', '<style>/*'),
  'rules that differ': hidden,
  'many style elements': repeat('<style>.a{display:none}</style>'),
  'selectors x declarations': product(repeat('.a,', '<style>'), repeat('color:red;', '.b{', '}</style>x')),
  'selectors that differ x declarations': product(
    numbered((i) => `.a${i},`, '<style>'),
    repeat('display:none;', '.b{', '}</style>x'),
  ),
  'rules x elements': product(hidden, repeat('<p class=c1>x')),
  'rules x classes': product(
    hidden,
    numbered((i) => ` d${i}`, '<p class="', '">x'),
  ),
  'a name of an element x classes': product(
    repeat('x', '<style>.a{display:none}</style><'),
    repeat(' y', ' class="', '">'),
  ),
  // Longer names aren't hashed as a whole, so this one costs more than the one above.
  'a name of 16 KB x classes': (size) =>
    repeat(' y', `<style>.a{display:none}</style><${'x'.repeat(16_000)} class="`, '">')(size),
  'at-rules x rules': product(repeat('@media x{', '<style>'), repeat('.a{display:none}', '', '</style>')),
};

const links: Record<string, Shape<string>> = {
  ...elements,
  ...repeats(
    [' href', ' href ', '\nhref=', '/xlink:href=x', ' attributename = ', '\u2028href', '\u0085href='],
    '<a',
    '>',
  ),
  ...repeats([' ', '\t', '\u2028', '\r'], '<a href', 'x'),
  ...repeats([
    '<a href="https://x.example">',
    '<a href="https://x.example" data-no-track>',
    '<template>',
    '</body>',
    'cid:a ',
    '"cid:',
  ]),
  ...repeats([' href=https://x.example'], '<a', '>'),
  ...repeats([' '], '<a href', '="https://x.example">'),
  ...repeats([' '], '<a href="https://x/', 'b">x</a>'),
};

/** How the dashboard shows a mail: its locked frame, and what is below it. */
const show = (html: string) => [contentAnswer(html), LinkTargets({ html })];

const read = (html: string) => textFromHtml(html, 'Subject');

export const htmlParsers: Parser[] = [
  parser('html to text', 2 * mb, read, elements),
  parser('links of html', 2 * mb, findLinks, links),
  parser('page of html', 2 * mb, show, links),
  parser('style rules', 2 * mb, read, styles),
];
