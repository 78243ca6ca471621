import { emailRoutes } from '../../functions/emails/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { travelBytes } from '../../shared/core/answer-size.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';

test('a page that one answer cannot carry is cut, and the cursor goes on from there [architecture 6]', async () => {
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
    const entries = Array.from({ length: size }, (_, i) => ({ ...one, id: String(from + i + 1) }) as never);
    return { entries, next: from + size < rows ? String(from + size) : null };
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

test('a batch tells the beginning of what was no address [H26]', async () => {
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

test('each item of a batch names the first hundred variables that it lacks, so that one answer carries all items [H15, Q23]', async () => {
  const ctx = testContext();
  const { api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, [...emailRoutes, ...templateRoutes], api_key);
  const names = Array.from({ length: 1_000 }, () => `a${ctx.runtime.secret(63, 'base62')}`);
  const text = names.map((name) => `{{${name}}}`).join(' ');
  await call('POST', '/templates', {
    body: { name: 'Many', alias: 'many', subject: 's', text, publish: true },
  });
  const email = { from: `a@${domain}`, to: 'ada@x.example', template: { id: 'many' } };
  const alone = await call('POST', '/emails', { body: email });
  expect(alone.body.error?.details?.missing_variables).toEqual(names);
  const batch = await call('POST', '/emails/batch', { body: { emails: Array(100).fill(email) } });
  const [first] = batch.body.data as {
    error: { details: { issues: object[]; missing_variables: string[] } };
  }[];
  expect(first?.error.details.missing_variables).toEqual(names.slice(0, 100));
  expect(first?.error.details.issues).toHaveLength(100);
  expect(travelBytes(batch.text)).toBeLessThan(6_000_000);
});

test('the name of a variable is cut in the path of its issue [C9]', async () => {
  const ctx = testContext();
  const { api_key, domain } = await freshAccount(ctx);
  const template = { id: 'x', variables: { ['n'.repeat(60_000)]: {} } };
  const body = { from: `a@${domain}`, to: 'ada@x.example', template };
  const answer = await inProcess(ctx, emailRoutes, api_key)('POST', '/emails', { body });
  expect(answer.body.error?.details).toMatchObject({
    issues: [{ path: `template.variables.${'n'.repeat(128)}`, rule: 'type' }],
  });
});
