import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { findLinks } from '../../../shared/mail/links.ts';
import { type Newsletter, newsletters } from '../../support/newsletters.ts';
import { targetsOf, track } from '../../support/tracked.ts';
import { cases } from '../../support/whole.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** A link, and where its attribute begins and ends in the text. */
type Link = { href: string; start: number; end: number };

/**
 * The links that a browser shows, by the parser of the HTML standard: of `a` and `area`, outside of what is inert. An
 * element that its repair of wrong nesting makes twice is one in the text.
 */
function browserLinks(html: string): Link[] {
  const found = new Map<number, Link>();
  const walk = (node: Node) => {
    if (node.nodeName === 'noscript' || node.nodeName === 'template') return;
    if ('tagName' in node && (node.tagName === 'a' || node.tagName === 'area')) {
      const href = node.attrs.find(({ name }) => name === 'href')?.value;
      const place = node.sourceCodeLocation?.attrs?.href;
      if (href !== undefined && place)
        found.set(place.startOffset, { href, start: place.startOffset, end: place.endOffset });
    }
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }));
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** E16 in other words than the product's. */
function countedLinks(html: string): Link[] {
  const links = browserLinks(html).map((link) => ({
    ...link,
    href: link.href.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, ''),
  }));
  return links.filter(
    ({ href }) => /^https?:\/\/[^/?#\\]/i.test(href) && !/\p{Cc}/u.test(href) && URL.canParse(href),
  );
}

const pixel = /<img src="[^"]*\/t\/o\/[\w-]+" alt="" width="1" height="1" border="0" style="[^"]*">/;

/** That a tracked text is the original with other addresses in its counted links, and nothing else. */
async function expectOnlyLinks(html: string): Promise<void> {
  const tracked = (await track({ html }, { opens: true, clicks: true })).html ?? '';
  const links = countedLinks(html);
  const targets = (await targetsOf(tracked)).filter((target) => target !== '');
  expect(targets).toEqual(links.map(({ href }) => href));
  const urls = [...tracked.matchAll(/"?'?(https:\/\/mail\.example\.com\/api\/t\/c\/[\w-]+)/g)].map(
    ([, url]) => url,
  );
  let [expected, at] = ['', 0];
  for (const [i, { start, end }] of links.entries()) {
    const [, before = '', quote = ''] = /^([^=]*=[\t\n\f\r ]*)(["']?)/.exec(html.slice(start, end)) ?? [];
    expected += `${html.slice(at, start)}${before}${quote || '"'}${urls[i]}${quote || '"'}`;
    at = end;
  }
  expect(tracked.match(new RegExp(pixel, 'g'))).toHaveLength(1);
  expect(tracked.replace(pixel, '')).toBe(expected + html.slice(at));
}

const all = newsletters();

test('50 newsletters and more, with what makes them hard', () => {
  expect(all.length).toBeGreaterThanOrEqual(50);
  expect(all.flatMap(({ html }) => countedLinks(html)).length).toBeGreaterThan(60);
  expect(all.filter(({ html }) => /^<!DOCTYPE/i.test(html.trim())).length).toBeGreaterThanOrEqual(11);
});

test.each(all)(
  '$name: each link that a browser shows is tracked, and no other byte changes [E16, E17]',
  ({ html }) => expectOnlyLinks(html),
);

/** What hand-written and generated html has between its elements. */
const pieces = fc.constantFrom(
  ...[
    '<!--[if mso]>',
    '<![endif]-->',
    '<!--[if !mso]><!-->',
    '<!--<![endif]-->',
    '<![if !mso]>',
    '<![endif]>',
  ],
  ...['<!--', '-->', '--!>', '<!-->', '<!--->', '<!', '<?', '</', '<', '>', '"', "'", '=', '&', '\0', ' '],
  ...['<title>', '</title>', '<textarea>', '</textarea>', '<style>', '</style>', '<script>', '</script>'],
  ...[
    '<noscript>',
    '</noscript>',
    '</p>',
    '</a>',
    '</table>',
    '</td>',
    '<b',
    '<a',
    '<area',
    ' href=',
    ' data-x',
  ],
  ...[
    '<a href="https://x.example/1">',
    "<a class=b href='https://x.example/2' >",
    '<a href=https://x.example/3>',
  ],
  ...[
    '<area href="https://x.example/4"/>',
    '<a href="https://x.example/5" href="https://y.example">',
    '<a/href="#">',
  ],
);

const mutated = fc
  .tuple(
    fc.constantFrom<Newsletter>(...all),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20), pieces), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([{ html }, changes]) =>
    changes.reduce((text, [where, cut, piece]) => {
      const at = Math.floor(where * text.length);
      return text.slice(0, at) + piece + text.slice(at + cut);
    }, html),
  );

test('broken html: what is not a link of a browser is left alone [E16]', async () => {
  await fc.assert(
    fc.property(mutated, (html) => {
      const shown = browserLinks(html);
      let next = 0;
      const others = findLinks(html).links.filter(({ url, start }) => {
        next =
          shown.findIndex((link, i) => i >= next && link.start < start && link.href.trim() === url.trim()) +
          1;
        return next === 0;
      });
      expect(others).toEqual([]);
    }),
    { numRuns: cases(1_000, 200), endOnFailure: true },
  );
});
