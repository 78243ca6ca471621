import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More than any page has of what takes the focus. */
const most = 300;

/** A page that is used by its keyboard alone (D43). */
export function keyboardOf(page: Page) {
  const { keyboard } = page;
  const focused = (target: Locator) => target.first().evaluate((one) => one === document.activeElement);

  /** Tab, until it has the focus; whoever looks must see where that is. */
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

  /** What is asked over the page is all that can be used meanwhile (D32). */
  const place = async () =>
    page.getByRole((await page.locator('dialog[open]').count()) > 0 ? 'dialog' : 'main');

  /** Enter on a button or link, by its name. */
  async function press(name: string, role: 'button' | 'link' = 'button'): Promise<void> {
    await to((await place()).getByRole(role, { name, exact: true }));
    await keyboard.press('Enter');
  }

  /** Types in a field what takes the place of its text; a choice is found by how it begins. */
  async function fill(label: string, text: string): Promise<void> {
    const field = (await place()).getByLabel(label, { exact: true });
    await to(field);
    const isChoice = await field.first().evaluate(({ tagName }) => tagName === 'SELECT');
    if (!isChoice) await keyboard.press('ControlOrMeta+A');
    await keyboard.type(text);
  }

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  /** What a page says after something was done. */
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  return { to, press, fill, heading, says, enter: () => keyboard.press('Enter') };
}
