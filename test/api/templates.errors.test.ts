import { templateRoutes } from '../../functions/templates/routes.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import { type Client, freshAccount, inProcess, issuesOf, testContext } from '../support/api.ts';

const ctx = testContext();
type Template = { id: string; alias: string };

async function setUp(plan: 'free' | 'dedicated' = 'dedicated') {
  const { api_key } = await freshAccount(ctx, { domain: false, plan });
  const call = inProcess(ctx, templateRoutes, api_key);
  const body = { name: 'Welcome', subject: 'Hello', html: '<p>Hi</p>' };
  const create = async (change: object = {}) =>
    (await call('POST', '/templates', { body: { ...body, ...change } })).body.template as Template;
  return { call, body, create };
}

const faults: [Record<string, unknown>, string, string][] = [
  [{ name: '' }, 'name', 'length'],
  [{ subject: 7 }, 'subject', 'type'],
  [{ subject: 'a\nb' }, 'subject', 'format'],
  [{ subject: 'x'.repeat(999) }, 'subject', 'length'],
  [{ html: 'a\0b' }, 'html', 'format'],
  [{ html: 'x'.repeat(2 * 1024 * 1024 + 1) }, 'html', 'length'],
  [{ category: 'spam' }, 'category', 'enum'],
  [{ unsubscribe_enabled: 'yes' }, 'unsubscribe_enabled', 'type'],
  [{ alias: 'Upper' }, 'alias', 'format'],
  [{ alias: 'tpl_x' }, 'alias', 'format'],
  [{ alias: '-x' }, 'alias', 'format'],
  [{ alias: 'x'.repeat(129) }, 'alias', 'format'],
  [{ defaults: ['a'] }, 'defaults', 'type'],
  [{ defaults: { a: {} } }, 'defaults.a', 'type'],
  [{ defaults: { unsubscribe_url: 'x' } }, 'defaults.unsubscribe_url', 'conflict'],
  [{ html: Array.from({ length: 1_001 }, (_, i) => `{{p${i}}}`).join('') }, 'html', 'length'],
];

test.each<[Record<string, unknown>, string, string]>([
  ...faults,
  [{ name: undefined }, 'name', 'required'],
  [{ subject: undefined }, 'subject', 'required'],
  [{ html: undefined }, 'html', 'required'],
  [{ html: '', text: '' }, 'html', 'required'],
  [{ name: '?!' }, 'alias', 'required'],
  [{ name: `tpl_${'0'.repeat(26)}` }, 'alias', 'required'],
])('POST /templates %#: 400 %s %s', async (change, path, rule) => {
  const { call, body } = await setUp();
  const answer = await call('POST', '/templates', { body: { ...body, ...change } });
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  expect(issuesOf(answer)).toEqual([[path, rule]]);
});

test.each([...faults, [{ html: '' }, 'html', 'required'] as const])(
  'PATCH /templates/{template} %#: 400 and nothing changed',
  async (change, path, rule) => {
    const { call, create } = await setUp();
    const made = await create();
    const answer = await call('PATCH', `/templates/${made.id}`, { body: { text: undefined, ...change } });
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([[path, rule]]);
    expect((await call('GET', `/templates/${made.id}`)).body.template).toEqual(made);
  },
);

test('publish refuses each part that would go out as written, naming the first such form [Q10]', async () => {
  const { call, create } = await setUp();
  const made = await create({ subject: '{{{s}}}', html: '{{a}} {{#if b}}x{{/if}}', text: '{% c %}' });
  const answer = await call('POST', `/templates/${made.id}`, { body: { action: 'publish' } });
  expect(answer.status).toBe(400);
  expect(issuesOf(answer)).toEqual([
    ['subject', 'format'],
    ['html', 'format'],
    ['text', 'format'],
  ]);
  const forms = ['{{{s}}}', '{{#if b}}', '{% c %}'];
  const named = forms.map((form) => ({ message: expect.stringContaining(form) }));
  expect(answer.body.error?.details?.issues).toMatchObject(named);
  expect((await call('GET', `/templates/${made.id}`)).body.template).toEqual(made);
});

test('publish: true with a fault creates nothing [Q35]', async () => {
  const { call, body } = await setUp();
  const answer = await call('POST', '/templates', { body: { ...body, html: '{{a.b}}', publish: true } });
  expect([answer.status, issuesOf(answer)]).toEqual([400, [['html', 'format']]]);
  expect((await call('GET', '/templates')).body.templates).toEqual([]);
  expect((await call('POST', '/templates', { body })).status).toBe(201);
});

test('an alias that exists is 409, at create, change and duplicate; the other keeps it [H28]', async () => {
  const { call, create } = await setUp();
  const one = await create({ alias: 'one' });
  const two = await create({ alias: 'two' });
  const attempts = [
    await call('POST', '/templates', { body: { name: 'x', subject: 's', text: 't', alias: 'one' } }),
    await call('PATCH', '/templates/two', { body: { alias: 'one', subject: 'S' } }),
    await call('POST', '/templates/two', { body: { action: 'duplicate', alias: 'one' } }),
  ];
  for (const { status, body } of attempts) {
    expect([status, body.error?.code, body.error?.details]).toEqual([
      409,
      'conflict',
      { reason: 'alias_taken', alias: 'one' },
    ]);
  }
  expect((await call('GET', '/templates/one')).body.template).toEqual(one);
  expect((await call('GET', '/templates/two')).body.template).toEqual(two);
  expect((await call('GET', '/templates')).body.templates).toHaveLength(2);
});

