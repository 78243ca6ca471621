import { testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, formOf, signIn } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

async function world(role: 'owner' | 'support' = 'owner') {
  const { account, domain, call, own, ...made } = await owner(ctx);
  const browser = role === 'owner' ? made.browser : await signIn(ctx, account, role);
  const make = async (body: object = {}) => {
    const content = { subject: 'Receipt {{number}}', html: '<p>Dear {{name}}</p>', text: 'Dear {{name}}' };
    const made = await call('POST', '/templates', {
      body: { name: 'Receipt', alias: 'r', ...content, ...body },
    });
    return (made.body.template as { id: string }).id;
  };
  const stored = async () => (await call('GET', '/templates/r')).body.template as Record<string, unknown>;
  const page = async () => (await browser.get('/templates/r')).text;
  /** The editor's fields and its path. */
  const editor = async () => formOf(await page(), '/save');
  return { browser, call, own, domain, account, make, stored, page, editor };
}

/** Words of a page, without its markup. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, '');

test('the preview of unsaved content is rendered as a send renders it, and stores nothing [D39]', async () => {
  const { browser, own, make, stored } = await world();
  const id = await make({ defaults: { name: 'you' } });
  const before = await stored();
  const sent = {
    ...own,
    subject: 'Order {{number}}',
    html: '<p>{{name}} & {{more}}</p><a href="https://evil.test/">x</a>',
    text: 'For {{name}}',
    'sample-number': '<4711>',
    'default-name': '<i>Ada</i>',
  };
  const { status, text } = await browser.post(`/templates/${id}/preview`, sent);
  const shown = wordsOf(text);
  expect({
    status,
    subject: shown.includes('Order &lt;4711&gt;'),
    missing: shown.includes('No value for more'),
    text: shown.includes('For &lt;i&gt;Ada&lt;/i&gt;'),
  }).toEqual({ status: 200, subject: true, missing: true, text: true });

  const frame = await browser.post(`/templates/${id}/content?background=light`, sent);
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(frame.text).toContain('<p>&lt;i&gt;Ada&lt;/i&gt; & {{more}}</p><a href="#">x</a>');
  expect(await stored()).toEqual(before);
  expect((await browser.post('/templates/new/content', sent)).text).toContain('&lt;i&gt;Ada');
});

test('a variable that is typed gets fields for its sample and default with the preview [D39]', async () => {
  const { browser, own } = await world();
  const sent = { ...own, subject: 'x', text: '{{a}} {{b}}', 'sample-a': '1' };
  const { text } = await browser.post('/templates/new/preview', sent);
  expect(/<template data-values[^>]*>[\s\S]*data-names="a b"/.test(text)).toBe(true);
  const [, inner = ''] = /<template[^>]*>([\s\S]*)<\/template>/.exec(text) ?? [];
  expect(fieldsOf(inner)).toEqual({ 'sample-a': '1', 'default-a': '', 'sample-b': '', 'default-b': '' });
});

test.each([
  ['html', { html: 'x'.repeat(2 * 1024 * 1024 + 1) }, 'html: at most 2 MB'],
  ['a value', { html: '{{a}}', 'sample-a': 'x'.repeat(65_536) }, 'samples: at most 100 variables and 64 KB'],
])('a preview that %s makes too large says so, in its frame too [D39]', async (_, change, words) => {
  const { browser, own, make } = await world();
  const id = await make();
  const part = await browser.post(`/templates/${id}/preview`, { ...own, ...change });
  expect([part.status, part.text.includes(words)]).toEqual([400, true]);
  expect((await browser.post(`/templates/${id}/content`, { ...own, ...change })).text).toContain(words);
});

test('a frame shows the mode that is chosen, and the conditions of the mail with it [D35]', async () => {
  const { browser, make } = await world();
  const html = '<style>@media (Prefers-Color-Scheme : dark){p{color:gold}}</style><p>{{name}}</p>';
  await make({ html, defaults: { name: 'you' } });
  const shown = async (query: string) => (await browser.get(`/templates/r/content${query}`)).text;
  expect(await shown('')).toMatch(/\(Prefers-Color-Scheme : dark\).*<p>you<\/p>/);
  expect(await shown('?background=dark')).toMatch(/@media \(min-width:0\).*color-scheme:dark/);
  expect(await shown('?background=light')).toMatch(/@media \(max-width:0\).*color-scheme:light/);
});

test('samples and defaults are saved from a field each; values without a field stay [D31]', async () => {
  const { browser, make, stored, editor } = await world();
  const values = { samples: { number: '1', 'not a name': 'x' }, defaults: { old: '', name: 'a\nb' } };
  await make(values);
  const { action, fields } = await editor();
  expect(fields).toMatchObject({ 'sample-number': '1', 'default-name': 'a\nb', 'default-old': '' });
  expect(fields).toMatchObject({ 'blank-old': 'true' });
  const before = await stored();
  expect((await browser.post(action, fields)).status).toBe(303);
  expect(await stored()).toEqual(before);

  const { 'blank-old': _, ...rest } = fields;
  const change = { 'sample-name': 'Ada', 'default-name': '', 'blank-number': 'true' };
  await browser.post(action, { ...rest, ...change });
  expect(await stored()).toMatchObject({
    samples: { number: '1', 'not a name': 'x', name: 'Ada' },
    defaults: { number: '' },
  });
});

test('Publish saves what is in the form and publishes it, and a new template at once [D24]', async () => {
  const { browser, own, make, stored, editor } = await world();
  await make({ publish: true });
  const { action, fields } = await editor();
  const answer = await browser.post(action, { ...fields, subject: 'New', publish: 'true' });
  expect(answer.location).toBe('/templates/r?done=published');
  expect(await stored()).toMatchObject({ subject: 'New', version: 2, has_unpublished_changes: false });
  const content = { name: 'Two', alias: 'two', subject: 's', text: 't', publish: 'true' };
  const made = await browser.post('/templates/new', { ...own, ...content });
  expect(made.location).toBe('/templates/two?done=published');
});

test('content that can’t be published stays in the form, with the fault at its field [D23, D31]', async () => {
  const { browser, make, editor } = await world();
  await make();
  const { action, fields } = await editor();
  const html = '{{ first name }}';
  const { status, text } = await browser.post(action, { ...fields, html, publish: 'true' });
  const field = elementsOf(text).find(({ attributes }) => attributes.id === 'html');
  expect([status, field?.attributes['aria-invalid']]).toEqual([400, 'true']);
  expect(wordsOf(text)).toContain('html: {{ first name }} is not a valid placeholder');
  expect(text).toMatch(/request <code>req_/);
  expect(formOf(text, action).fields.html).toBe(html);
});

test('a taken alias is named at its field [D23]', async () => {
  const { browser, own, make } = await world();
  await make();
  const content = { name: 'R', alias: 'r', subject: 's', text: 't' };
  const { status, text } = await browser.post('/templates/new', { ...own, ...content });
  expect([status, text.includes('id="alias-error"')]).toEqual([409, true]);
});

test('a test email is what the form shows, which is saved first [D24]', async () => {
  const { browser, call, domain, account, make, stored, page } = await world();
  const id = await make();
  const fields = fieldsOf(await page());
  expect(fields.from).toBe(`hello@${domain}`);
  const sent = { ...fields, account: account.id, text: '', 'sample-number': '7', 'sample-name': 'Ada' };
  const tested = await browser.post(`/templates/${id}/test`, sent);
  expect(tested.location).toBe(`/templates/${id}?done=tested`);
  expect(await stored()).toMatchObject({ text: null, samples: { number: '7', name: 'Ada' } });
  const { emails } = (await call('GET', '/emails')).body as { emails: object[] };
  expect(emails).toMatchObject([{ subject: 'Receipt 7', to: [account.email] }]);
});

test('a page names the active automations that use its template [D24]', async () => {
  const { call, domain, make, page } = await world();
  await make({ publish: true, defaults: { number: '1', name: 'you' } });
  const step = { type: 'send_email', from: `a@${domain}`, template: { id: 'r' } };
  const body = { name: 'Follow-up', trigger: { event: 'paid' }, steps: [step] };
  const { id } = (await call('POST', '/automations', { body })).body.automation as { id: string };
  expect(await page()).not.toContain(`/automations/${id}`);
  await call('POST', `/automations/${id}`, { body: { action: 'activate' } });
  expect(await page()).toContain(`<a href="/automations/${id}"><bdi>Follow-up</bdi></a>`);
});

test('who may only read sees the preview, and no form, action, or test [D19]', async () => {
  const { browser, make } = await world('support');
  const id = await make({ samples: { number: '4711' } });
  const { text } = await browser.get(`/templates/${id}`);
  expect(wordsOf(text)).toContain('Receipt 4711');
  const elements = elementsOf(text);
  expect(elements.filter(({ name }) => name === 'iframe')).toHaveLength(2);
  expect(elements.filter(({ name }) => name === 'textarea')).toEqual([]);
  expect(text).not.toMatch(/Publish|Send test|Delete/);
});
