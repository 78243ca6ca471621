import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { StackFile } from '../../localstack/environment.ts';
import type { Steps } from '../../localstack/steps.ts';
import { checkLiveParts } from './live.ts';
import { apiOf, makeObjects, pagesOf } from './objects.ts';
import { checkProviderSignIn } from './provider-sign-in.ts';
import { stories } from './stories.ts';
import type { Provider } from './story.ts';
import { cutTables, faultsOf, isTooWide, launch, visit, type Weight } from './visits.ts';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
type World = { browser: Browser; session: Session; stack: StackFile; folder: string };

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const { page } = await visit(context, url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.close();
}

/** Expected errors: those of an unknown page, and of what the sandbox of an email's frame blocks. */
const isExpected = (path: string, error: string): boolean =>
  (path.endsWith('no-such-page') && error.includes('404')) ||
  /\/content(?:\?background=\w+)?' because the document's frame is sandboxed/.test(error) ||
  error.includes('"img-src data: https:"') ||
  error.includes('"img-src data:"');

/** Pictures of the page in both color schemes and three widths, to look at (D44). */
async function keepPictures(page: Page, folder: string, path: string): Promise<void> {
  const name = path
    .replace(/\w+_[0-9a-z]{26}/g, 'id')
    .replace(/[^a-z0-9-]+/gi, '_')
    .slice(0, 60);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
}

/** What a page lets you read and do. Copy buttons exist only with script. */
const shapeOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const fields = all('input, select, textarea').map(
      (one) => `${one.tagName} ${one.getAttribute('type')} ${one.getAttribute('name')}`,
    );
    const buttons = all('button:not(.copy)').map((one) => `button ${one.textContent}`);
    return [`${all('tr').length} rows`, `${all('a').length} links`, ...fields, ...buttons];
  });

/** Rows, fields, and buttons are the same with script off (D37). */
async function compareWithoutScript({ browser, session, stack }: World, path: string, page: Page) {
  const context = await browser.newContext({ storageState: session, javaScriptEnabled: false });
  const { page: plain } = await visit(context, `${stack.dashboard_url}${path}`);
  assert.deepEqual([path, await shapeOf(plain)], [path, await shapeOf(page)]);
  await context.close();
}

/**
 * One page in light and dark: axe, the content policy, requests to other hosts, narrow screens, weight, and without
 * script.
 */
async function checkPage(world: World, path: string): Promise<Weight> {
  const { browser, session, stack, folder } = world;
  const origin = stack.dashboard_url;
  const context = await browser.newContext({ colorScheme: 'light', storageState: session });
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const isOfFrame = request.frame().parentFrame() !== null;
    if (!isOfFrame && !request.url().startsWith(origin)) elsewhere.push(request.url());
  });
  const { page, weight, errors } = await visit(context, `${origin}${path}`);
  const refused = errors.filter((one) => !isExpected(path, one));
  const light = await faultsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faultsOf(page);
  assert.deepEqual(
    [path, refused, elsewhere, light, dark, await isTooWide(page), await cutTables(page)],
    [path, [], [], [], [], false, []],
  );
  assert.ok(
    weight.bytes <= 100_000 && weight.script <= 30_000 && weight.requests <= 8,
    `${path}: ${JSON.stringify(weight)}`,
  );
  await compareWithoutScript(world, path, page);
  await keepPictures(page, folder, path);
  await context.close();
  return weight;
}

/** Checks every page and returns the heaviest (D42). */
async function checkPages(world: World, paths: string[]): Promise<Weight & { path: string }> {
  const heaviest = { path: '', bytes: 0, requests: 0, script: 0 };
  for (const path of paths) {
    const weight = await checkPage(world, path);
    if (weight.bytes > heaviest.bytes) Object.assign(heaviest, { path, ...weight });
  }
  return heaviest;
}

/** The sign-in page and its errors, with nobody signed in. */
async function checkSignIn(browser: Browser, origin: string): Promise<void> {
  for (const path of ['/sign-in', '/sign-in/check', `/sign-in/${'a'.repeat(43)}`]) {
    const context = await browser.newContext();
    const { page } = await visit(context, `${origin}${path}`);
    assert.deepEqual([path, await faultsOf(page), await isTooWide(page)], [path, [], false]);
    await context.close();
  }
}

/** The page of the domain that a story has set up, during a key rotation. */
async function rotating(stack: StackFile): Promise<string> {
  const api = apiOf(stack);
  const { domains } = (await api('GET', '/domains?status=verified')) as { domains: { name: string }[] };
  const own = domains.find(({ name }) => name.startsWith('k'))?.name;
  await api('POST', `/domains/${own}/rotate-dkim`);
  return `/domains/${own}`;
}

/** Checks the dashboard in a browser (D41-D44). Pictures go to `folder`. */
export async function checkDashboard(
  program: string,
  { stack, provider, folder, steps }: { stack: StackFile; provider: Provider; folder: string; steps: Steps },
): Promise<Weight & { path: string; pages: number }> {
  mkdirSync(folder, { recursive: true });
  const browser = await launch(program);
  try {
    await checkSignIn(browser, stack.dashboard_url);
    await checkProviderSignIn(browser, stack.dashboard_url);
    const context = await browser.newContext();
    await signIn(context, stack.sign_in_url ?? '');
    const session = await context.storageState();
    for (const [name, story] of Object.entries(stories))
      await steps.run(`by keyboard: ${name}`, () => story({ context, stack, provider }));
    await steps.run('parts that refresh', () => checkLiveParts({ context, stack }));
    const world = { browser, session, stack, folder };
    const paths = [...(await pagesOf(await makeObjects(stack))), '/no-such-page'];
    const heaviest = await steps.run('every page', () => checkPages(world, paths));
    await checkPage(world, await rotating(stack));
    return { ...heaviest, pages: paths.length };
  } finally {
    await browser.close();
  }
}
