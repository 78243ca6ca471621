import { parse } from 'parse5';
import { contentAnswer } from '../../functions/dashboard/parts/emails/content.ts';

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
])('opening a mail tells nobody: %s [D35]', (html) => {
  const names: string[] = [];
  const walk = (node: { nodeName: string; childNodes?: (typeof node)[] }): void => {
    names.push(node.nodeName.toLowerCase());
    node.childNodes?.forEach(walk);
  };
  walk(parse(`<!doctype html><head>${shown(html)}`));
  expect(names.filter((name) => ['link', 'frame', 'iframe'].includes(name))).toEqual([]);
});

test('what is around such elements, and words that begin like them, stay as they are [D35]', () => {
  const html = '<style>p { color: red }</style><p>see &lt;link&gt;, <links>2</links></p>';
  const before = '<head><link rel=icon href=x><iframe src=x>a<p>b</iframe >';
  const after = '<head><basefont rel=icon &#104;ref=x><noembed src=x>a<p>b</noembed >';
  expect(shown(`${before}${html}`)).toBe(`${after}${html}`);
});

type Node = {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  content?: Node;
  value?: string;
};

const nodesOf = (node: Node): Node[] => [
  node,
  ...[...(node.childNodes ?? []), ...(node.content ? [node.content] : [])].flatMap(nodesOf),
];

test.each([
  `<a href="${host}">x</a>`,
  `<math><mrow href="${host}"><mi xlink:href="${host}">x</mi></mrow></math>`,
  `<math><mtext><a HREF='${host}'>x</a></mtext></math>`,
  `<svg><style><a href="${host}">x</a></style></svg>`,
  `<svg><title><a href=${host}>x</a></title></svg>`,
  `<math><style><a xlink:href="${host}">x</style></math>`,
  `<svg><script><a href="${host}">x</a></script></svg>`,
  `<svg><textarea><a\fhref\n=\n"${host}">x</a></svg>`,
  `<xmp></xmp><noembed><a href="${host}"></noembed><a/href=${host}>x</a>`,
  `<![CDATA[><a href="${host}">x</a>]]>`,
  `<svg><![CDATA[<a href="${host}">]]><a href="${host}">x</a></svg>`,
  `<svg><a href="#"><animate attributeName="href" values="${host}"/><text>x</text></a></svg>`,
  `<svg><a><set AttributeName = xlink:href to="${host}"/>x</a></svg>`,
  `<svg><foreignObject><style></style><a title=">"href="${host}">x</a>`,
  `<!-- > --!><a href="${host}">x</a>`,
  `<!--><a href="${host}">x</a>-->`,
  `<select><a href="${host}">x</select><plaintext><a href="${host}">`,
  `<table><a href="${host}">x<math><annotation-xml encoding="text/html"><a href="${host}">x`,
  `<template><a href="${host}"></template><noscript><p title="</noscript><a href=${host}>">x`,
])('no link of a mail leads anywhere, however a browser reads it: %s [D35]', (html) => {
  for (const scriptingEnabled of [false, true])
    for (const body of [shown(html), `<body>${shown(html)}`]) {
      const attributes = nodesOf(parse(body, { scriptingEnabled }) as Node).flatMap(
        ({ attrs = [] }) => attrs,
      );
      const leading = attributes.filter(({ name }) => /^(?:xlink:)?(?:href|attributename)$/i.test(name));
      expect(leading.filter(({ value }) => value !== '#')).toEqual([]);
    }
});

test('what looks like such an attribute in a text is shown as it is [D35]', () => {
  const html = '<p>write href = "x", or attributeName=y</p><style>a[href="x"] { color: red }</style>';
  const nodes = nodesOf(parse(shown(html)) as Node);
  expect(nodes.map(({ value }) => value).filter(Boolean)).toEqual([
    'write href = "x", or attributeName=y',
    'a[href="x"] { color: red }',
  ]);
});
