import { emailRoutes } from '../../functions/emails/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { OptOutCategory } from '../../shared/core/records/lists.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

const ctx = testContext();

/** An account with four of everything that is listed; every other one fits the filters below. */
async function four() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(
    ctx,
    [...emailRoutes, ...suppressionRoutes, ...templateRoutes, ...webhookRoutes],
    api_key,
  );
  const list = { account: account.id, tenant: null };
  const categories: OptOutCategory[] = ['product', 'newsletter'];
  for (let i = 0; i < 4; i++) {
    const category = categories[i % 2] as OptOutCategory;
    const email = `r${i}@x.example`;
    const [id, created_at] = [ctx.runtime.id('opt'), timestamp(ctx.runtime.now())];
    const entry = { id, email, category, tenant: null, email_id: null, source: 'link' as const, created_at };
    await Promise.all([
      ctx.opt_outs.create(list, entry),
      call('POST', '/templates', { body: { name: `t${i}`, subject: 's', text: 't', category } }),
      call('POST', '/suppressions', { body: { email, reason: i % 2 === 0 ? 'bounce' : 'manual' } }),
      call('POST', '/webhooks', { body: { url: 'https://receiver.invalid/hook' } }),
      call('POST', '/emails', {
        body: { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't' },
      }),
    ]);
  }
  return call;
}

let call: Awaited<ReturnType<typeof four>>;
beforeAll(async () => {
  call = await four();
});

test.each([
  ['/templates', 'limit=4', [4]],
  ['/templates', 'limit=2', [2, 2]],
  ['/templates', 'limit=3', [3, 1]],
  ['/templates', 'limit=2&category=product', [2]],
  ['/templates', 'limit=1&category=newsletter', [1, 1]],
  ['/templates', 'limit=4&status=draft', [4]],
  ['/opt-outs', 'limit=4', [4]],
  ['/opt-outs', 'limit=2', [2, 2]],
  ['/opt-outs', 'limit=2&category=product', [2]],
  ['/suppressions', 'limit=4', [4]],
  ['/suppressions', 'limit=2&reason=bounce', [2]],
  ['/webhooks', 'limit=4', [4]],
  ['/webhooks', 'limit=2', [2, 2]],
  ['/emails', 'limit=4', [4]],
  ['/emails', 'limit=2', [2, 2]],
])(
  'C5: GET %s?%s is pages of %j; after a page that is just full nothing is promised',
  async (path, query, sizes) => {
    const pages: number[] = [];
    const ids = new Set<string>();
    for (let cursor: unknown = ''; cursor !== null; ) {
      const { status, body } = await call('GET', `${path}?${query}${cursor && `&cursor=${cursor}`}`);
      expect([status, body.has_more]).toEqual([200, body.next_cursor !== null]);
      const records = body[path.slice(1).replace('-', '_')] as { id: string }[];
      for (const { id } of records) ids.add(id);
      pages.push(records.length);
      cursor = body.next_cursor;
    }
    expect(pages).toEqual(sizes);
    expect(ids.size).toBe(sizes.reduce((sum, size) => sum + size));
  },
);
