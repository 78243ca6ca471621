import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Violation = { id: string; impact: string | null; nodes: { target: string[] }[] };

/** The full path of a program on the PATH, because Playwright only takes files. */
const fileOf = (program: string): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file)) ?? program;

/** What axe rates as serious or critical on the open page (D43). */
export async function faultsOf(page: Page): Promise<string[]> {
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

export type Weight = { bytes: number; requests: number; script: number };

/** Opens a page and counts what a first visit loads, in transferred bytes. */
export async function visit(
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
export async function isTooWide(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 320, height: 800 });
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Tables that are partly out of view on a 1,280 px screen, and list rows whose state isn't visible at 375 px. */
export async function cutTables(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('.wide')].flatMap((one) =>
      one.scrollWidth > one.clientWidth ? [`1280: ${one.getAttribute('aria-label')}`] : [],
    ),
  );
  await page.setViewportSize({ width: 375, height: 800 });
  const narrow = await page.evaluate(() =>
    [...document.querySelectorAll('.list td .status')].flatMap((one) =>
      one.getBoundingClientRect().right > window.innerWidth ? [`375: ${one.textContent}`] : [],
    ),
  );
  return [...wide, ...narrow];
}

export const launch = (program: string) =>
  chromium.launch({ executablePath: fileOf(program), args: ['--no-sandbox'] });
