import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { suppressionOf } from '../support/records.ts';

const ctx = testContext();

async function world() {
  const { account, api_key } = await freshAccount(ctx);
  return { account, api_key, browser: await signIn(ctx, account) };
}

test('suppressions: added, shown and removed by the pages', async () => {
  const { account, api_key, browser } = await world();
  await browser.post('/suppressions/add', { account: account.id, email: 'gone@acme.test', note: 'asked' });
  expect((await browser.get('/suppressions')).text).toContain('gone@acme.test');
  await browser.post('/suppressions/remove', { account: account.id, email: 'gone@acme.test' });
  const { body } = await inProcess(ctx, suppressionRoutes, api_key)('GET', '/suppressions');
  expect(body).toMatchObject({ suppressions: [] });
  expect((await browser.post('/suppressions/add', { account: account.id, email: 'x' })).status).toBe(400);
});

test('an entry shows its note and the email behind it [D24]', async () => {
  const { account, browser } = await world();
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
