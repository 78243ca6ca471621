import fc from 'fast-check';
import { textFromHtml } from '../../../shared/mail/text-part.ts';
import { cpuOf } from '../../support/cpu.ts';

describe('the text part that is derived from html [Q40]', () => {
  test.each([
    ['<p>Hello <b>World</b></p>', 'Hello World'],
    ['a&amp;b &lt;c&gt; &uuml;&#8364;&nbsp;x', 'a&b <c> ü€ x'],
    ['<p>a<p>b', 'a\n\nb'],
    ['<div><div><p>a</p></div></div><br><br><br><p>b</p>', 'a\n\nb'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<head><title>T</title><style>p{}</style></head><body>a</body>', 'a'],
    ['<head><title>T</title><p>a', 'a'],
    ['a<script>if (1 < 2) "x"</script>b', 'ab'],
    ['a<style>b</style><!-- c --><![if !mso]>d<![endif]>', 'ad'],
    ['<div style="color:red; DISPLAY : NONE !important">pre</div>a', 'a'],
    ['<div style="visibility:hidden"><p>x</p><img alt="y"></div>a', 'a'],
    ['<p hidden>x</p>a', 'a'],
    ['<p style="display:none;display:block">a</p>', 'a'],
    ['<p style="display:none ! important;display:block">x</p>a', 'a'],
    ['<style>.b{display:none;display:table-cell}</style><p class=b>a</p>', 'a'],
    ['<a href="https://x.co/a?b=1&amp;c=2">Click</a> now', 'Click (https://x.co/a?b=1&c=2) now'],
    ['<a href="mailto:a@b.co">a@b.co</a>', 'a@b.co'],
    ['<a href=" https://x.co/?n=Ada Love\n">Go</a>', 'Go (https://x.co/?n=Ada%20Love)'],
    ['<a href="https://x.co/my file">https://x.co/my file</a>', 'https://x.co/my file'],
    ['<a href="https://x.co"><img src=y alt="Logo"></a>', 'Logo (https://x.co)'],
    ['<a href="https://x.co"><img src=y></a>', 'https://x.co'],
    ['<a href="#top">Up</a> <a name=x>b</a> <a href="javascript:x()">c</a>', 'Up b c'],
    ['<a href="https://x.co">a<a href="https://y.co">b</a>', 'a (https://x.co)b (https://y.co)'],
    ['<p>x</p><ul><li>a</li><li> b</ul><p>y</p>', 'x\n\n- a\n- b\n\ny'],
    ['<ol><li><p>a</p><p>b</p></li><li>c<ul><li>d</ul></ol>', '- a\n\nb\n\n- c\n  - d'],
    ['<ul><li></li><li>a</li></ul>b', '-\n- a\n\nb'],
    ['<img src=x alt="A &amp; B"><img src=x>', 'A & B'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d', 'a b\nc\nd'],
    ['<pre>a  b\n  c</pre>d', 'a  b\n  c\n\nd'],
    ['a\u200bb\u00adc&zwnj;', 'abc\u200c'],
    ['a<div style="max-height:0;overflow:hidden">pre</div><p style="opacity: 0">pre</p>', 'a'],
    ['<p style="opacity:0;opacity:1">a</p><p style="max-height:0;max-height:none">b</p>', 'a\n\nb'],
    ['<style>.x{visibility:hidden}</style><p class=x style="visibility:visible">a</p>', 'a'],
    ['<style>.x{display:none}</style><p class=x style="opacity:1">x</p>a', 'a'],
    ['<style media="handheld">.d{display:none}</style><p class=d>a</p>', 'a'],
    ['<style media="tv, Screen">.d{display:none}</style><p class=d>x</p>a', 'a'],
    [
      '<details><summary>Order</summary>Items</details><fieldset><legend>To</legend>Ann',
      'Order\nItems\nTo\nAnn',
    ],
    [
      '<map><area href="https://x.co/a" alt="Shoes"><area href="https://x.co/b"></map>',
      'Shoes (https://x.co/a) https://x.co/b',
    ],
    ['<div style="opacity:0.5">a</div><div style="max-height:0.5em">b</div>', 'a\nb'],
    [
      '<style>.b{display:none}</style><a class=b style="display:block!important" href="u:1">Pay</a>',
      'Pay (u:1)',
    ],
    ['<!--[if mso]><v:x>Pay</v:x><![endif]--><a style="mso-hide:all" href="u:1">Pay</a>', 'Pay (u:1)'],
    [
      '<style>.pre, p.x { display: none !important }</style><i class="y Pre">p</i><p class=x>q</p><b class=x>r',
      'r',
    ],
    [
      '<style>/* .a{ */ @media print{.a{display:none}} .b{display:none} .b{display:block}</style><i class="a b">a',
      'a',
    ],
    ['<style>.a{display:none}</style><style>.a{display:block}</style><i class=a>a', 'a'],
    [
      '<style>b.a,.c,.d e{display:none}</style><i class=a>a</i><b class=a>b</b><i class=c>c</i><i class=d>d',
      'ad',
    ],
    ['<style media="(max-width:9px)">.a{display:none}</style><i class=a>a', 'a'],
    ['Hi<a href="https://x.co"><img src=y></a>there', 'Hi https://x.co there'],
    ['<img alt=Logo>Dear<img alt="">est', 'Logo Dearest'],
    [
      '<a href="https://x.co/">https://x.co</a> <a href="https://x.co/a">https://x.co/b</a>',
      'https://x.co https://x.co/b (https://x.co/a)',
    ],
    ['a&zwnj;b <td>&zwnj;&nbsp;&zwj;</td><td>c</td><p>&zwj;</p>d', 'a\u200cb c\n\nd'],
    ['<pre>a\n \n\n \nb</pre>', 'a\n\nb'],
  ])('%s', (html, text) => expect(textFromHtml(html, 'Subject')).toBe(`${text}\n`));

  test.each(['<img src=x>', '<div style="display:none">x</div>', '<style>x</style>', ' &nbsp; '])(
    '%s has no text and gives the subject',
    (html) => expect(textFromHtml(html, 'Subject')).toBe('Subject\n'),
  );

  test('words outside tags are never lost, at most one blank line in a row', () => {
    const tags = '<p>,</p>,<br>,<ul>,</ul>,<li>,<b>,</b>,<td>,</div>,<a href=u>,</a>,<pre>,</pre>, ,\n';
    const tag = fc.constantFrom(...tags.split(','));
    const word = fc.nat({ max: 999 }).map((n) => `w${n}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, word)), (parts) => {
        const text = textFromHtml(parts.join(''), 'none');
        expect(text.match(/w\d/g) ?? []).toEqual(parts.join('').match(/w\d/g) ?? []);
        expect(text).not.toMatch(/\n\n\n/);
      }),
    );
  });

  test('elements nested without end cost neither time nor the text', () => {
    expect(textFromHtml(`<p>first</p>${'<b>'.repeat(100_000)}last`, 's')).toBe('first\n\nlast\n');
    const nested = `${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`;
    expect(textFromHtml(`<p>first</p>${nested}<p>last</p>`, 's')).toBe('first\n\nx\n\nlast\n');
    expect(textFromHtml(`a<div hidden>${nested}`, 's')).toBe('a\n');
  });

  test('takes time linear in the size of the html', () => {
    const hostile = [
      '<a href=x>y</a>',
      '<a href=x>y',
      '<div hidden>',
      '<b>',
      '</b>',
      '<!-- ',
      '<ul><li>',
      '<p>',
      '<pre>   ',
      '<b style="; ">',
      '&amp;',
      '<i></p>',
      '<style>.a{display:none}</style>',
    ];
    const repeated = hostile.map((unit) => unit.repeat(Math.floor(500_000 / unit.length)));
    const css = ['a', '/*', '{', '}', '.a,', ';display:', '@'].map(
      (unit) => `<style>${unit.repeat(100_000)}`,
    );
    const products = [
      `<style>${'.a,'.repeat(300_000)}.b{${'color:red;'.repeat(100_000)}}</style>`,
      `<style>.a{display:none}</style><${'x'.repeat(1_000_000)} class="${'y '.repeat(500_000)}">`,
    ];
    for (const html of [...repeated, ...css, ...products]) {
      expect(cpuOf(() => textFromHtml(html, 's'))).toBeLessThan(3_000);
    }
  });
});
