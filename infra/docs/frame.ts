import { escapeHtml } from '../../shared/core/escape.ts';
import type { Heading } from './markdown.ts';

export type NavItem = { path: string; title: string; group: string };

/** The files every page loads, by hashed name. */
export type AssetPaths = { styles: string; script: string; search: string; index: string };

type FrameInput = {
  path: string;
  title: string;
  content: string;
  headings: readonly Heading[];
  nav: readonly NavItem[];
  assets: AssetPaths;
};

/** A page in the dashboard's frame: skip link, header with search, navigation, main. */
export function docFrame({ path, title, content, headings, nav, assets }: FrameInput): string {
  const source = path === '' || path === '/docs' ? '' : `${path}.md`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Mailwright</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.styles}">
<script src="${assets.script}" defer></script>${source && `\n<link rel="alternate" type="text/markdown" href="${source}">`}
</head>
<body class="docs">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">Mailwright docs</a>
<form class="search" role="search" action="/docs/search" method="get" data-search="${assets.search}" data-index="${assets.index}">
<label class="unseen" for="q">Search the documentation</label>
<input id="q" name="q" type="search" placeholder="Search the documentation" autocomplete="off" maxlength="100">
<button type="submit" class="quiet">Search</button>
<div class="found" hidden><p class="unseen" role="status"></p><ul></ul></div>
</form>
<a href="/">Dashboard</a>
</header>
<div class="body">
${menu(nav, path)}
<main id="main" tabindex="-1">
${withContents(content, headings)}
</main>
</div>
</body>
</html>
`;
}

function menu(nav: readonly NavItem[], path: string): string {
  const groups = [...Map.groupBy(nav, ({ group }) => group)].filter(([group]) => group !== '');
  const lists = groups.map(([group, items]) => {
    const links = items.map(
      (item) =>
        `<li><a href="${item.path}"${item.path === path ? ' aria-current="page"' : ''}>${escapeHtml(item.title)}</a></li>`,
    );
    return `<h2>${group}</h2><ul>${links.join('')}</ul>`;
  });
  return `<nav aria-label="Main">${lists.join('\n')}</nav>`;
}

/** A long page's list of sections, after its h1. */
function withContents(content: string, headings: readonly Heading[]): string {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < 3) return content;
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  const list = `<nav class="contents" aria-label="On this page"><ul>${links.join('')}</ul></nav>`;
  return content.replace('</h1>', `</h1>\n${list}`);
}
