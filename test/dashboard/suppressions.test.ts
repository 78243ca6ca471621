import { testContext } from '../support/api.ts';
import { owner } from '../support/owner.ts';
import { suppressionOf } from '../support/records.ts';

const ctx = testContext();

test('suppressions: added, shown and removed by the pages', async () => {
  const { own, browser, call } = await owner(ctx);
  await browser.post('/suppressions/add', { ...own, email: 'gone@acme.test', note: 'asked' });
  expect((await browser.get('/suppressions')).text).toContain('gone@acme.test');
  await browser.post('/suppressions/remove', { ...own, email: 'gone@acme.test' });
  const { body } = await call('GET', '/suppressions');
  expect(body).toMatchObject({ suppressions: [] });
  expect((await browser.post('/suppressions/add', { ...own, email: 'x' })).status).toBe(400);
});

test('an entry shows its note and the email behind it [D24]', async () => {
  const { account, browser } = await owner(ctx);
  const email_id = ctx.runtime.id('msg');
  await ctx.suppressions.add(
    { account: account.id, tenant: null },
    suppressionOf(ctx, 'full@acme.test', { email_id, note: '552 full' }),
  );
  const { text } = await browser.get('/suppressions');
  expect({ email: text.includes(`/emails/${email_id}`), reply: text.includes('552 full') }).toEqual({
    email: true,
    reply: true,
  });
});
