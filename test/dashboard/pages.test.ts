import { testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, formOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

test('the emails page lists and filters, and emails can be rescheduled and canceled', async () => {
  const { own, call, domain, browser } = await owner(ctx);
  const at = (days: number) => new Date(ctx.runtime.now() + days * 86_400_000).toISOString();
  const message = {
    from: `a@${domain}`,
    to: ['b@acme.test', 'c@acme.test'],
    subject: 'Receipt 17',
    text: 'x',
  };
  const { id } = (await call('POST', '/emails', { body: { ...message, scheduled_at: at(1) } })).body;
  expect((await browser.get('/emails')).text).toContain(`href="/emails/${id}"`);
  expect((await browser.get('/emails?status=delivered')).text).not.toContain(id);
  expect((await browser.get('/emails?status=nonsense')).status).toBe(400);
  const wrong = await browser.post(`/emails/${id}/reschedule`, { ...own, scheduled_at: 'soon' });
  expect([wrong.status, fieldsOf(wrong.text).scheduled_at]).toEqual([400, 'soon']);
  expect(wrong.text).toContain('<a href="#scheduled_at">');
  const moved = await browser.post(`/emails/${id}/reschedule`, { ...own, scheduled_at: at(2) });
  expect((await browser.get(moved.location ?? '')).text).toContain('The email was rescheduled.');
  expect((await browser.get(`/emails/${id}/cancel`)).text).toContain('can’t be undone');
  expect((await browser.post(`/emails/${id}/cancel`, own)).status).toBe(303);
  expect((await call('GET', `/emails/${id}`)).body).toMatchObject({ email: { status: 'cancelled' } });
  expect((await browser.get('/emails/msg_00000000000000000000000000')).status).toBe(404);
});

test('submitting a form twice sends one email [D31]', async () => {
  const { own, domain, browser } = await owner(ctx);
  const { fields } = formOf((await browser.get('/emails/new')).text, '/emails/new');
  const form = { ...fields, ...own, from: `a@${domain}`, to: 'b@acme.test', subject: 'Once', text: 'x' };
  const [first, second] = [await browser.post('/emails/new', form), await browser.post('/emails/new', form)];
  expect([first.status, second.location]).toEqual([303, first.location]);
});

test('a secret is shown once, on a page that is not compressed; the same form again shows none [D33]', async () => {
  const { own, browser } = await owner(ctx);
  for (const [path, fields] of [
    ['/api-keys/new', { name: 'ci', scopes: 'emails:send' }],
    ['/webhooks/new', { url: 'https://hooks.acme.test/in' }],
    ['/smtp-credentials/new', { name: 'shop' }],
  ] as const) {
    const { request = '' } = formOf((await browser.get(path)).text, path).fields;
    const form = { ...own, request, ...fields };
    const made = await browser.post(path, form, { 'accept-encoding': 'gzip, br' });
    expect([
      path,
      made.status,
      made.headers.get('content-encoding'),
      made.headers.get('cache-control'),
    ]).toEqual([path, 200, null, 'no-store']);
    const secret =
      elementsOf(made.text).find(({ attributes }) => attributes.id === 'secret')?.attributes.value ?? '';
    expect(secret).toMatch(/^(svc_|whsec_|svcsmtp_)/);
    expect((await browser.get(path.replace('/new', ''))).text).not.toContain(secret);
    const again = await browser.post(path, form);
    expect({ status: again.status, showsSecret: again.text.includes(secret) }).toEqual({
      status: 409,
      showsSecret: false,
    });
  }
  expect((await browser.get('/api-keys')).text).toContain('ci');
});

test('an account’s last owner can be neither removed nor demoted [D19, D20]', async () => {
  const { own, account, browser } = await owner(ctx);
  const last = { ...own, email: account.email };
  expect((await browser.post('/settings/members/remove', last)).status).toBe(409);
  expect((await browser.post('/settings/members/invite', { ...last, role: 'support' })).status).toBe(409);
});

test('errors of pages: unknown ones are 404, wrong methods 405, all in the frame with their headers', async () => {
  const { browser } = await owner(ctx);
  for (const [path, status] of [
    ['/no/such', 404],
    ['/emails/x/y/z', 404],
    ['/__proto__', 404],
    ['/constructor', 404],
    ['/%2e%2e/etc', 404],
  ] as const) {
    const answer = await browser.get(path);
    expect([path, answer.status, answer.headers.get('x-robots-tag')]).toEqual([path, status, 'noindex']);
  }
  expect((await browser.post('/')).status).toBe(405);
});

test('the navigation says which page is open, or which list the page belongs to [D43]', async () => {
  const { browser } = await owner(ctx);
  const marked = async (path: string) =>
    elementsOf((await browser.get(path)).text)
      .filter(({ attributes }) => attributes['aria-current'] !== undefined)
      .map(({ attributes }) => [attributes.href, attributes['aria-current']]);
  for (const path of ['/', '/emails', '/inbound-routes', '/blocked-senders', '/billing'])
    expect([path, await marked(path)]).toEqual([path, [[path, 'page']]]);
  expect(await marked('/emails/new')).toEqual([['/emails', 'true']]);
  expect(await marked('/domains/none.test')).toEqual([['/domains', 'true']]);
});
