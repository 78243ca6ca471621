import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import { docPages } from '../../infra/docs/pages.ts';
import { faultsOf, isTooWide, launch, visit, type Weight } from './visits.ts';

/** Typing words in the search field finds sections, with and without script (D53). */
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
 * Checks every docs page in light and dark: axe (D43), no policy error, 100 KB for the first visit with 10 KB of
 * script (D53), and no wider than 320 px. Returns the heaviest.
 */
export async function checkDocs(program: string, origin: string): Promise<Weight & { path: string }> {
  const browser = await launch(program);
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
