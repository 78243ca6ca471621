import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { type Entry, listAccount } from '../support/lists.ts';

const ctx = testContext();
const setUp = () => listAccount(ctx);

test('Q30: the export is RFC 4180 with CRLF, newest first, and no cell computes', async () => {
  const { call } = await setUp();
  const created: unknown[] = [];
  for (const email of ['+a@x.example', '"b,c"@x.example']) {
    const { body } = await call('POST', '/suppressions', { body: { email, reason: 'bounce' } });
    created.unshift((body.suppression as Entry).created_at);
  }
  const { status, headers, text } = await call('GET', '/suppressions/export?tenant=*');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(text.split('\r\n')).toEqual([
    'email,reason,tenant,source,email_id,created_at',
    `"""b,c""@x.example",bounce,,api,,${created[0]}`,
    `'+a@x.example,bounce,,api,,${created[1]}`,
    '',
  ]);
});

test('Q30: more than 20,000 rows are a redirect to a file that anybody with the link can get for an hour', async () => {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const entry = (i: number) => ({
    id: ctx.runtime.id('sup'),
    email: `r${i}@x.example`,
    reason: 'manual' as const,
    tenant: null,
    source: 'api' as const,
    email_id: null,
    note: null,
    created_at: new Date().toISOString(),
  });
  const rows = 20_001;
  const suppressions = {
    ...ctx.suppressions,
    list: async (_list: unknown, page: { limit: number; before: string | null }) => {
      const from = Number(page.before ?? 0);
      const next = Math.min(rows, from + page.limit);
      const found = Array.from({ length: next - from }, (_, i) => entry(from + i));
      return { suppressions: found, next: next < rows ? String(next) : null };
    },
  };
  const call = inProcess({ ...ctx, suppressions }, suppressionRoutes, api_key);
  const answer = await call('GET', '/suppressions/export');
  expect([answer.status, answer.text]).toEqual([302, '']);
  const location = new URL(answer.headers.get('location') ?? '');
  expect(location.pathname).toContain(`/exports/${account.id}/`);
  expect(location.searchParams.get('X-Amz-Expires')).toBe('3600');
  const file = await fetch(location);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect((await file.text()).split('\r\n')).toHaveLength(rows + 2);
}, 30_000);
