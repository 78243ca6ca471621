import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import MiniSearch from 'minisearch';
import { iconStyles } from '../../functions/dashboard/assets/icons.ts';
import { indexOptions } from '../../functions/docs/find.ts';
import { type Site, type SiteFile, slots } from '../../functions/docs/site.ts';
import type { ApiDocument } from '../../packages/api-types/document.ts';
import { stylesOf } from '../esbuild-plugins.ts';
import { type AssetPaths, docFrame, type NavItem } from './frame.ts';
import { markup } from './html.ts';
import { type Rendered, render, type Section } from './markdown.ts';
import { docPages } from './pages.ts';
import { referenceHeadings, referenceList, referenceMarkdown, referencePages } from './reference.ts';

/** The browser's files besides pages. `search` is a module with a `load`. */
type BrowserFiles = { styles: string; script: string; search: string };

/** A null `source` means built from docs/openapi.json. A null `group` means absent from the navigation. */
type Built = Omit<NavItem, 'group'> & { group: string | null; source: string | null; page: Rendered };

const htmlFile = (text: string): SiteFile => ({ type: 'text/html; charset=utf-8', text });
const markdown = (text: string): SiteFile => ({ type: 'text/markdown; charset=utf-8', text });

/** Every page, its source, the search index, and the browser's files. */
export function buildSite(browser: BrowserFiles): Site {
  const pages = docPages();
  const document: ApiDocument = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  const written = pages.map(({ path, source, group }): Built => {
    const page = render(readFileSync(source, 'utf8'), source, pages, document);
    if (path === '/docs/api') {
      page.html = markup`${page.html}${referenceList(document)}`;
      page.headings.push(...referenceHeadings);
    }
    return { path, source, group, title: page.title, page };
  });
  const reference = referencePages(document);
  const made = reference.map((one): Built => ({ ...one, source: null, group: null }));
  const built = [...written, ...made];
  const nav = written.filter((one): one is Built & NavItem => one.group !== null);
  const index = indexOf(built);
  const named = namedFiles({ ...browser, index });
  const assets = Object.fromEntries(named.map(({ role, path }) => [role, path])) as AssetPaths;
  const all = { nav, reference, assets };
  const framed = ({ path, title, page: { html: content, headings }, source }: Built) => {
    const kind = path === '/docs' ? 'home' : source === null ? 'reference' : 'guide';
    return docFrame({ path, title, content, headings, source: sourcePath(path), kind }, all);
  };
  const files = [
    ...built.map((one) => [one.path, htmlFile(framed(one))] as const),
    ...pages.map(({ path, source }) => [sourcePath(path), markdown(readFileSync(source, 'utf8'))] as const),
    ...reference.map(
      ({ tag, path, title }) =>
        [sourcePath(path), markdown(referenceMarkdown(document, tag, title))] as const,
    ),
    ...pictures(built),
    ...named.map(({ path, file }) => [path, file] as const),
    ['/llms.txt', { type: 'text/plain; charset=utf-8', text: listing(nav, made) }] as const,
  ];
  const open = {
    title: slots.title,
    content: markup`${slots.content}`,
    path: '',
    headings: [],
    source: null,
  };
  const frame = docFrame({ ...open, kind: 'guide' }, all);
  const sources = [...nav, ...made].map(({ path }) => sourcePath(path));
  return {
    files: Object.fromEntries(files),
    frame,
    index: assets.index,
    texts: Object.fromEntries(sectionsOf(built).map(({ id, text }) => [id, text])),
    sources: ['/docs/index.md', ...sources],
  };
}

const sourcePath = (path: string) => (path === '/docs' ? '/docs/index.md' : `${path}.md`);

function namedFiles(texts: Record<keyof AssetPaths, string>) {
  const script = 'text/javascript; charset=utf-8';
  const types = {
    styles: ['css', 'text/css; charset=utf-8'],
    script: ['js', script],
    search: ['js', script],
    index: ['json', 'application/json'],
  } as const;
  return (Object.keys(types) as (keyof AssetPaths)[]).map((role) => {
    const [extension, type] = types[role];
    const text = texts[role];
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const file: SiteFile = { type, text, kept: true };
    return { role, path: `/docs/assets/${role}.${hash}.${extension}`, file };
  });
}

function pictures(built: Built[]): (readonly [string, SiteFile])[] {
  const shown = built.flatMap(({ page }) => [
    ...`${page.html}`.matchAll(/<img src="(\/docs\/[\w./-]+\.svg)"/g),
  ]);
  return shown
    .map(([, path = '']) => path)
    .filter((path) => existsSync(path.slice(1)))
    .map((path) => [path, { type: 'image/svg+xml', text: readFileSync(path.slice(1), 'utf8') }]);
}

const addressOf = (path: string, { id }: Section, first: boolean) => (first ? path : `${path}#${id}`);

const beginningOf = (text: string) =>
  text.length <= 80 ? text.trim() : `${text.slice(0, 80).replace(/\s+\S*$/, '')} …`;

/** What the search finds. It is for users, so it leaves out the page about the service's internals. */
const sectionsOf = (built: Built[]) =>
  built
    .filter(({ path }) => path !== '/docs/architecture')
    .flatMap(({ path, title, page }) =>
      page.sections.map((section, i) => ({
        id: addressOf(path, section, i === 0),
        title: section.title,
        page: title,
        text: section.text,
        about: beginningOf(section.text),
      })),
    );

function indexOf(built: Built[]): string {
  const engine = new MiniSearch(indexOptions);
  engine.addAll(sectionsOf(built));
  return JSON.stringify(engine);
}

const about = ({ page }: Built) => /^.*?\.(?=\s|$)/s.exec(page.sections[0]?.text ?? '')?.[0] ?? '';

/** `/llms.txt`: each page with its source and first sentence. */
function listing(written: (Built & NavItem)[], made: Built[]): string {
  const groups = [...Map.groupBy(written, ({ group }) => group)].filter(([group]) => group !== '');
  const lists = [...groups, ['Operations', made] as const].map(([group, items]) => {
    const lines = items.map(
      (one) =>
        `- [${one.title}]({dashboard_url}${sourcePath(one.path)}): ${about(one).replaceAll('\n', ' ')}`,
    );
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  const intro =
    '# Mailwright\n\n> Transactional email. Send over HTTP or SMTP, and get delivery events through webhooks.\n\n';
  const addresses =
    'The API is at {base_url}. Its OpenAPI document is at {base_url}/openapi.json. All pages in one file: {dashboard_url}/llms-full.txt.';
  return `${intro}${addresses}\n\n${lists.join('\n')}`;
}

/** The browser's files, minified: the dashboard's styles plus those for text pages, and the search. */
export async function browserFiles(): Promise<BrowserFiles> {
  const paths = ['functions/dashboard/assets/app.css', 'functions/docs/assets/docs.css'];
  const styles = [...(await Promise.all(paths.map(stylesOf))), iconStyles].join('');
  const script = await transform(await readFile('functions/docs/assets/docs.js', 'utf8'), { minify: true });
  const search = await build({
    entryPoints: ['functions/docs/assets/search.js'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  return { styles, script: script.code, search: search.outputFiles[0]?.text ?? '' };
}
