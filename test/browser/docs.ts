import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { docPages } from '../../infra/docs/pages.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Violation = { id: string; impact: string | null; nodes: { target: string[] }[] };

/** Where a program of the PATH is: Playwright takes files only. */
const fileOf = (program: string): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file)) ?? program;

/** What axe finds to be serious or critical on the page that is open (D43). */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async (values) => {
    const { axe: engine } = globalThis as unknown as { axe: { run: (options: object) => Promise<unknown> } };
    const { violations: found } = (await engine.run({ runOnly: values })) as { violations: Violation[] };
    return found;
  }, tags);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
    );
}

type Weight = { bytes: number; requests: number; script: number };

/** Opens a page and counts what a first visit loads; bytes as they were transferred. */
async function visit(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; weight: Weight; errors: string[] }> {
  const page = await context.newPage();
  const weight = { bytes: 0, requests: 0, script: 0 };
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const sized: Promise<void>[] = [];
  page.on('response', (response) => {
    const add = async () => {
      const { responseBodySize } = await response.request().sizes();
      weight.requests++;
      weight.bytes += responseBodySize;
      if (response.request().resourceType() === 'script') weight.script += responseBodySize;
    };
    sized.push(add());
  });
  await page.goto(url, { waitUntil: 'load' });
  await Promise.all(sized);
  return { page, weight, errors };
}

/** No page is wider than a narrow screen (D43). */
async function isTooWide(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 320, height: 800 });
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Words in the field find sections, with the script and without it (D53). */
async function search(context: BrowserContext, origin: string): Promise<void> {
  const { page } = await visit(context, `${origin}/docs`);
  await page.keyboard.press('/');
  await page.keyboard.type('rotate secret');
  const first = page.locator('.found a').first();
  await first.waitFor();
  assert.match((await first.getAttribute('href')) ?? '', /^\/docs\/webhooks#/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/search?q=rotate+secret');
  assert.ok((await page.locator('.results a').count()) > 0);
  await page.close();
}

/**
 * Every page of the documentation in light and dark: axe (D43), no error of the policy, 100 KB at first and 10 KB of script
 * (D53), no wider than 320 px. Returns the heaviest.
 */
export async function checkDocs(program: string, origin: string): Promise<Weight & { path: string }> {
  const browser = await chromium.launch({ executablePath: fileOf(program), args: ['--no-sandbox'] });
  const heaviest = { path: '', bytes: 0, requests: 0, script: 0 };
  const made = ['/docs/api/emails', '/docs/api/domains', '/docs/search?q=webhook', '/docs/no-such-page'];
  try {
    for (const path of [...docPages().map((one) => one.path), ...made]) {
      const context = await browser.newContext({ colorScheme: 'light' });
      const { page, weight, errors } = await visit(context, `${origin}${path}`);
      const refused = errors.filter((one) => !(path.endsWith('no-such-page') && one.includes('404')));
      const light = await faultsOf(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await faultsOf(page);
      assert.deepEqual([path, refused, light, dark, await isTooWide(page)], [path, [], [], [], false]);
      assert.ok(weight.bytes <= 100_000 && weight.script <= 10_000, `${path}: ${JSON.stringify(weight)}`);
      if (weight.bytes > heaviest.bytes) Object.assign(heaviest, { path, ...weight });
      await context.close();
    }
    const context = await browser.newContext();
    await search(context, origin);
    return heaviest;
  } finally {
    await browser.close();
  }
}
