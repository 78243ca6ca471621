import { freshAccount, testClock, testContext } from '../support/api.ts';
import { formsOf, signIn } from '../support/browser.ts';
import { indexesCaughtUp } from '../support/lag.ts';

test('D24: a value that is no address stays one value in the request that goes on with the file', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account } = await freshAccount(ctx, { domain: false });
  const browser = await signIn(ctx, account);
  const { add } = ctx.suppressions;
  // The first addresses take more time than a request has.
  ctx.suppressions.add = async (...input) => {
    clock.advance(20);
    return add(...input);
  };
  const addresses = Array.from({ length: 1_000 }, (_, i) => `a${i}@acme.test`);
  const left = ['"eve@acme.test, bob@acme.test"', '"ada@acme.test\r\nzoe@acme.test"', "''=x@acme.test"];
  const form = new FormData();
  form.set('account', account.id);
  form.set('file', new Blob([['email', ...addresses, ...left].join('\r\n')]), 'list.csv');
  const first = await browser.upload('/suppressions/import', form);
  expect(first.text).toContain('3 addresses are left.');
  const { fields = {} } = formsOf(first.text).find(({ action }) => action === '/suppressions/import') ?? {};
  const second = await browser.post('/suppressions/import', fields);
  const counts = ['Added', 'Failed'].map(
    (name) => new RegExp(`<dt>${name}</dt><dd>(\\d+)`).exec(second.text)?.[1],
  );
  expect([second.text.includes('The file is done.'), counts]).toEqual([true, ['1001', '2']]);
  await indexesCaughtUp();
  const listed = (await browser.get('/suppressions/export')).text;
  expect(['eve@', 'ada@', 'zoe@', "''=x@"].map((part) => listed.includes(part))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
