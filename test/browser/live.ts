import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import type { StackFile } from '../../localstack/environment.ts';
import { apiOf } from './objects.ts';

type World = { context: BrowserContext; stack: StackFile };

const every_ms = 3_000;

/** An email that waits until tomorrow, and its page, whose clock moves only when a test says so. */
async function waiting({ context, stack }: World) {
  const api = apiOf(stack);
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const from = `a@${stack.sending_domain}`;
  const { id } = await api('POST', '/emails', {
    from,
    to: 'b@acme.test',
    subject: 's',
    text: 't',
    scheduled_at,
  });
  const path = `/emails/${id}`;
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${stack.dashboard_url}${path}`);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(path)) asked++;
  });
  /** Waits until the response of one refresh is shown. Its request may be told of after the clock has moved. */
  const next = async () => {
    await page.clock.runFor(every_ms);
    await page.locator('#state:not([aria-busy])').waitFor();
  };
  return { api, path, page, next, asked: () => asked };
}

/** D41: every 3 s for two minutes, then never. */
async function endsAfterTwoMinutes(world: World): Promise<void> {
  const { page, next, asked } = await waiting(world);
  for (let i = 0; i < 50; i++) await next();
  assert.equal(asked(), 120_000 / every_ms);
  await page.close();
}

async function showHidden(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

async function restsWhileHidden(world: World): Promise<void> {
  const { page, next, asked } = await waiting(world);
  await next();
  assert.equal(asked(), 1);
  await showHidden(page, 'hidden');
  for (let i = 0; i < 5; i++) await next();
  assert.equal(asked(), 1);
  await showHidden(page, 'visible');
  await next();
  assert.equal(asked(), 2);
  await page.close();
}

/**
 * Changes are announced in one line. If the focused element disappears, the h1 gets the focus. A final state isn't
 * requested again.
 */
async function saysWhatIsNew(world: World): Promise<void> {
  const { api, path, page, next, asked } = await waiting(world);
  await page.locator('#state button.copy').first().focus();
  await api('PATCH', path, { cancel: true });
  await next();
  await page.locator('#now[data-final]').waitFor();
  assert.equal(await page.locator('#news').textContent(), 'Status: cancelled');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  const before = asked();
  for (let i = 0; i < 3; i++) await next();
  assert.equal(asked(), before);
  await page.close();
}

/** An unchanged part stays in place, with its focus and scroll position. */
async function leavesWhatIsTheSame(world: World): Promise<void> {
  const { page, next } = await waiting(world);
  await page.setViewportSize({ width: 800, height: 300 });
  const top = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo(0, 200));
  const before = await top();
  assert.ok(before > 0);
  await next();
  assert.equal(await top(), before);
  const button = page.locator('#state button.copy').first();
  await button.focus();
  await next();
  assert.equal(await button.evaluate((one) => one === document.activeElement), true);
  await page.close();
}

/** A focused element outside the part keeps the focus. */
async function leavesTheFocus(world: World): Promise<void> {
  const { page, next } = await waiting(world);
  const field = page.getByLabel('New time');
  const time = '2030-01-02T03:04:05';
  await field.fill(time);
  await next();
  assert.equal(await field.evaluate((one) => one === document.activeElement), true);
  assert.equal(await field.inputValue(), time);
  await page.close();
}

/** Without a session, a part leads to the sign-in page (D12). */
async function leadsToTheSignIn({ stack, context }: World): Promise<void> {
  const other = await context.browser()?.newContext({ storageState: await context.storageState() });
  if (other === undefined) throw new Error('no browser');
  const { page } = await waiting({ stack, context: other });
  await other.clearCookies();
  await page.clock.runFor(every_ms);
  await page.waitForURL('**/sign-in');
  await other.close();
}

/** Parts that refresh (D41). */
export async function checkLiveParts(world: World): Promise<void> {
  await saysWhatIsNew(world);
  await endsAfterTwoMinutes(world);
  await restsWhileHidden(world);
  await leavesWhatIsTheSame(world);
  await leavesTheFocus(world);
  await leadsToTheSignIn(world);
}
