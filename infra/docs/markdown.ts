import { dirname, join } from 'node:path/posix';
import MarkdownIt from 'markdown-it';
import type { ApiDocument } from '../../packages/api-types/document.ts';
import { escapeHtml } from '../../shared/core/escape.ts';
import { codeBlock, tabs } from './code.ts';
import { type Example, examplesOf } from './examples.ts';
import { highlighted } from './highlight.ts';
import { type Html, trusted } from './html.ts';
import type { DocPage } from './pages.ts';
import { type ApiRequest, requestFrom, requestFromCurl, withSamples } from './request.ts';

export type Heading = { level: number; id: string; text: string };

/** A search result: a heading and the text below it. */
export type Section = { id: string; title: string; text: string };

/** `html` is the page below its h1. */
export type Rendered = { html: Html; title: string; headings: Heading[]; sections: Section[] };

type Env = {
  source: string;
  pages: readonly DocPage[];
  headings: Heading[];
  /** The heading above, and its anchor. */
  below: string;
  id: string;
  document: ApiDocument | undefined;
};

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
  (env as unknown as Env).id = heading?.id ?? '';
  return `<${level} id="${escapeHtml(heading?.id ?? '')}">`;
};

/** A link to the heading, for the mouse. The contents have the same links for everyone. */
rules.heading_close = (tokens, i, _options, env) => {
  const { id } = env as unknown as Env;
  return `<a class="anchor" href="#${escapeHtml(id)}" aria-hidden="true" tabindex="-1">#</a></${tokens[i]?.tag}>\n`;
};

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

const requestIn = (language: string, block: string, document: ApiDocument): ApiRequest | null => {
  if (language === 'http') return requestFrom(block, document);
  return language === 'sh' ? requestFromCurl(block, document) : null;
};

/**
 * A block's bar names its file, if the info string has one, or says that it is the response to the block before.
 * Requests that succeed are shown in every language, too.
 */
rules.fence = (tokens, i, _options, env) => {
  const { info = '', content = '' } = tokens[i] ?? {};
  const [language = 'text', ...words] = info.trim().split(/\s+/);
  const code = (language === 'http' ? withSamples(content) : content).trimEnd();
  const { document, below } = env as unknown as Env;
  const fails = /^([45]|norun)/.test(words[0] ?? '');
  const request = document && !fails ? requestIn(language, content, document) : null;
  if (request) {
    const [curl, ...others] = examplesOf(request);
    const written =
      language === 'http' ? [{ label: 'HTTP', language, code }, curl] : [{ label: 'curl', language, code }];
    const examples = [...written, ...others].filter((one) => one !== undefined);
    return `${tabs(`example-${i}`, `Example: ${below}`, examples)}\n`;
  }
  const before = tokens[i - 1];
  const isResponse = language === 'json' && before?.type === 'fence' && /^(http|sh)\b/.test(before.info);
  const file = words.find((word) => /^[\w./[\]-]*\.\w+$/.test(word) && words[0] === word);
  return `${codeBlock(escapeHtml(language), code, isResponse ? 'Response' : file)}\n`;
};

const languageNames = /^(Node|Python|Go|PHP|Ruby):$/;

/** Joins blocks that follow each other, each after a paragraph that only names its language, into one of tabs. */
function groupedBlocks(tokens: Tokens): Tokens {
  const named = (i: number) =>
    tokens[i]?.type === 'paragraph_open' && tokens[i + 3]?.type === 'fence'
      ? languageNames.exec(tokens[i + 1]?.content ?? '')?.[1]
      : undefined;
  const out: Tokens = [];
  for (let i = 0; i < tokens.length; i++) {
    const blocks: Example[] = [];
    while (named(i + blocks.length * 4) !== undefined) {
      const at = i + blocks.length * 4;
      const { info = '', content = '' } = tokens[at + 3] ?? {};
      blocks.push({
        label: named(at) ?? '',
        language: info.trim().split(' ')[0] ?? '',
        code: content.trimEnd(),
      });
    }
    const token = tokens[i + (blocks.length > 1 ? 3 : 0)];
    if (!token) continue;
    if (blocks.length > 1) Object.assign(token, { type: 'tabs', meta: blocks });
    out.push(token);
    i += blocks.length > 1 ? blocks.length * 4 - 1 : 0;
  }
  return out;
}

rules.tabs = (tokens, i, _options, env) =>
  `${tabs(`languages-${i}`, `Example: ${(env as unknown as Env).below}`, tokens[i]?.meta as unknown as Example[])}\n`;

/** A markdown page as html, with ids on headings and links for this site. */
export function render(
  text: string,
  source: string,
  pages: readonly DocPage[],
  document?: ApiDocument,
): Rendered {
  // Comments are for tools that write tables. A page would show them as text.
  const tokens = md.parse(text.replace(/^<!--[\s\S]*?-->$/gm, ''), {});
  const headings = headingsOf(tokens);
  const [first] = tokens;
  // The frame has the h1.
  const isTitled = first?.type === 'heading_open' && first.tag === 'h1';
  const env: Env = { source, pages, headings: headings.slice(isTitled ? 1 : 0), below: '', id: '', document };
  env.below = headings[0]?.text ?? '';
  const shown = groupedBlocks(isTitled ? tokens.slice(3) : tokens);
  return {
    html: trusted(md.renderer.render(shown, md.options, env as unknown as Record<string, unknown>)),
    title: headings[0]?.text ?? source,
    headings,
    sections: sectionsOf(tokens, headings),
  };
}
