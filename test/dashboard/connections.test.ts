import { parse } from 'parse5';
import { contentAnswer } from '../../functions/dashboard/parts/content.ts';

const shown = (html: string) => {
  const answer = contentAnswer(html, { images: 'none' });
  return 'body' in answer ? String(answer.body) : '';
};

const host = 'https://who.opened.example';

test.each([
  `<link rel="preconnect" href="${host}">`,
  `<LINK rel=dns-prefetch href=//who.opened.example>`,
  `<link/rel=preconnect href="${host}"/>`,
  `<p><svg><link\trel="preconnect" href="${host}"></svg>`,
  `<a href="x"><link rel="preconnect" href="${host}"></a>`,
  `<iframe src="${host}"></iframe>`,
  `<IFrame\tsrcdoc="&lt;l&#105;nk rel=preconnect href=${host}>">`,
  `<frameset><frame src="${host}"></frameset>`,
])('D35: opening a mail tells nobody: %s', (html) => {
  const names: string[] = [];
  const walk = (node: { nodeName: string; childNodes?: (typeof node)[] }): void => {
    names.push(node.nodeName.toLowerCase());
    node.childNodes?.forEach(walk);
  };
  walk(parse(`<!doctype html><head>${shown(html)}`));
  expect(names.filter((name) => ['link', 'frame', 'iframe'].includes(name))).toEqual([]);
});

test('D35: what is around such elements, and words that begin like them, stay as they are', () => {
  const html = '<style>p { color: red }</style><p>see &lt;link&gt;, <links>2</links></p>';
  const before = '<head><link rel=icon href=x><iframe src=x>a<p>b</iframe >';
  const after = '<head><basefont rel=icon href=x><noembed src=x>a<p>b</noembed >';
  expect(shown(`${before}${html}`)).toBe(`${after}${html}`);
});
