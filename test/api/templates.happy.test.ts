import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';

const ctx = testContext();
const routes = [...templateRoutes, ...emailRoutes];
type Template = Record<string, unknown> & { id: string; alias: string };

async function setUp() {
  const fresh = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, routes, fresh.api_key);
  const body = { name: 'Welcome, Ada!', subject: 'Hello {{name}}', html: '<p>{{name}} {{code}}</p>' };
  const create = async (change: object = {}) => {
    const made = await call('POST', '/templates', { body: { ...body, ...change } });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.template as Template;
  };
  const get = async (name: string, query = '') =>
    (await call('GET', `/templates/${name}${query}`)).body.template as Template;
  const act = (name: string, action: object) => call('POST', `/templates/${name}`, { body: action });
  return { ...fresh, call, body, create, get, act };
}

test('POST /templates makes a draft, 201, reached by alias and by id (C2) [H27, H28]', async () => {
  const { call, body } = await setUp();
  const made = await call('POST', '/templates', { body });
  expect(made.status).toBe(201);
  const { id, created_at } = made.body.template as Template;
  expect(made.body).toEqual({
    template: {
      id: expect.stringMatching(/^tpl_[0-9a-hjkmnp-tv-z]{26}$/),
      object: 'template',
      alias: 'welcome-ada',
      name: body.name,
      subject: body.subject,
      html: body.html,
      text: null,
      category: 'transactional',
      unsubscribe_enabled: false,
      status: 'draft',
      published: false,
      variables: ['name', 'code'],
      defaults: {},
      samples: {},
      version: 0,
      has_unpublished_changes: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: created_at,
      published_at: null,
      warnings: [],
    },
  });
  for (const name of [id, 'welcome-ada']) {
    expect((await call('GET', `/templates/${name}`)).body).toEqual(made.body);
  }
});

test('publish: true publishes at once [H28]', async () => {
  const { create, get } = await setUp();
  const made = await create({ publish: true });
  expect(made).toMatchObject({
    status: 'published',
    published: true,
    version: 1,
    has_unpublished_changes: false,
    published_at: made.created_at,
  });
  expect(await get(made.alias, '?version=published')).toEqual(made);
});

test.each([
  ['  Hello,  World  ', 'hello-world'],
  ['Ünï', 'n'],
  ['order_2.1-a', 'order_2.1-a'],
  ['..._a', 'a'],
  [`${'a'.repeat(127)} b`, 'a'.repeat(127)],
])('the slug of %j is %s [Q35]', async (name, alias) => {
  const { create } = await setUp();
  expect((await create({ name })).alias).toBe(alias);
});

test('category product and newsletter set unsubscribe_enabled unless it is given [H28, rule 10]', async () => {
  const { create } = await setUp();
  const made = [
    await create({ alias: 'a', category: 'product' }),
    await create({ alias: 'b', category: 'newsletter' }),
    await create({ alias: 'c', category: 'newsletter', unsubscribe_enabled: false }),
    await create({ alias: 'd', unsubscribe_enabled: true }),
  ];
  expect(made.map((template) => template.unsubscribe_enabled)).toEqual([true, true, false, true]);
});

test('PATCH to product sets unsubscribe_enabled, back to transactional leaves it [Q35]', async () => {
  const { create, call } = await setUp();
  const { id } = await create();
  const patch = async (body: object) => (await call('PATCH', `/templates/${id}`, { body })).body.template;
  expect(await patch({ category: 'product' })).toMatchObject({ unsubscribe_enabled: true });
  expect(await patch({ category: 'transactional' })).toMatchObject({ unsubscribe_enabled: true });
  expect(await patch({ category: 'newsletter', unsubscribe_enabled: false })).toMatchObject({
    category: 'newsletter',
    unsubscribe_enabled: false,
  });
});

test('PATCH edits the draft, the published version stays until it is published [H28, Q35]', async () => {
  const { create, call, get, act } = await setUp();
  const made = await create({ publish: true });
  const path = `/templates/${made.alias}`;
  const edited = await call('PATCH', path, {
    body: { subject: 'New', text: 'a\r\nb {{x}}', category: 'product' },
  });
  expect(edited.status).toBe(200);
  expect(edited.body.template).toMatchObject({
    subject: 'New',
    html: made.html,
    text: 'a\r\nb {{x}}',
    category: 'product',
    variables: ['name', 'code', 'x'],
    status: 'published',
    version: 1,
    has_unpublished_changes: true,
  });
  expect(await get(made.id)).toEqual(edited.body.template);
  expect(await get(made.id, '?version=draft')).toEqual(edited.body.template);
  expect(await get(made.id, '?version=published')).toMatchObject({
    subject: made.subject,
    text: null,
    category: 'transactional',
  });
  const published = await act(made.id, { action: 'publish' });
  expect([published.status, published.body.template]).toEqual([
    200,
    expect.objectContaining({ subject: 'New', version: 2, has_unpublished_changes: false }),
  ]);
  expect(await get(made.id, '?version=published')).toEqual(published.body.template);
  const again = await act(made.id, { action: 'publish' });
  expect([again.status, again.body]).toEqual([200, published.body]);
  expect((await call('PATCH', path, { body: { subject: 'New' } })).body).toEqual(published.body);
});

