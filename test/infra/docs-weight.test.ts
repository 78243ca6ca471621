import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { openSite } from '../../functions/docs/packed.ts';
import type { Site } from '../../functions/docs/site.ts';
import { ensureBundles } from './templates.ts';

let site: Site;
beforeAll(() => {
  ensureBundles();
  expect(existsSync('.build/docs/site.json')).toBe(true);
  site = openSite(readFileSync('.build/docs/site.json', 'latin1'));
});

const bytesOf = (path: string) => gzipSync(site.files[path]?.text ?? '').length;
const asset = (role: string) =>
  Object.keys(site.files).find((path) => path.startsWith(`/docs/assets/${role}.`)) ?? '';

test('the first visit of a page is at most 100 KB, with at most 10 KB of script [D53]', () => {
  const pages = Object.entries(site.files).filter(([, { type }]) => type.startsWith('text/html'));
  expect(pages.length).toBeGreaterThan(40);
  const common = bytesOf(asset('styles')) + bytesOf(asset('script'));
  for (const [path] of pages)
    expect({ path, light: bytesOf(path) + common <= 100_000 }).toEqual({ path, light: true });
  expect(bytesOf(asset('script'))).toBeLessThanOrEqual(10_000);
});

test('the search and its index are files of their own, which a page only names [D53]', () => {
  expect(bytesOf(asset('search'))).toBeLessThanOrEqual(8_000);
  expect(bytesOf(asset('index'))).toBeLessThanOrEqual(100_000);
  const page = site.files['/docs/webhooks']?.text ?? '';
  expect(page).not.toMatch(/<(?:script|link)[^>]+assets\/(?:search|index)\./);
  expect(page).toContain(`data-search="${asset('search')}" data-index="${asset('index')}"`);
});

test('what the function parses when it starts is ASCII, and less than half of the texts', () => {
  const json = readFileSync('.build/docs/site.json', 'latin1');
  expect(json).toMatch(/^[ -~]+$/);
  const texts = Object.values(site.files).reduce((sum, { text }) => sum + text.length, 0);
  expect(json.length).toBeLessThan(texts / 2);
});
