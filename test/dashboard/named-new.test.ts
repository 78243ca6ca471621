import { testContext } from '../support/api.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

/** Lists whose objects are named by their makers. */
const cases = [
  ['/templates', { name: 'New', alias: 'new', subject: 'x', text: 'x' }],
  ['/tenants', { external_id: 'new', name: 'New' }],
] as const;

test.each(cases)('in %s, what is named `new` has a page [D23]', async (list, fields) => {
  const { own, browser } = await owner(ctx);
  const made = await browser.post(`${list}/new`, { ...own, ...fields });
  const [, link = ''] = (await browser.get(list)).text.match(/<td[^>]*><a href="([^"]+)"/) ?? [];
  for (const path of [made.location ?? '', link])
    expect(/<title>(.*) ·/.exec((await browser.get(path)).text)?.[1]).toBe(fields.name);
});
