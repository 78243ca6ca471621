import assert from 'node:assert/strict';
import { keyboardOf } from './keyboard.ts';
import { faultsOf, isTooWide, launch, visit } from './visits.ts';

/**
 * `node test/browser/quick.ts <chromium> <sign-in link> <domain>` checks one page of each kind, in light only (D43,
 * D46).
 */
const [program = '', signIn = '', domain = ''] = process.argv.slice(2);
const { origin } = new URL(signIn);
const browser = await launch(program);
try {
  const context = await browser.newContext({ colorScheme: 'light' });
  const { page: asking } = await visit(context, signIn);
  assert.deepEqual([signIn, await faultsOf(asking)], [signIn, []]);
  await asking.getByRole('button', { name: 'Sign in' }).click();
  await asking.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  for (const path of ['/', '/emails', '/automations/new', `/domains/${domain}`, '/docs/quick-start']) {
    const { page, errors } = await visit(context, `${origin}${path}`);
    assert.deepEqual([path, errors, await faultsOf(page), await isTooWide(page)], [path, [], [], false]);
    await page.close();
  }
  // D40: a time is local, with its distance, and in UTC in its title.
  const { page: times } = await visit(context, `${origin}/api-keys`);
  const time = times.getByRole('table').locator('time').last();
  assert.match((await time.textContent()) ?? '', /ago|now/);
  assert.match((await time.getAttribute('title')) ?? '', /Z$/);
  // D85: one switch shows all times in UTC.
  await times.locator('.account summary').click();
  await times.getByRole('button', { name: 'UTC' }).click();
  await times.locator('html[data-times="utc"]').waitFor();
  assert.match((await times.getByRole('table').locator('time').last().textContent()) ?? '', /\d UTC/);
  // D90: the palette keeps the focus in its field, and Escape leaves the page unchanged.
  await times.keyboard.press('/');
  await times.getByRole('option', { name: 'Create an API key' }).waitFor();
  assert.deepEqual(await faultsOf(times), []);
  assert.equal(await times.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox');
  await times.keyboard.press('Escape');
  assert.equal(await times.locator('dialog[open]').count(), 0);
  // D32: a dialog. Escape and Back leave the page unchanged, with the focus where it was.
  const { page, errors } = await visit(context, `${origin}/domains/${domain}`);
  const [keys, link] = [keyboardOf(page), page.getByRole('main').getByRole('link', { name: 'Delete' })];
  for (const leave of [() => page.keyboard.press('Escape'), () => keys.press('Back', 'link')]) {
    await keys.to(link);
    await keys.enter();
    await keys.heading(`Delete ${domain}`);
    assert.deepEqual([errors, await faultsOf(page)], [[], []]);
    await leave();
    await keys.heading(domain);
    assert.ok(await link.evaluate((one) => one === document.activeElement));
  }
  await keys.enter();
  await keys.heading(`Delete ${domain}`);
  await keys.fill('Confirm the domain name', 'another.test');
  await keys.press('Delete');
  await page.getByRole('alert').waitFor();
  assert.equal(new URL(page.url()).pathname.endsWith('/delete'), true);
} finally {
  await browser.close();
}
