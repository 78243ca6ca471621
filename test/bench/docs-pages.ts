import type { StackFile } from '../../localstack/environment.ts';
import { type Ask, bytesOf, kb, median, openBundle, textOf } from './pages.ts';
import type { Table } from './report.ts';

type DocsPage = { path: string; html: number; first: number; script: number; requests: number; ms: number };

/** Of D53; script before the search is used. */
const budget = { first: 100_000, requests: 8, script: 10_000, ms: 150 };
const counted = 10;

/** What a browser loads with a page: styles, scripts and pictures of this host. */
const loadedBy = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<(?:link[^>]* rel="stylesheet"|script|img)[^>]*? (?:href|src)="(\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    ),
  ),
];

async function measurePage(ask: Ask, path: string): Promise<DocsPage> {
  const times: number[] = [];
  const get = async (one: string) => {
    const answer = await ask('GET', one);
    if (answer.statusCode !== 200) throw new Error(`${one} answered ${answer.statusCode}`);
    return answer;
  };
  const html = await get(path);
  for (let i = 0; i < counted; i++) {
    const began = performance.now();
    await get(path);
    times.push(performance.now() - began);
  }
  const parts = await Promise.all(
    loadedBy(textOf(html)).map(async (part) => ({ part, bytes: bytesOf(await get(part)).length })),
  );
  const sum = (of: typeof parts) => of.reduce((total, { bytes }) => total + bytes, 0);
  const own = bytesOf(html).length;
  return {
    path,
    html: own,
    first: own + sum(parts),
    requests: 1 + parts.length,
    ms: median(times),
    script: sum(parts.filter(({ part }) => part.endsWith('.js'))),
  };
}

/** What D53 bounds, of every page that the list for machines names. */
export async function measureDocs(
  stack: StackFile,
  environment: Record<string, string>,
): Promise<DocsPage[]> {
  Object.assign(process.env, environment);
  const ask = await openBundle('docs', stack, 'docs', []);
  const listed = textOf(await ask('GET', '/llms.txt')).matchAll(/(\/docs\/[\w/-]+)\.md/g);
  const paths = [...new Set(['/docs', ...[...listed].map(([, path = '']) => path)])];
  const pages: DocsPage[] = [];
  for (const path of paths) pages.push(await measurePage(ask, path));
  return pages;
}

export const docsTable = (pages: DocsPage[]): Table => ({
  title: 'Pages of the documentation',
  about: `By the bundle that Lambda loads; the median of ${counted} of a warm process. KB as they are transferred (gzip); the index of the search is
loaded when its field is used. Budgets (D53): ${budget.first / 1000} KB, ${budget.requests} requests, ${budget.script / 1000} KB of script, ${budget.ms} ms. Written by \`npm run bench -- --pages --write\`.`,
  head: ['page', 'html KB', 'first visit KB', 'script KB', 'requests', 'server ms', ''],
  rows: pages.map((page) => {
    const over = (['first', 'requests', 'script', 'ms'] as const).some((name) => page[name] > budget[name]);
    const sizes = [page.html, page.first, page.script].map(kb);
    return [page.path, ...sizes, String(page.requests), page.ms.toFixed(1), over ? 'OVER' : 'ok'];
  }),
});
