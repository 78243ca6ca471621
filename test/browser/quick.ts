import assert from 'node:assert/strict';
import { faultsOf, isTooWide, launch, visit } from './visits.ts';

/** `node test/browser/quick.ts <chromium> <link that signs in> <domain>`: one page of each kind, light only (D43, D46). */
const [program = '', link = '', domain = ''] = process.argv.slice(2);
const { origin } = new URL(link);
const browser = await launch(program);
try {
  const context = await browser.newContext({ colorScheme: 'light' });
  const { page: asking } = await visit(context, link);
  assert.deepEqual([link, await faultsOf(asking)], [link, []]);
  await asking.getByRole('button', { name: 'Sign in' }).click();
  await asking.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  for (const path of ['/', '/emails', '/automations/new', `/domains/${domain}`, '/docs/quick-start']) {
    const { page, errors } = await visit(context, `${origin}${path}`);
    assert.deepEqual([path, errors, await faultsOf(page), await isTooWide(page)], [path, [], [], false]);
    await page.close();
  }
} finally {
  await browser.close();
}
