import { testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, markedIn, signIn } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

async function world() {
  const { account, domain, call, browser } = await owner(ctx);
  const template = { name: 'Reset', alias: 'reset', subject: 'Hi {{name}}', text: '{{url}}', publish: true };
  await call('POST', '/templates', { body: { ...template, defaults: { name: 'there' } } });
  await call('POST', '/templates', { body: { name: 'Draft', alias: 'draft', subject: 'S', text: 'T' } });
  const own = { account: account.id, request: 'r'.repeat(43), from: `a@${domain}`, to: 'b@x.example' };
  const emails = async () => (await call('GET', '/emails')).body.emails as { subject: string }[];
  return { account, domain, call, browser, own, emails };
}

const optionsOf = (html: string) =>
  elementsOf(html).flatMap(({ name, attributes }) => (name === 'option' ? [attributes.value] : []));

test('the sender is chosen among used ones and verified domains, a template among published ones [D85]', async () => {
  const { domain, browser, call } = await world();
  const first = await browser.get('/emails/new');
  expect(optionsOf(first.text)).toEqual([`hello@${domain}`, '', 'reset']);
  expect(fieldsOf(first.text).from).toBe(`hello@${domain}`);
  const from = `Shop <shop@${domain}>`;
  await call('POST', '/emails', { body: { from, to: 'b@x.example', subject: 's', text: 't' } });
  const { text } = await browser.get('/emails/new?template=reset&to=ada@x.example');
  expect(optionsOf(text)).toEqual([from, '', 'reset']);
  expect(fieldsOf(text)).toMatchObject({ from, template: 'reset', to: 'ada@x.example' });
});

test('Enter in a field presses Send, the first button of the form [D24]', async () => {
  const { browser, own, emails } = await world();
  const { text } = await browser.get('/emails/new');
  const { attributes } = elementsOf(text).find((one) => one.attributes.name === 'do') ?? {};
  expect(attributes).toMatchObject({ type: 'submit', value: 'send' });
  const sent = await browser.post('/emails/new', { ...own, subject: 'Typed', text: 'x', do: 'send' });
  expect([sent.status, (await emails()).map(({ subject }) => subject)]).toEqual([303, ['Typed']]);
});

test('choosing a template sends nothing, keeps what was typed, and asks for its variables [D24]', async () => {
  const { browser, own, emails } = await world();
  const { status, text } = await browser.post('/emails/new', { ...own, template: 'reset', do: 'choose' });
  expect({ status, sent: await emails() }).toEqual({ status: 200, sent: [] });
  const fields = fieldsOf(text);
  expect(fields).toMatchObject({
    from: own.from,
    to: own.to,
    template: 'reset',
    'var-name': '',
    'var-url': '',
  });
  expect(Object.keys(fields)).not.toEqual(expect.arrayContaining(['text']));
  expect(text).toContain('Default: there');
  const back = await browser.post('/emails/new', { ...own, template: '', do: 'choose' });
  expect(Object.keys(fieldsOf(back.text))).toEqual(expect.arrayContaining(['subject', 'text', 'html']));
});

test('a template is sent with its variables; a missing one is named at its own field [D23]', async () => {
  const { browser, own, emails } = await world();
  const bad = await browser.post('/emails/new', {
    ...own,
    template: 'reset',
    'var-name': 'Ada',
    'var-url': '',
  });
  expect([bad.status, markedIn(bad.text)]).toEqual([400, ['var-url']]);
  expect(bad.text).toContain('href="#var-url"');
  expect(bad.text).toContain('/docs/errors#validation_error');
  expect(bad.text).toMatch(/request <code>req_/);
  expect(fieldsOf(bad.text)['var-name']).toBe('Ada');
  const url = 'https://x.example/r';
  const sent = await browser.post('/emails/new', {
    ...own,
    template: 'reset',
    'var-name': '',
    'var-url': url,
  });
  expect(sent.location).toMatch(/^\/emails\/msg_\w+\?done=sent$/);
  const variables = JSON.stringify({ name: 'Ada', url });
  await browser.post('/emails/new', { ...own, request: 's'.repeat(43), template: 'reset', variables });
  expect(await emails()).toMatchObject([{ subject: 'Hi Ada' }, { subject: 'Hi there' }]);
});

test('text beside a template is refused at the text, which is shown again [D31]', async () => {
  const { browser, own } = await world();
  const { status, text } = await browser.post('/emails/new', {
    ...own,
    template: 'reset',
    text: 'My own',
    'var-url': 'x',
  });
  expect([status, markedIn(text), fieldsOf(text).text?.trim()]).toEqual([400, ['text'], 'My own']);
});

test('without its lists the page still sends [D30]', async () => {
  const { account, domain } = await world();
  const list = () => Promise.reject(new Error('no answer'));
  const broken = { ...ctx, templates: { ...ctx.templates, list }, domains: { ...ctx.domains, list } };
  const browser = await signIn(broken, account);
  const { status, text } = await browser.get('/emails/new');
  expect([status, optionsOf(text)]).toEqual([200, ['']]);
  const form = { ...fieldsOf(text), from: `a@${domain}`, to: 'b@x.example', subject: 's', text: 't' };
  expect((await browser.post('/emails/new', form)).status).toBe(303);
});
