import { type Html, markup, trusted } from './html.ts';
import type { Heading } from './markdown.ts';

export type NavItem = { path: string; title: string; group: string };

/** The files every page loads, by hashed name. */
export type AssetPaths = { styles: string; script: string; search: string; index: string };

type Framed = {
  path: string;
  title: string;
  content: Html;
  headings: readonly Heading[];
  /** Its markdown. Null for pages made on request. */
  source: string | null;
  kind: 'guide' | 'reference' | 'home';
};

/** What all pages share. `reference` lists the pages of the API's operations. */
type Surroundings = {
  nav: readonly NavItem[];
  reference: readonly Omit<NavItem, 'group'>[];
  assets: AssetPaths;
};

/** A page: header with search, navigation, text, and contents. Each column folds when there is no room for it. */
export function docFrame(page: Framed, all: Surroundings): string {
  const { path, title, content, headings, source, kind } = page;
  const { assets } = all;
  const sections = kind === 'reference' ? [] : contentsOf(headings);
  const group = all.nav.find((item) => item.path === path)?.group;
  const link = source && markup`<link rel="alternate" type="text/markdown" href="${source}">\n`;
  const frame = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Mailwright</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="${assets.styles}">
<script src="${assets.script}" defer></script>
${link}</head>
<body class="docs ${kind}">
<a class="skip" href="#main">Skip to content</a>
${top(assets)}
<div class="body">
${menu(page, all)}
<main id="main" tabindex="-1">
<div class="head">${group ? markup`<p class="group">${group}</p>` : ''}<h1>${title}</h1>${source ? actions(source) : ''}</div>
${small(kind === 'reference' ? contentsOf(headings) : sections)}<article>
${content}
</article>
${neighbors(path, all)}
</main>
${sections.length > 1 ? markup`<nav class="contents" aria-label="On this page"><p>On this page</p>${contents(sections)}</nav>` : ''}
</div>
</body>
</html>
`;
  return `${frame}`;
}

const top = (assets: AssetPaths): Html => markup`<header class="top">
<button type="button" class="quiet menu" popovertarget="menu"><i class="icon i-menu" aria-hidden="true"></i><span class="unseen">Menu</span></button>
<a class="brand" href="/docs"><i class="logo" aria-hidden="true"></i>Mailwright <span>Docs</span></a>
<form class="search" role="search" action="/docs/search" method="get" data-search="${assets.search}" data-index="${assets.index}">
<label class="unseen" for="q">Search the documentation</label>
<i class="icon i-search" aria-hidden="true"></i>
<input id="q" name="q" type="search" placeholder="Search the documentation" autocomplete="off" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<button type="submit" class="unseen">Search</button>
<div class="found" hidden><p class="unseen" role="status"></p><ul></ul></div>
</form>
<nav class="links" aria-label="Site"><a href="/docs/api">API reference</a><a href="/docs/changelog">Changelog</a><a href="/">Dashboard</a></nav>
</header>`;

const actions = (source: string): Html =>
  markup`<div class="page"><button type="button" class="quiet" data-source="${source}" hidden><i class="icon i-copy" aria-hidden="true"></i><span>Copy page as Markdown</span></button><a href="${source}">View as Markdown</a></div>`;

/** The navigation: a drawer on narrow screens. The API's pages are listed within the reference. */
function menu({ path, headings }: Framed, { nav, reference }: Surroundings): Html {
  const inReference = path.startsWith('/docs/api');
  const link = (item: Omit<NavItem, 'group'>, title = item.title) =>
    markup`<a href="${item.path}"${item.path === path ? markup` aria-current="page"` : ''}>${title}</a>`;
  const operations = (item: Omit<NavItem, 'group'>) =>
    item.path === path ? contents(contentsOf(headings)) : '';
  const within = reference.map(
    (item) => markup`<li>${link(item, item.title.replace(/^API: /, ''))}${operations(item)}</li>`,
  );
  const groups = [...Map.groupBy(nav, ({ group }) => group)].filter(([group]) => group !== '');
  const lists = groups.map(([group, items]) => {
    const links = items.map(
      (item) =>
        markup`<li>${link(item)}${inReference && item.path === '/docs/api' ? markup`<ul>${within}</ul>` : ''}</li>`,
    );
    return markup`<p class="group">${group}</p><ul aria-label="${group}">${links}</ul>\n`;
  });
  return markup`<nav class="side" id="menu" popover aria-label="Main">${lists}<a class="away" href="/">Dashboard</a></nav>`;
}

/** A page's sections: two levels while they fit on a screen. */
function contentsOf(headings: readonly Heading[]): Heading[] {
  const within = headings.filter(({ level }) => level === 2 || level === 3);
  return within.length <= 30 ? within : within.filter(({ level }) => level === 2);
}

const contents = (sections: readonly Heading[]): Html =>
  markup`<ul class="sections">${sections.map(({ id, text, level }) => markup`<li${level === 3 ? markup` class="sub"` : ''}><a href="#${id}">${text}</a></li>`)}</ul>`;

/** The contents on a screen without a column for them. */
const small = (sections: readonly Heading[]): Html =>
  sections.length > 1
    ? markup`<details class="onpage"><summary>On this page</summary>${contents(sections)}</details>\n`
    : trusted('');

/** Links to the pages before and after, in the order of the navigation. */
function neighbors(path: string, { nav, reference }: Surroundings): Html {
  const all = path.startsWith('/docs/api/') ? reference : nav;
  const at = all.findIndex((item) => item.path === path);
  const link = (item: Omit<NavItem, 'group'> | undefined, name: string, rel: string) =>
    item && at >= 0 ? markup`<a rel="${rel}" href="${item.path}"><span>${name}</span>${item.title}</a>` : '';
  if (at < 0) return trusted('');
  return markup`<nav class="neighbors" aria-label="Previous and next page">${link(all[at - 1], 'Previous', 'prev')}${link(all[at + 1], 'Next', 'next')}</nav>`;
}
