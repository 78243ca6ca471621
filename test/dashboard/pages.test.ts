import { pageGroups } from '../../functions/dashboard/groups.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, signIn } from '../support/browser.ts';
import { routes } from '../support/routes.ts';

const ctx = testContext();

/** Markup, handlers, templates, bidi and zero width characters, html attributes of libraries. */
const hostile =
  '"><script>alert(1)</script><img src=x onerror=alert(1)>\'{{7*7}}$(7*7)<meta http-equiv=refresh content=0><base href=//evil.test>hx-get=/x \u202Egnp.exe\u200B';

/** Pages that are something else than a page of their own, or need to be told of what. */
const others = new Set([...['/search', '/suppressions/export', '/opt-outs/export', '/opt-outs/remove']]);

/** Every page of the route table that needs a session and no id. */
async function pagesWithoutIds(): Promise<string[]> {
  const groups = await Promise.all(Object.values(pageGroups(ctx)).map((load) => load()));
  const paths = groups
    .flat()
    .filter((page) => page.method === 'GET' && !page.open)
    .map(({ path }) => path)
    .filter((path) => !path.includes('{') && !others.has(path));
  return [...new Set(paths)].sort();
}

async function world() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const browser = await signIn(ctx, account);
  return { account, api_key, domain, browser };
}

test('every page of the route table has its headers, one h1, landmarks, labels and no inline code [D34, D43]', async () => {
  const { browser } = await world();
  const paths = await pagesWithoutIds();
  expect(paths).toEqual(expect.arrayContaining(['/', '/billing', '/emails', '/settings/members']));
  for (const path of paths) {
    const { status, headers, text } = await browser.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    for (const [name, value] of Object.entries({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
    }))
      expect([name, headers.get(name)]).toEqual([name, value]);
    const elements = elementsOf(text);
    const count = (name: string) => elements.filter((one) => one.name === name).length;
    expect([count('h1'), count('main'), count('header'), count('style')]).toEqual([1, 1, 1, 0]);
    expect(
      elements.filter(({ name, attributes }) => name === 'script' && attributes.src === undefined),
    ).toEqual([]);
    const inline = elements
      .flatMap(({ attributes }) => Object.keys(attributes))
      .filter((name) => /^on|^style$/.test(name));
    expect(inline).toEqual([]);
    const labelled = new Set(
      elements.filter(({ name }) => name === 'label').map(({ attributes }) => attributes.for),
    );
    const fields = elements.filter(
      ({ name, attributes }) => /^(input|select|textarea)$/.test(name) && attributes.type !== 'hidden',
    );
    for (const { attributes } of fields)
      expect({ name: attributes.name, labelled: labelled.has(attributes.id ?? '') }).toEqual({
        name: attributes.name,
        labelled: true,
      });
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  }
});

