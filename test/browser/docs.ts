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

/** A language is chosen by keyboard, on all examples, and remembered. A block and a page are copied as they are. */
async function languages(context: BrowserContext, origin: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const { page } = await visit(context, `${origin}/docs/api/emails`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.locator('.tabs input').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.locator('pre.python').last().isVisible());
  assert.equal(await page.locator('pre.sh:visible').count(), 0);
  await page.locator('.tabs .copy').first().click();
  assert.match(await copied(), /^import os\n\nimport requests\n/);
  await page.goto(`${origin}/docs/sending`);
  assert.ok(await page.locator('.tabs pre.python').first().isVisible());
  await page.getByRole('button', { name: 'Copy page as Markdown' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(await copied(), /^# Sending email\n/);
  await page.close();
}

/** The contents mark the section that is read. On a phone, the navigation is a drawer that Escape closes. */
async function finding(context: BrowserContext, origin: string): Promise<void> {
  const { page } = await visit(context, `${origin}/docs/webhooks`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Rotate the secret').click();
  await page.locator('.contents [aria-current]', { hasText: 'Rotate the secret' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole('navigation', { name: 'Main' });
  assert.equal(await menu.isVisible(), false);
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.ok(await menu.isVisible());
  assert.deepEqual([await faultsOf(page), await isTooWide(page)], [[], false]);
  await page.keyboard.press('Escape');
  assert.equal(await menu.isVisible(), false);
  await page.close();
}

/** Without script, tabs and the drawer work, and no button is shown that would do nothing. */
async function withoutScript(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/docs/api/emails`);
  await page.getByRole('radio', { name: 'Go' }).first().check();
  assert.ok(await page.locator('pre.go').first().isVisible());
  assert.equal(await page.locator('.copy, [data-source]:visible').count(), 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.ok(await page.getByRole('navigation', { name: 'Main' }).isVisible());
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
    await languages(context, origin);
    await finding(context, origin);
    await withoutScript(await browser.newContext({ javaScriptEnabled: false }), origin);
    return heaviest;
  } finally {
    await browser.close();
  }
}
