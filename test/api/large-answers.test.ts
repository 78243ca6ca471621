import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';

test('architecture 6: a page that one answer cannot carry is cut, and the cursor goes on from there', async () => {
  const { ctx, call, send } = await capturedAccount();
  const host = `${'h'.repeat(60)}.`.repeat(3);
  const to = Array.from(
    { length: 50 },
    (_, i) => `"${'😀'.repeat(200)}" <${'r'.repeat(50)}${i}@${host}example>`,
  );
  const id = await send({ to, reply_to: to.slice(0, 10) });
  const one = await ctx.emails.getMeta(id);
  const rows = 300;
  // An account whose every email is as large as an email may be: the verb is what is asked here.
  ctx.emails.list = async ({ limit, before }) => {
    const from = before === null ? 0 : Number(before);
    const size = Math.min(limit, rows - from);
    const emails = Array.from({ length: size }, (_, i) => ({ ...one, id: String(from + i + 1) }) as never);
    return { emails, next: from + size < rows ? String(from + size) : null };
  };
  const seen: string[] = [];
  let pages = 0;
  for (let cursor: unknown = ''; cursor !== null; pages++) {
    const { text, body } = await call('GET', `/emails?limit=100${cursor && `&cursor=${cursor}`}`);
    expect(Buffer.byteLength(JSON.stringify({ body: text }))).toBeLessThan(6 * 1024 * 1024);
    expect(body.has_more).toBe(body.next_cursor !== null);
    seen.push(...(body.emails as { id: string }[]).map((email) => email.id));
    cursor = body.next_cursor;
  }
  expect(pages).toBe(4);
  expect(seen).toEqual(Array.from({ length: rows }, (_, i) => String(i + 1)));
});

test('H26: a batch tells the beginning of what was no address', async () => {
  const ctx = testContext();
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, suppressionRoutes, api_key);
  const emails = Array.from({ length: 1_000 }, (_, i) => `${i} ${'x'.repeat(5_000)}`);
  const { status, text, body } = await call('POST', '/suppressions/batch', {
    body: { action: 'add', emails },
  });
  expect([status, (body.failed as unknown[]).length]).toEqual([200, 1_000]);
  expect(text.length).toBeLessThan(1_100_000);
});