test('the alias of a template that was ever published is 409 [Q35]', async () => {
  const { call, create } = await setUp();
  const { id } = await create({ publish: true });
  await call('POST', `/templates/${id}`, { body: { action: 'unpublish' } });
  const answer = await call('PATCH', `/templates/${id}`, { body: { alias: 'new' } });
  expect([answer.status, answer.body.error?.details?.reason]).toEqual([409, 'published']);
});

test('?version=published of a template that is not published is 404, and a draft that is not there too [Q35]', async () => {
  const { call, create } = await setUp();
  const { id } = await create();
  const answer = await call('GET', `/templates/${id}?version=published`);
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
  await call('POST', `/templates/${id}`, { body: { action: 'publish' } });
  expect((await call('GET', `/templates/${id}?version=published`)).status).toBe(200);
  expect((await call('GET', `/templates/${id}?version=draft`)).status).toBe(404);
  const unknown = await call('GET', `/templates/${id}?version=1`);
  expect([unknown.status, issuesOf(unknown)]).toEqual([400, [['version', 'enum']]]);
});

test('over the plan is 403 plan_limit, exact under concurrency; a delete makes room [H4, A37]', async () => {
  // The request rate is out of the way (Q7).
  const { api_key } = await createAccount(ctx, {
    email: `owner-${ctx.runtime.id('acc')}@example.com`,
    plan: 'free',
    payment_method: true,
    requests_per_second: 10_000,
  });
  const functions = Array.from({ length: 4 }, () => inProcess(testContext(), templateRoutes, api_key));
  const post = (i: number) =>
    (functions[i % 4] as Client)('POST', '/templates', {
      body: { name: 'x', subject: 's', text: 't', alias: `t${i}` },
    });
  const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => post(i)));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
  const refused = answers.filter((answer) => answer.status !== 201);
  for (const { status, body } of refused) {
    expect([status, body.error]).toEqual([
      403,
      expect.objectContaining({
        code: 'plan_limit',
        details: { limit: 20, used: 20, period: 'total' },
        upgrade_url: expect.any(String),
      }),
    ]);
  }
  const call = functions[0] as Client;
  const listed = (await call('GET', '/templates?limit=100')).body.templates as Template[];
  expect(listed).toHaveLength(20);
  const gone = [0, 1].map(() => call('DELETE', `/templates/${listed[0]?.id}`));
  expect((await Promise.all(gone)).map((answer) => answer.status).sort()).toEqual([200, 404]);
  const more = await Promise.all([post(100), post(101)]);
  expect(more.map((answer) => answer.status).sort()).toEqual([201, 403]);
});

test('edits at once are applied one after the other: none is lost, none is 503', async () => {
  const { call, create } = await setUp();
  const { id } = await create();
  const fields = [{ subject: 'S' }, { text: 'T' }, { category: 'product' }, { name: 'N' }];
  const changes = [...fields, ...Array.from({ length: 12 }, (_, i) => ({ html: `<p>${i}</p>` }))];
  const answers = await Promise.all(changes.map((body) => call('PATCH', `/templates/${id}`, { body })));
  expect(answers.map((answer) => answer.status)).toEqual(Array(16).fill(200));
  expect((await call('GET', `/templates/${id}`)).body.template).toMatchObject({
    subject: 'S',
    text: 'T',
    category: 'product',
    name: 'N',
  });
});

test('an action is required and one of the four [H28]', async () => {
  const { call, create } = await setUp();
  const { id } = await create();
  const actions: [unknown, string][] = [
    [{}, 'required'],
    [{ action: 'delete' }, 'enum'],
  ];
  for (const [body, rule] of actions) {
    const answer = await call('POST', `/templates/${id}`, { body });
    expect([answer.status, issuesOf(answer)]).toEqual([400, [['action', rule]]]);
  }
  const preview = { action: 'preview', variables: { a: [1], unsubscribe_url: 'x' } };
  expect(issuesOf(await call('POST', `/templates/${id}`, { body: preview }))).toEqual([
    ['variables.a', 'type'],
    ['variables.unsubscribe_url', 'conflict'],
  ]);
});

test("another account's alias is free, and its template is out of reach by alias and id [C13]", async () => {
  const mine = await setUp();
  const other = await setUp();
  const made = await mine.create({ alias: 'shared-name' });
  expect((await other.call('GET', '/templates/shared-name')).status).toBe(404);
  expect((await other.create({ alias: 'shared-name' })).alias).toBe('shared-name');
  for (const method of ['GET', 'DELETE']) {
    expect((await other.call(method, `/templates/${made.id}`)).status).toBe(404);
  }
  expect((await mine.call('GET', '/templates/shared-name')).body.template).toEqual(made);
});