test('hostile text of an email is text on every page that shows it [D36]', async () => {
  const { api_key, domain, browser } = await world();
  const api = inProcess(ctx, emailRoutes, api_key);
  const sent = await api('POST', '/emails', {
    body: {
      from: `a@${domain}`,
      to: 'b@acme.test',
      subject: hostile,
      text: hostile,
      html: `<p>${hostile}</p>`,
      tags: [{ name: 'x', value: hostile.slice(0, 60) }],
    },
  });
  const id = (sent.body as { id?: string }).id ?? '';
  for (const path of [
    '/emails',
    `/emails/${id}`,
    `/emails?subject=${encodeURIComponent(hostile.slice(0, 20))}`,
  ]) {
    const { status, text } = await browser.get(path);
    expect([path, status]).toEqual([path, 200]);
    const elements = elementsOf(text);
    expect(elements.filter(({ name }) => name === 'script')).toHaveLength(2);
    expect(
      elements.filter(
        ({ name, attributes }) =>
          name === 'base' || (name === 'meta' && attributes['http-equiv'] !== undefined) || name === 'img',
      ),
    ).toEqual([]);
    expect(text).not.toContain('\u202E');
  }
  const content = await browser.get(`/emails/${id}/content`);
  expect(content.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  expect(content.text).toContain('<script>');
});

test('the emails page lists, filters and shows; resend, cancel and reschedule act on the email', async () => {
  const { account, api_key, domain, browser } = await world();
  const api = inProcess(ctx, emailRoutes, api_key);
  const at = new Date(ctx.runtime.now() + 86_400_000).toISOString();
  const { body } = await api('POST', '/emails', {
    body: {
      from: `a@${domain}`,
      to: ['b@acme.test', 'c@acme.test'],
      subject: 'Receipt 17',
      text: 'Paid',
      scheduled_at: at,
    },
  });
  const { id } = body as unknown as { id: string };
  expect((await browser.get('/emails')).text).toContain(`href="/emails/${id}"`);
  expect((await browser.get('/emails?status=delivered')).text).not.toContain(id);
  expect((await browser.get('/emails?status=nonsense')).status).toBe(400);
  expect((await browser.get('/scheduled')).text).toContain(id);
  const shown = (await browser.get(`/emails/${id}`)).text;
  expect({
    name: shown.includes('Receipt 17'),
    reschedule: shown.includes('Reschedule'),
    tag: shown.includes('Paid'),
  }).toEqual({ name: true, reschedule: true, tag: true });
  const later = new Date(ctx.runtime.now() + 2 * 86_400_000).toISOString();
  const wrong = await browser.post(`/emails/${id}/reschedule`, { account: account.id, scheduled_at: 'soon' });
  expect([wrong.status, fieldsOf(wrong.text).scheduled_at]).toEqual([400, 'soon']);
  expect(wrong.text).toContain('<a href="#scheduled_at">');
  const moved = await browser.post(`/emails/${id}/reschedule`, { account: account.id, scheduled_at: later });
  expect(moved.location).toBe(`/emails/${id}?done=moved`);
  expect((await browser.get(`/emails/${id}?done=moved`)).text).toContain('The email was rescheduled.');
  expect((await browser.get(`/emails/${id}/cancel`)).text).toContain('can’t be undone');
  expect((await browser.post(`/emails/${id}/cancel`, { account: account.id })).status).toBe(303);
  expect((await api('GET', `/emails/${id}`)).body).toMatchObject({ email: { status: 'cancelled' } });
  expect((await browser.get('/emails/msg_00000000000000000000000000')).status).toBe(404);
});

test('a form sends once, and a fault comes back with its values and a link to the field [D31]', async () => {
  const { account, domain, browser } = await world();
  const { text } = await browser.get('/emails/new');
  const request = /name="request" value="([0-9A-Za-z]{43})"/.exec(text)?.[1] ?? '';
  const form = {
    account: account.id,
    request,
    from: `a@${domain}`,
    to: 'b@acme.test',
    subject: 'Once',
    text: 'x',
  };
  const [first, second] = [await browser.post('/emails/new', form), await browser.post('/emails/new', form)];
  expect([first.status, second.location]).toEqual([303, first.location]);
  const bad = await browser.post('/emails/new', {
    ...form,
    request: 'x'.repeat(43),
    to: 'nobody',
    subject: 'Keep "me"',
  });
  expect(bad.status).toBe(400);
  const elements = elementsOf(bad.text);
  expect(elements.find(({ attributes }) => attributes.role === 'alert')).toBeDefined();
  expect(elements.find(({ attributes }) => attributes.id === 'to')?.attributes['aria-invalid']).toBe('true');
  expect(elements.find(({ attributes }) => attributes.id === 'subject')?.attributes.value).toBe('Keep "me"');
  expect(elements.find(({ attributes }) => attributes.href === '#to')).toBeDefined();
});

test('the form sends a template with its variables, and names what is wrong with them [D24]', async () => {
  const { account, domain, browser, api_key } = await world();
  const api = inProcess(ctx, routes, api_key);
  const template = { name: 'R', alias: 'r', subject: 'Hi {{name}}', text: 'x', publish: true };
  await api('POST', '/templates', { body: template });
  const send = (n: number, fields: Record<string, string>) =>
    browser.post('/emails/new', {
      account: account.id,
      request: `${n}`.repeat(43),
      from: `a@${domain}`,
      to: 'b@acme.test',
      ...fields,
    });
  const sent = await send(1, { template: 'r', variables: '{"name": "Ada"}' });
  expect(sent.status).toBe(303);
  expect((await browser.get(sent.location ?? '')).text).toContain('Hi Ada');
  for (const [n, fields, at] of [
    [2, { template: 'none' }, null],
    [3, { template: 'r', variables: '{' }, 'variables'],
    [4, { variables: '{}' }, 'template'],
  ] as const) {
    const { status, text } = await send(n, fields);
    expect({ n, refused: status >= 400 && status < 500 }).toEqual({ n, refused: true });
    const marked = elementsOf(text).filter(({ attributes }) => attributes['aria-invalid']);
    if (at) expect(marked.map(({ attributes }) => attributes.id)).toContain(at);
  }
});

test('a secret is shown once, on a page that is not compressed; the same form again shows none [D33]', async () => {
  const { account, browser } = await world();
  for (const [path, fields] of [
    ['/api-keys/new', { name: 'ci', scopes: 'emails:send' }],
    ['/webhooks/new', { url: 'https://hooks.acme.test/in' }],
    ['/smtp-credentials/new', { name: 'shop' }],
  ] as const) {
    const { text } = await browser.get(path);
    const request = /name="request" value="([0-9A-Za-z]{43})"/.exec(text)?.[1] ?? '';
    const form = { account: account.id, request, ...fields };
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
    const again = await browser.post(path, form);
    expect({ status: again.status, showsSecret: again.text.includes(secret) }).toEqual({
      status: 409,
      showsSecret: false,
    });
  }
  expect((await browser.get('/api-keys')).text).toContain('ci');
});

test('domains: shown with records and settings; deleting asks for the name', async () => {
  const { account, domain, browser } = await world();
  expect((await browser.get('/domains')).text).toContain(domain);
  const { text } = await browser.get(`/domains/${domain}`);
  const id = /dom_[0-9a-z]{26}/.exec(text)?.[0] ?? '';
  const saved = await browser.post(`/domains/${id}/save`, {
    account: account.id,
    open_tracking: 'false',
    click_tracking: 'false',
    tls_mode: 'enforced',
  });
  expect(saved.location).toBe(`/domains/${id}?done=saved`);
  expect((await browser.get(`/domains/${id}`)).text).toContain('value="enforced" selected=""');
  expect(
    (await browser.post(`/domains/${id}/delete`, { account: account.id, confirm: 'other' })).status,
  ).toBe(400);
  expect(
    (await browser.post(`/domains/${id}/delete`, { account: account.id, confirm: domain })).location,
  ).toBe('/domains?done=deleted');
});

test('members are invited, changed and removed by owners only; the last owner stays [D19, D20]', async () => {
  const { account, browser } = await world();
  await browser.post('/settings/members/invite', {
    account: account.id,
    email: 'Dev@acme.test',
    role: 'support',
  });
  expect((await browser.get('/settings/members')).text).toContain('dev@acme.test');
  const last = await browser.post('/settings/members/remove', { account: account.id, email: account.email });
  expect(last.status).toBe(409);
  const demoted = await browser.post('/settings/members/invite', {
    account: account.id,
    email: account.email,
    role: 'support',
  });
  expect(demoted.status).toBe(409);
  for (const role of ['developer', 'support'] as const) {
    const other = await signIn(ctx, account, role);
    expect((await other.get('/settings/members')).status).toBe(403);
    expect(
      (
        await other.post('/settings/members/invite', {
          account: account.id,
          email: 'x@acme.test',
          role: 'owner',
        })
      ).status,
    ).toBe(403);
  }
});

test('support sees and does what its scopes allow, and no more [D17, D19]', async () => {
  const { account } = await world();
  const support = await signIn(ctx, account, 'support');
  const seen = async (path: string) => (await support.get(path)).status;
  expect([await seen('/emails'), await seen('/suppressions'), await seen('/webhooks')]).toEqual([
    200, 200, 200,
  ]);
  expect([
    await seen('/emails/new'),
    await seen('/api-keys'),
    await seen('/webhooks/new'),
    await seen('/domains/new'),
  ]).toEqual([403, 403, 403, 403]);
  const { text } = await support.get('/');
  expect({ apiKeys: text.includes('/api-keys'), members: text.includes('/settings/members') }).toEqual({
    apiKeys: false,
    members: false,
  });
});

test('errors of pages: unknown ones are 404, wrong methods 405, all in the frame with their headers', async () => {
  const { browser } = await world();
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

test('an empty search shows what there is to open [D26]', async () => {
  const { browser } = await world();
  const { status, text } = await browser.get('/search?q=');
  expect([status, text]).toEqual([200, expect.stringContaining('<h2>Actions</h2>')]);
});

test('the navigation says which page is open, or which list the page belongs to [D43]', async () => {
  const { browser } = await world();
  const marked = async (path: string) =>
    elementsOf((await browser.get(path)).text)
      .filter(({ attributes }) => attributes['aria-current'] !== undefined)
      .map(({ attributes }) => [attributes.href, attributes['aria-current']]);
  for (const path of ['/', '/emails', '/inbound-routes', '/blocked-senders', '/billing'])
    expect([path, await marked(path)]).toEqual([path, [[path, 'page']]]);
  expect(await marked('/emails/new')).toEqual([['/emails', 'true']]);
  expect(await marked('/domains/none.test')).toEqual([['/domains', 'true']]);
});
