import { verifiedDomain } from '../support/api.ts';
import { elementsOf, signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';
import { acceptedId, relayWorld } from '../support/smtp.ts';

const views = ['html', 'text', 'source', 'headers', 'attachments', 'json'];
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function world() {
  const captured = await capturedAccount();
  const { ctx, account, queued, deliver } = captured;
  const browser = await signIn(ctx, account);
  return {
    ...captured,
    browser,
    delivered: async () => {
      for (const { message } of queued.splice(0)) await deliver(message);
    },
    view: async (id: string, query = '') => (await browser.get(`/emails/${id}${query}`)).text,
  };
}

/** The links of the tabs, each with whether it is the chosen one. */
const tabsOf = (html: string) =>
  elementsOf(html).flatMap(({ attributes: { href = '', 'aria-current': current, ...rest } }) =>
    href.endsWith('#content') && !('data-here' in rest) ? [[href, current === 'page'] as const] : [],
  );

test('an email’s content is in tabs, which are links, and an unknown view opens the preview [D37]', async () => {
  const { send, view } = await world();
  const id = await send({ html: '<p>Hi</p>' });
  const path = `/emails/${id}`;
  const tabs = ['', ...views.map((name) => `?view=${name}`)].map((query) => `${path}${query}#content`);
  for (const [i, query] of ['', ...views.map((name) => `?view=${name}`)].entries())
    expect(tabsOf(await view(id, query))).toEqual(tabs.map((href, n) => [href, n === i]));
  expect(tabsOf(await view(id, '?view=toString'))[0]).toEqual([`${path}#content`, true]);
});

test('each tab shows its part of the email, and only that one [D24]', async () => {
  const { send, view, delivered } = await world();
  const attachments = [{ name: 'a.txt', content: base64('one file') }];
  const id = await send({ html: '<p>Body in HTML</p>', text: 'Body in text', attachments });
  await delivered();
  const shown = Object.fromEntries(
    await Promise.all(views.map(async (name) => [name, words(await view(id, `?view=${name}`))] as const)),
  );
  const has = (text: string) => views.filter((name) => shown[name]?.includes(text));
  expect(has('&lt;p>Body in HTML').concat(has('&lt;p&gt;Body in HTML'))).toEqual(['html', 'source']);
  expect(has('Body in text')).toEqual(['text', 'source']);
  expect(has('MIME-Version: 1.0')).toEqual(['source', 'headers']);
  expect(has('8 bytes')).toEqual(['attachments']);
  expect(has('"content_type": "text/plain"')).toEqual(['json']);
});

test('the source is the message that SES was given, without the bytes of files [D24]', async () => {
  const { send, view, delivered, mails } = await world();
  const attachments = [{ name: 'a.bin', content: base64('secret bytes') }];
  const id = await send({ html: '<p>Grüße</p>', attachments });
  await delivered();
  const raw = mails[0]?.raw ?? '';
  const isShown = (line: string) => line !== '' && line !== base64('secret bytes') && !/[<>&]/.test(line);
  const text = words(await view(id, '?view=source'));
  for (const line of raw.slice(raw.indexOf('\r\n\r\n')).split('\r\n').filter(isShown))
    expect(text).toContain(line.trim().replace(/\s+/g, ' '));
  expect(text).not.toContain(base64('secret bytes'));
  expect(text).toContain('Attachments are shown without their content.');
});

test('the preview has two widths and two backgrounds, in a locked frame [D35]', async () => {
  const { send, view, browser } = await world();
  const id = await send({ html: '<!doctype html><p>Hi</p>' });
  const elements = elementsOf(await view(id, ''));
  const frames = elements.flatMap(({ name, attributes }) => (name === 'iframe' ? [attributes] : []));
  expect(frames).toMatchObject(
    ['light', 'dark'].map((mode) => ({
      sandbox: '',
      class: mode,
      title: `Email as HTML, ${mode} mode`,
      src: `/emails/${id}/content?background=${mode}`,
    })),
  );
  const choices = elements.flatMap(({ attributes }) =>
    attributes.type === 'radio' ? [attributes.value] : [],
  );
  expect(choices).toEqual(['desktop', 'phone', 'light', 'dark']);
  const content = (query: string) => browser.get(`/emails/${id}/content${query}`);
  const dark = await content('?background=dark');
  expect(dark.text).toBe('<!doctype html><p>Hi</p><style>:root{color-scheme:dark}</style>');
  expect(dark.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  // A browser in dark mode shows the light preview in light colors.
  expect((await content('')).text).toBe('<!doctype html><p>Hi</p><style>:root{color-scheme:light}</style>');
});

test.each<[what: string, change: Record<string, unknown>, found: RegExp]>([
  ['fits Gmail', { html: '<p>Hi</p>' }, /1 KB of HTML, under Gmail’s 102 KB/],
  [
    'is cut off by Gmail',
    { html: 'x'.repeat(103 * 1024) },
    /103 KB of HTML Gmail cuts off messages over 102 KB/,
  ],
  ['has both parts', { html: '<p>Hi</p>' }, /Has a text part/],
  ['has HTML alone', { html: '<p>Hi</p>', text: undefined }, /Text part generated from the HTML/],
  ['has no placeholder', { subject: 'A {brace}', text: '{ {a} } {{}}' }, /No unfilled placeholders/],
  [
    'has one placeholder',
    { subject: 'Hi {{name}}', text: 'Hi {{name}}' },
    /1 unfilled placeholder \{\{name\}\} \./,
  ],
  [
    'has two kinds',
    { html: '<a href="*|URL|*">{{ name }}</a>' },
    /2 unfilled placeholders \*\|URL\|\*, \{\{ name \}\} \./,
  ],
  [
    'has many',
    { text: '{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}' },
    /6 unfilled placeholders .*\{\{e\}\} and 1 more\./,
  ],
  [
    'is filled with its link',
    { unsubscribe: true, text: '{{unsubscribe_url}} {{ unsubscribe_url }}' },
    /No unfilled placeholders/,
  ],
])('the checks say that an email %s', async (_, change, found) => {
  const { send, view } = await world();
  expect(words(await view(await send(change)))).toMatch(found);
});

test('an attachment is saved with its name and bytes, whatever its type, until it expires [D35]', async () => {
  const { account, send, browser, clock, ctx } = await world();
  const html = '<script>alert(1)</script>';
  const attachments = [
    { name: 'a.txt', content: base64('first') },
    { name: 'Grüße "x".html', content: base64(html), content_type: 'text/html' },
  ];
  const id = await send({ attachments });
  const saved = await browser.get(`/emails/${id}/attachments/1`);
  expect({ status: saved.status, text: saved.text, type: saved.headers.get('content-type') }).toEqual({
    status: 200,
    text: html,
    type: 'application/octet-stream',
  });
  expect(saved.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e _x_.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22x%22.html`,
  );
  expect(saved.headers.get('content-security-policy')).toMatch(/^sandbox;/);
  expect((await browser.get(`/emails/${id}/attachments/0`)).text).toBe('first');
  for (const index of ['2', '-1', '00', 'x', '1e0'])
    expect([index, (await browser.get(`/emails/${id}/attachments/${index}`)).status]).toEqual([index, 404]);
  const other = await capturedAccount();
  const stranger = await signIn(other.ctx, other.account);
  expect((await stranger.get(`/emails/${id}/attachments/0`)).status).toBe(404);
  clock.advance(ctx.settings.retention.body * 1000);
  const late = await signIn(ctx, account);
  expect((await late.get(`/emails/${id}/attachments/0`)).status).toBe(409);
  expect(words((await late.get(`/emails/${id}?view=attachments`)).text)).toContain('No longer stored');
  expect(words((await late.get(`/emails/${id}`)).text)).not.toContain('Resend');
});

test('a relayed message’s files are saved, and its own missing text part is named [R8]', async () => {
  const { ctx, account, domain, raw, delivered } = await relayWorld();
  const from = `t.${domain}`;
  await verifiedDomain(ctx, account.id, from);
  const head = `From: shop@${from}\nTo: ada@x.example\nSubject: Hi\nMIME-Version: 1.0`;
  const parts = [
    'Content-Type: text/html\n\n<p>Hi</p>',
    `Content-Type: application/pdf; name=r.pdf\nContent-Transfer-Encoding: base64\n\n${base64('pdf bytes')}`,
  ];
  const body = parts.map((part) => `--b\n${part}\n`).join('');
  const id = acceptedId(await raw(`${head}\nContent-Type: multipart/mixed; boundary=b\n\n${body}--b--`));
  await delivered(id);
  const browser = await signIn(ctx, account);
  expect((await browser.get(`/emails/${id}/attachments/0`)).text).toBe('pdf bytes');
  const shown = words((await browser.get(`/emails/${id}`)).text);
  expect(shown).toContain('No text part Add one for spam filters');
  expect(words((await browser.get(`/emails/${id}?view=source`)).text)).toContain(base64('pdf bytes'));
});
