import { dirname, join } from 'node:path/posix';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../shared/core/escape.ts';
import { highlighted } from './highlight.ts';
import type { DocPage } from './pages.ts';

export type Heading = { level: number; id: string; text: string };

/** A search result: a heading and the text below it. */
export type Section = { id: string; title: string; text: string };

export type Rendered = { html: string; title: string; headings: Heading[]; sections: Section[] };

type Env = { source: string; pages: readonly DocPage[]; headings: Heading[]; below: string };

const md = new MarkdownIt({ html: false, linkify: false, highlight: highlighted });
type Tokens = ReturnType<typeof md.parse>;

/** A heading's anchor as on GitHub, so links work in the repository too. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-');

const plain = (text: string) =>
  text.replace(/<a id="[\w-]+"><\/a>/g, '').replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1');

function headingsOf(tokens: Tokens): Heading[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return [];
    const text = plain(tokens[i + 1]?.content ?? '').trim();
    const slug = slugOf(text);
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return [{ level: Number(token.tag.slice(1)), id: times === 0 ? slug : `${slug}-${times}`, text }];
  });
}

function sectionsOf(tokens: Tokens, headings: Heading[]): Section[] {
  const sections: Section[] = [];
  const left = [...headings];
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { id = '', text: title = '' } = left.shift() ?? {};
      sections.push({ id, title, text: '' });
    } else if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open') {
      const last = sections.at(-1);
      if (last) last.text += `${plain(token.content)} `;
    }
  }
  return sections;
}

/** A link's target on this site. Null for files that are only in the repository. */
function linkTarget(href: string, source: string, pages: readonly DocPage[]): string | null {
  if (/^(https?:|mailto:|#|\{|\/)/.test(href)) return href;
  const [file = '', hash] = href.split('#');
  const path = join(dirname(source), file);
  if (path === 'docs/openapi.json') return '{base_url}/openapi.json';
  if (path === 'README.md') return '/docs';
  const page = pages.find((one) => one.source === path);
  if (!page) return null;
  return hash === undefined ? page.path : `${page.path}#${hash}`;
}

md.normalizeLink = (
  (usual) => (url: string) =>
    usual(url).replace(/%7B(base_url|dashboard_url|smtp_host|smtp_port)%7D/g, '{$1}')
)(md.normalizeLink);

// The only html allowed in a page: an anchor, for places without a heading anchor.
md.inline.ruler.before('html_inline', 'anchor', (state, silent) => {
  const found = /^<a id="([\w-]+)"><\/a>/.exec(state.src.slice(state.pos, state.pos + 80));
  if (!found) return false;
  if (!silent) state.push('anchor', 'a', 0).attrs = [['id', found[1] ?? '']];
  state.pos += found[0].length;
  return true;
});

const rules = md.renderer.rules;
const attributeOf = (tokens: Tokens, i: number, name: string) => String(tokens[i]?.attrGet(name) ?? '');
rules.anchor = (tokens, i) => `<a id="${escapeHtml(attributeOf(tokens, i, 'id'))}"></a>`;

rules.heading_open = (tokens, i, _options, env) => {
  const { headings } = env as unknown as Env;
  const level = tokens[i]?.tag ?? 'h2';
  const heading = headings.shift();
  if (heading) (env as unknown as Env).below = heading.text;
  return level === 'h1' ? '<h1>' : `<${level} id="${escapeHtml(heading?.id ?? '')}">`;
};

rules.heading_close = (tokens, i) => `</${tokens[i]?.tag}>\n`;

rules.link_open = (tokens, i, _options, env) => {
  const { source, pages } = env as unknown as Env;
  const href = attributeOf(tokens, i, 'href');
  const target = linkTarget(href, source, pages);
  if (target !== null) return `<a href="${escapeHtml(target)}">`;
  // Closed by the link's end tag: an anchor without a target.
  return `<a class="repository" title="In the repository: ${escapeHtml(join(dirname(source), href))}">`;
};

rules.image = (tokens, i, _options, env) => {
  const { source } = env as unknown as Env;
  const file = join(dirname(source), attributeOf(tokens, i, 'src'));
  const alt = escapeHtml(tokens[i]?.content ?? '');
  const image = `<img src="${escapeHtml(`/${file}`)}" alt="${alt}">`;
  return `<span class="wide drawing" role="region" aria-label="Drawing" tabindex="0">${image}</span>`;
};

rules.table_open = (_tokens, _i, _options, env) => {
  const name = escapeHtml((env as unknown as Env).below);
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>\n<caption class="unseen">${name}</caption>`;
};
rules.table_close = () => '</table></div>\n';
rules.th_open = () => '<th scope="col">';

rules.fence = (tokens, i) => {
  const { info = '', content = '' } = tokens[i] ?? {};
  const [language = 'text'] = info.trim().split(/\s+/);
  return `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${highlighted(content, language)}</code></pre>\n`;
};

/** A markdown page as html, with ids on headings and links for this site. */
export function render(text: string, source: string, pages: readonly DocPage[]): Rendered {
  // Comments are for tools that write tables. A page would show them as text.
  const tokens = md.parse(text.replace(/^<!--[\s\S]*?-->$/gm, ''), {});
  const headings = headingsOf(tokens);
  const env: Env = { source, pages, headings: [...headings], below: '' };
  return {
    html: md.renderer.render(tokens, md.options, env as unknown as Record<string, unknown>),
    title: headings[0]?.text ?? source,
    headings,
    sections: sectionsOf(tokens, headings),
  };
}
