import { freshAccount, testContext } from '../support/api.ts';
import { forExamples, ranExample } from '../support/example.ts';
import { optOutOf } from '../support/records.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();
const envOf = forExamples(ctx);

test('newsletter sends an issue once, in batches, and not to whoever left [D82]', async () => {
  const { account, api_key, domain } = await freshAccount(ctx);
  const client = sdkClient(ctx, api_key);
  const env = envOf(api_key, { MAIL_FROM: `news@${domain}`, ISSUE: '2026-11' });
  const list = Array.from({ length: 101 }, (_, i) => ({ email: `r${i}@example.net`, name: `R${i}` }));
  const first = await ranExample('newsletter/send.mjs', env, { input: list });
  expect(first.lines).toHaveLength(101);
  const ids = first.lines.map(({ id }) => id);
  expect(new Set(ids).size).toBe(101);
  // Run again after a crash, with the same responses.
  const again = await ranExample('newsletter/send.mjs', env, { input: list });
  expect(again.lines.map(({ id }) => id)).toEqual(ids);
  await ctx.opt_outs.create(
    { account: account.id, tenant: null },
    optOutOf(ctx, 'r7@example.net', 'newsletter'),
  );
  const next = await ranExample(
    'newsletter/send.mjs',
    { ...env, ISSUE: '2026-12' },
    { input: list.slice(0, 10) },
  );
  const refused = next.lines.filter(({ error }) => error !== undefined);
  expect(refused).toMatchObject([
    { email: 'r7@example.net', error: { details: { category_unsubscribed: ['r7@example.net'] } } },
  ]);
  const sent = await client.emails.get(String(ids[0]), { include: 'content' });
  expect(sent).toMatchObject({ category: 'newsletter', tags: [{ name: 'issue', value: '2026-11' }] });
  const unnamed = await ranExample('newsletter/send.mjs', { ...env, ISSUE: '' }, { input: list });
  expect([unnamed.code, unnamed.lines]).toEqual([2, []]);
});
