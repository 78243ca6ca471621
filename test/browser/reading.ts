import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { apiOf } from './objects.ts';
import { open, type Story } from './story.ts';

/** Enter shows a tab in place, and the focus stays on the tab. The preview changes its mode in place. */
export async function readsInTabs(story: Story): Promise<void> {
  const from = `a@${story.stack.sending_domain}`;
  const email = { from, to: 'b@acme.test', subject: 'In tabs', text: 'Plain', html: '<p>Rich</p>' };
  const { id } = await apiOf(story.stack)('POST', '/emails', email);
  const { page, keys } = await open(story, `/emails/${id}`);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const isFocused = (name: string) =>
    until(
      () =>
        page.evaluate((text) => {
          const { activeElement: one } = document;
          return one?.textContent === text && one.hasAttribute('aria-current');
        }, name),
      { what: `the focus on ${name}` },
    );
  await keys.press('HTML', 'link');
  await page.getByText('<p>Rich</p>').waitFor();
  await isFocused('HTML');
  await keys.press('Text', 'link');
  await page.getByText('Plain').waitFor();
  await isFocused('Text');
  assert.equal(new URL(page.url()).searchParams.get('view'), 'text');
  await keys.press('Preview', 'link');
  await isFocused('Preview');
  await keys.to(page.getByRole('radio', { name: 'Light' }));
  await page.keyboard.press('ArrowRight');
  await page.frameLocator('.stage iframe.dark').getByText('Rich').waitFor();
  assert.deepEqual(loads, []);
  await page.close();
}

/** A click anywhere in a list's row opens its email. Selecting text, and the row's other links, do not. */
export async function opensARow(story: Story): Promise<void> {
  const from = `a@${story.stack.sending_domain}`;
  const subject = 'From its row';
  const body = { from, to: 'row@acme.test', subject, text: 'Plain' };
  await apiOf(story.stack)('POST', '/emails', body);
  const { page, keys } = await open(story, '/emails?to=row@acme.test');
  const address = page.getByRole('row').filter({ hasText: subject }).first().getByText('row@acme.test');
  const box = await address.boundingBox();
  if (box === null) throw new Error('no address');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 20, box.y + box.height / 2);
  await page.mouse.up();
  assert.equal(await page.evaluate(() => String(getSelection()).trim()), 'row@acme.test');
  await keys.heading('Emails');
  await page.getByRole('heading', { level: 1 }).click();
  await address.click();
  await keys.heading(subject);
  await page.close();
}

/** The palette searches once per word, skips single characters, and reuses results. 429 gets a calm message. */
export async function searchesSparingly(story: Story): Promise<void> {
  const { page } = await open(story, '/emails');
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/search') asked.push(searchParams.get('q'));
  });
  const says = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Send an email' }).waitFor();
  await page.keyboard.type('b');
  await says('Type at least 2 characters.');
  // In one turn, because a busy machine may pause between keys.
  await page.locator('#palette-q').evaluate((field: HTMLInputElement) => {
    for (const key of 'illing') {
      field.value += key;
      field.dispatchEvent(new Event('input'));
    }
  });
  await page.getByRole('option', { name: 'Plan and limits' }).waitFor();
  await page.keyboard.insertText('zz');
  await says('Nothing found');
  await page.locator('#palette-q').fill('billing');
  await page.getByRole('option', { name: 'Plan and limits' }).waitFor();
  assert.deepEqual(asked, ['', 'billing', 'billingzz']);
  await page.route('**/search?**', (route) => route.fulfill({ status: 429, body: '' }), { times: 1 });
  await page.keyboard.type('!');
  await says('Too many searches at once.');
  await page.close();
}

/** D84, D85: the theme and the time zone, from the account menu, which Escape closes. */
export async function choosesAThemeAndUtc(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/api-keys');
  const menu = page.locator('.account summary');
  const choose = async (name: string) => {
    await keys.to(menu);
    await keys.enter();
    await keys.to(page.locator('.account').getByRole('button', { name }));
    await keys.enter();
  };
  await choose('Dark');
  await page.locator('html[data-theme="dark"]').waitFor();
  await choose('UTC');
  await page.locator('html[data-times="utc"]').waitFor();
  assert.match((await page.getByRole('table').locator('time').last().textContent()) ?? '', /\d UTC/);
  await choose('Local');
  await page.locator('html:not([data-times])').waitFor();
  await choose('System');
  await page.locator('html:not([data-theme])').waitFor();
  await keys.to(menu);
  await keys.enter();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.account[open]').count(), 0);
  await page.close();
}

/** Each number of the metrics leads to its emails (D86). */
export async function opensANumber(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/metrics');
  await keys.press('7 days', 'link');
  await page.waitForURL('**/metrics?days=7');
  await keys.press('Mailbox provider', 'link');
  const table = page.getByRole('table', { name: 'Results by mailbox provider' });
  const number = table.getByRole('link').first();
  await keys.to(number);
  await keys.enter();
  await keys.heading('Emails');
  assert.ok((await page.getByRole('row').count()) > 1);
  await page.close();
}