test('name and alias belong to the template; an equal alias is accepted after publish [Q35]', async () => {
  const { create, call, get } = await setUp();
  const made = await create();
  const moved = await call('PATCH', `/templates/${made.alias}`, { body: { alias: 'other', name: 'N' } });
  expect(moved.body.template).toMatchObject({ id: made.id, alias: 'other', name: 'N', version: 0 });
  expect((await call('GET', `/templates/${made.alias}`)).status).toBe(404);
  expect(await get('other')).toEqual(moved.body.template);
  const published = await call('PATCH', '/templates/other', { body: { publish: true } });
  expect(published.body.template).toMatchObject({ status: 'published', version: 1 });
  const renamed = await call('PATCH', '/templates/other', { body: { alias: 'other', name: 'M' } });
  expect([renamed.status, renamed.body.template]).toEqual([
    200,
    expect.objectContaining({ name: 'M', has_unpublished_changes: false }),
  ]);
});

test('unpublish makes the content a draft again; publishing it is the next version [Q35]', async () => {
  const { create, act } = await setUp();
  const { id } = await create({ publish: true });
  const off = await act(id, { action: 'unpublish' });
  expect(off.body.template).toMatchObject({ status: 'draft', published: false, version: 1 });
  expect((await act(id, { action: 'unpublish' })).body).toEqual(off.body);
  expect((await act(id, { action: 'publish' })).body.template).toMatchObject({
    status: 'published',
    version: 2,
  });
});

test('unpublish keeps the edited draft as it is [Q35]', async () => {
  const { create, call, act } = await setUp();
  const { id } = await create({ publish: true });
  await call('PATCH', `/templates/${id}`, { body: { subject: 'Edited' } });
  const off = await act(id, { action: 'unpublish' });
  expect(off.body.template).toMatchObject({ subject: 'Edited', published: false, version: 1 });
});

test('the alias of a copy has 128 characters at most [Q35]', async () => {
  const { create, act } = await setUp();
  const { id } = await create({ alias: 'a'.repeat(128) });
  const { body } = await act(id, { action: 'duplicate' });
  expect((body.template as Template).alias).toBe(`${'a'.repeat(123)}-copy`);
});

test('a template may have 1,000 different placeholders; the subject of a preview is trimmed (Q22)', async () => {
  const { create, act } = await setUp();
  const html = Array.from({ length: 999 }, (_, i) => `{{p${i}}}`).join('');
  const { id, variables } = await create({ subject: '{{ blank }}s ', html });
  expect(variables).toHaveLength(1_000);
  const { body } = await act(id, { action: 'preview', variables: { blank: ' \n' } });
  expect(body.preview).toMatchObject({ subject: 's' });
});

test('duplicate makes a draft of the same content under <alias>-copy [Q35]', async () => {
  const { create, act } = await setUp();
  const made = await create({ publish: true, category: 'product', defaults: { name: 'you' } });
  const { status, body } = await act(made.alias, { action: 'duplicate' });
  expect(status).toBe(200);
  const { subject, html, text, category, defaults, variables, unsubscribe_enabled } = made;
  expect(body.template).toMatchObject({
    subject,
    html,
    text,
    category,
    defaults,
    variables,
    unsubscribe_enabled,
    alias: `${made.alias}-copy`,
    status: 'draft',
    version: 0,
  });
  const named = await act(made.alias, { action: 'duplicate', alias: 'mine', name: 'Mine' });
  expect(named.body.template).toMatchObject({ alias: 'mine', name: 'Mine' });
});

test('preview fills the draft, leaves what is missing as written and tells it [H28, Q23]', async () => {
  const { create, call, act } = await setUp();
  const { id } = await create({
    text: '{{ gone }} {{unsubscribe_url}}',
    defaults: { code: 7 },
    publish: true,
  });
  await call('PATCH', `/templates/${id}`, { body: { subject: '{{name}}: {{a.b}}' } });
  const variables = { name: 'A & B\r\nC', unused: 1 };
  const { status, body } = await act(id, { action: 'preview', variables });
  expect(status).toBe(200);
  expect(body).toEqual({
    preview: {
      subject: 'A & B C: {{a.b}}',
      html: '<p>A &amp; B\r\nC 7</p>',
      text: `{{ gone }} ${ctx.settings.base_url}/unsubscribe/preview`,
      missing_variables: ['gone'],
      unused_variables: ['unused'],
    },
  });
  const published = await act(id, { action: 'preview', variables, version: 'published' });
  expect(published.body.preview).toMatchObject({ subject: 'Hello A & B C' });
});

