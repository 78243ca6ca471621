import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More than any page has focusable elements. */
const most = 300;

/** Uses a page by keyboard alone (D43). */
export function keyboardOf(page: Page) {
  const { keyboard } = page;
  const focused = (target: Locator) => target.first().evaluate((one) => one === document.activeElement);

  /** Presses Tab until the element has the focus, which must be visible. */
  async function to(target: Locator): Promise<void> {
    await target.first().waitFor();
    for (let i = 0; i < most && !(await focused(target)); i++) await keyboard.press('Tab');
    const outline = await target
      .first()
      .evaluate((one) =>
        one === document.activeElement ? getComputedStyle(one).outlineStyle : 'not reached',
      );
    assert.ok(!['none', 'not reached'].includes(outline), `${target}: focus ${outline}`);
  }

  /** While a dialog is open, nothing else can be used (D32). */
  const place = async () =>
    page.getByRole((await page.locator('dialog[open]').count()) > 0 ? 'dialog' : 'main');

  /** Presses Enter on a button or link, by name. */
  async function press(name: string, role: 'button' | 'link' = 'button'): Promise<void> {
    await to((await place()).getByRole(role, { name, exact: true }));
    await keyboard.press('Enter');
  }

  /** Replaces the text of a field. A choice is found by its prefix. */
  async function fill(label: string, text: string): Promise<void> {
    const field = (await place()).getByLabel(label, { exact: true });
    await to(field);
    const isChoice = await field.first().evaluate(({ tagName }) => tagName === 'SELECT');
    if (!isChoice) await keyboard.press('ControlOrMeta+A');
    await keyboard.type(text);
  }

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  /** What a page says after an action. */
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  return { to, press, fill, heading, says, enter: () => keyboard.press('Enter') };
}
