import { fitsLambda } from '../../localstack/direct-invoke.ts';
import { toResult } from '../../shared/http/api-gateway.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { formsOf, signIn } from '../support/browser.ts';

const mb2 = 2 * 1024 * 1024;

/** Text that cannot be compressed below three quarters, as that of pictures is. */
const base64 = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
    .toString('base64')
    .repeat(Math.ceil(bytes / 87_384))
    .slice(0, bytes);

const whole = { kept: true, fits: true };

async function world() {
  const ctx = testContext();
  const { account } = await freshAccount(ctx);
  const browser = await signIn(ctx, account);
  const { text } = await browser.get('/templates/new');
  const own = formsOf(text).find(({ action }) => action === '/templates/new')?.fields;

  function send(action: string, values: Record<string, string>) {
    const parts = new FormData();
    for (const [name, value] of Object.entries({ ...own, ...values })) parts.set(name, value);
    return browser.upload(action, parts);
  }
  /** Whether the form of the draft has these texts, and Lambda answers with its page. */
  async function read(page: string, { html, text }: { html: string; text: string }) {
    const result = await toResult(new Response(page));
    const form = formsOf(page).find(({ action }) => action.endsWith('/save'));
    const kept = form?.fields.html === html && form.fields.text === text;
    return { kept, fits: fitsLambda(result, Buffer.from(result.body), true) };
  }
  const shown = async (texts: { html: string; text: string }) =>
    read((await browser.get('/templates/large')).text, texts);
  return { ctx, account, browser, own, send, read, shown };
}

test('the page of a draft of 2 MB of html and 2 MB of text is one that Lambda answers with [D24, H6]', async () => {
  const { ctx, account, browser, own, send, read, shown } = await world();
  const first = { html: base64(mb2), text: base64(mb2) };
  const made = await send('/templates/new', { name: 'Large', subject: 'Hello', ...first });
  expect(made.status).toBe(303);
  const template = await ctx.templates.get(account.id, 'large');
  expect((await browser.post(`/templates/${template?.id}/publish`, own)).status).toBe(303);
  const second = { html: base64(mb2), text: base64(mb2) };
  const values = { name: 'Large', subject: 'Hello', ...second };
  expect((await send(`/templates/${template?.id}/save`, values)).status).toBe(303);
  expect(await shown(second)).toEqual(whole);

  const refused = await send(`/templates/${template?.id}/save`, {
    ...values,
    ...first,
    'default-a': 'x'.repeat(65_536),
  });
  expect(refused.status).toBe(400);
  expect(await read(refused.text, first)).toEqual(whole);
});

test('a draft that its defaults make larger than 2 MB has its page, which says why there is no preview [D24]', async () => {
  const { browser, send, read } = await world();
  const texts = { html: '{{x}}'.repeat(50), text: 'Good day' };
  const value = { 'default-x': 'x'.repeat(60_000) };
  await send('/templates/new', { name: 'Large', subject: 'Hello', ...texts, ...value });
  const { status, text } = await browser.get('/templates/large');
  expect([status, text.includes('The preview isn’t available: html exceeds 2 MB when rendered')]).toEqual([
    200,
    true,
  ]);
  expect(await read(text, texts)).toEqual(whole);
});

test('a draft of 1 MB of html has its preview and its changes on its page [D24]', async () => {
  const { ctx, account, browser, own, send, shown } = await world();
  const values = { name: 'Large', subject: 'Hello', html: base64(1_000_000), text: 'Good day' };
  await send('/templates/new', values);
  const template = await ctx.templates.get(account.id, 'large');
  await browser.post(`/templates/${template?.id}/publish`, own);
  const changed = { ...values, html: base64(1_000_000) };
  await send(`/templates/${template?.id}/save`, changed);
  expect(await shown(changed)).toEqual(whole);
  const { text } = await browser.get('/templates/large');
  expect(text).toMatch(/<summary>Plain text<\/summary><pre><bdi>Good day<[\s\S]*<iframe[\s\S]*<ins>/);
  expect(text).not.toContain('too large');
});