test('a key with templates:read may preview, and do nothing else to a template [Q48]', async () => {
  const { account, create, call } = await setUp();
  const { id } = await create();
  const key = await keyWith(ctx, account.id, ['templates:read']);
  const statuses: number[] = [];
  for (const action of ['preview', 'publish', 'unpublish', 'duplicate'])
    statuses.push((await call('POST', `/templates/${id}`, { key, body: { action } })).status);
  expect(statuses).toEqual([200, 403, 403, 403]);
});

test('defaults are taken as variables are, whatever their names, and told as strings [Q23]', async () => {
  const { call, body } = await setUp();
  const defaults = '{"__proto__": "p", "n": 1, "b": true, "e": null, "lines": "a\\nb"}';
  const raw = JSON.stringify({ ...body, defaults: 0 }).replace('"defaults":0', `"defaults":${defaults}`);
  const made = await call('POST', '/templates', { raw });
  const told = JSON.stringify((made.body.template as Template).defaults);
  expect(told).toBe('{"__proto__":"p","n":"1","b":"true","e":"","lines":"a\\nb"}');
  const listed = (await call('GET', '/templates')).body.templates as Template[];
  expect(JSON.stringify(listed[0]?.defaults)).toBe(told);
});

test('GET /templates filters its list, and leaves out html and text [H28]', async () => {
  const { create, call } = await setUp();
  const made: Template[] = [];
  for (let i = 0; i < 5; i++) made.unshift(await create({ alias: `t${i}`, publish: i % 2 === 0 }));
  const listed = async (query: string) =>
    (await call('GET', `/templates?${query}`)).body.templates as Template[];
  expect(await listed('')).toEqual(
    made.map(({ html: _html, text: _text, warnings: _warnings, samples: _samples, ...rest }) => rest),
  );
  const aliases = async (query: string) => (await listed(query)).map((template) => template.alias);
  expect(await aliases('status=published')).toEqual(['t4', 't2', 't0']);
  expect(await aliases('status=draft')).toEqual(['t3', 't1']);
  await call('PATCH', '/templates/t4', { body: { category: 'product' } });
  expect(await aliases('category=product')).toEqual(['t4']);
  expect(await aliases('category=transactional&status=draft')).toEqual(['t3', 't1']);
  expect(await aliases('category=newsletter')).toEqual([]);
});

test('templates made at once, large and small, are listed by created_at, then id [C5]', async () => {
  const { create, call } = await setUp();
  const large = ctx.runtime.secret(60_000, 'base62');
  await Promise.all(
    Array.from({ length: 24 }, (_, i) => create({ alias: `t${i}`, html: i % 3 === 0 ? large : 'x' })),
  );
  const listed = (await call('GET', '/templates?limit=100')).body.templates as Template[];
  const places = listed.map(({ created_at, id }) => `${created_at} ${id}`);
  expect(places).toHaveLength(24);
  expect(places).toEqual([...places].sort().reverse());
});

test('a body over 24 KB compressed is kept whole, and so is every placeholder [Q18]', async () => {
  const { create, get, call } = await setUp();
  const html = `<p>{{name}}</p>${ctx.runtime.secret(200_000, 'base62')}`;
  const made = await create({ html, publish: true });
  expect((await get(made.id)).html).toBe(html);
  await call('PATCH', `/templates/${made.id}`, { body: { text: '{{more}}' } });
  expect(await get(made.id)).toMatchObject({ html, text: '{{more}}' });
  expect(await get(made.id, '?version=published')).toMatchObject({ html, text: null });
});

test('bodies that no version names any more are deleted [Q18]', async () => {
  const { account, create, call } = await setUp();
  const { id } = await create({ publish: true });
  const seen = [];
  for (const change of [{ text: '1' }, { text: '2' }, { text: '3', publish: true }]) {
    const template = await ctx.templates.get(account.id, id);
    if (template) seen.push(template);
    await call('PATCH', `/templates/${id}`, { body: change });
  }
  // Another process has none of them in memory.
  const { templates } = testContext();
  const bodies = seen.map((template) => {
    const version = template.draft ?? template.published;
    return version && templates.readBody(template, version);
  });
  expect(await Promise.all(bodies)).toEqual([null, null, null]);
  const now = await ctx.templates.get(account.id, id);
  expect(now?.published && (await templates.readBody(now, now.published))?.text).toBe('3');
});

test('DELETE /templates/{template} answers {ok: true}; its alias is free again', async () => {
  const { create, call } = await setUp();
  const { id, alias } = await create({ publish: true });
  const gone = await call('DELETE', `/templates/${alias}`);
  expect([gone.status, gone.body]).toEqual([200, { ok: true }]);
  for (const name of [id, alias]) {
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/templates/${name}`)).status).toBe(404);
  }
  expect((await call('GET', '/templates')).body.templates).toEqual([]);
  expect((await create({ alias })).alias).toBe(alias);
});
