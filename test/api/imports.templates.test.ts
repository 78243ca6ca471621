import type { TemplateItem } from '../../shared/core/records/imports.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { dyingAt, endAfter, importing, killed, migrationOf } from '../support/import-account.ts';
import { stopReceivers } from '../support/receiver.ts';
import type { Row } from '../support/sendgrid.ts';

afterAll(stopReceivers);

const itemsOf = ({ templates }: MigrationRecord) => templates.items;
const idOf = (n: number) => `d-${String(n).padStart(32, '0')}`;

/** A dynamic template with one active version. */
const template = (n: number, name: string, version: Row = {}) => ({
  id: idOf(n),
  name,
  generation: 'dynamic',
  versions: [
    {
      id: `v${n}`,
      active: 1,
      subject: 'S',
      updated_at: '2026-01-02 03:04:05',
      html_content: '<p>{{user.name}}</p>',
      plain_content: 'Hi {{user.name}}',
      ...version,
    },
  ],
});

async function setUp(times: { give_up_s?: number } = {}) {
  const world = await importing('sendgrid', ['templates'], { times });
  const stored = async () => {
    const page = { limit: 100, before: null };
    const { entries: templates } = await world.ctx.templates.list(world.account.id, page);
    return templates.map(({ id: _id, import: _import, ...rest }) => rest);
  };
  return { ...world, stored };
}

test('templates come over published, under their aliases, with what they became [M42, M43, M45, M50]', async () => {
  const { provider, start, call } = await setUp();
  provider.templates.push(
    template(2, 'Order shipped!', {
      subject: '{{order.id}} is on its way',
      html_content: '<b>{{{user.name}}}</b> {{insert city "default=there"}}',
      plain_content: '',
    }),
    template(1, 'Welcome', {
      html_content: '<p>{{#if vip}}x{{/if}}</p><a href="{{{unsubscribe}}}">stop</a>',
    }),
  );
  const migration = migrationOf(await start());
  expect(migration).toMatchObject({ status: 'partial', errors: [], has_more: false });
  expect(migration.templates).toEqual({
    totals: { found: 2, imported: 1, needs_attention: 1, skipped: 0, failed: 0 },
    items: [
      {
        name: 'Welcome',
        source_id: idOf(1),
        alias: 'welcome',
        status: 'needs_attention',
        reason: 'unsubscribe_link',
        message: null,
        template_id: expect.stringMatching(/^tpl_/),
        published: false,
        variables: ['user_name'],
        notes: ['left_as_written: {{#if vip}}, {{/if}}', 'unsubscribe_link: {{{unsubscribe}}}'],
      },
      {
        name: 'Order shipped!',
        source_id: idOf(2),
        alias: 'order-shipped',
        status: 'imported',
        reason: null,
        message: null,
        template_id: expect.stringMatching(/^tpl_/),
        published: true,
        variables: ['order_id', 'user_name', 'city'],
        notes: ['raw_escaped: user.name', 'default_kept: city = "there"'],
      },
    ],
  });
  expect(migration.template_map).toEqual([
    { source_id: idOf(1), alias: 'welcome' },
    { source_id: idOf(2), alias: 'order-shipped' },
  ]);
  expect((await call('GET', '/templates/order-shipped')).body.template).toMatchObject({
    name: 'Order shipped!',
    status: 'published',
    version: 1,
    category: 'transactional',
    subject: '{{order_id}} is on its way',
    html: '<b>{{user_name}}</b> {{city}}',
    text: null,
    defaults: { city: 'there' },
  });
  expect((await call('GET', '/templates/welcome')).body.template).toMatchObject({
    status: 'draft',
    category: 'product',
    unsubscribe_enabled: true,
    html: '<p>{{#if vip}}x{{/if}}</p><a href="{{unsubscribe_url}}">stop</a>',
  });
  expect(migrationOf(await call('GET', `/migrations/${migration.id}`))).toEqual(migration);
  expect((await call('GET', '/migrations')).body.migrations).toMatchObject([
    { totals: { templates: { found: 2, imported: 1, needs_attention: 1 } } },
  ]);
});

test('aliases of one name; a template is found by its source after it was renamed, and again after it was deleted [M42]', async () => {
  const { provider, start, call } = await setUp();
  provider.templates.push(
    template(3, 'Hello'),
    template(1, 'Hello'),
    template(2, 'hello!'),
    template(4, '¿?'),
  );
  await call('POST', '/templates', { body: { name: 'Mine', subject: 's', text: 'x', alias: 'mine' } });
  provider.templates.push(template(5, 'Mine'));
  const first = migrationOf(await start());
  expect(itemsOf(first).map(({ alias, status }) => [alias, status])).toEqual([
    ['hello', 'imported'],
    ['hello-00000000', 'imported'],
    ['hello-00000000000000000000000000000003', 'imported'],
    ['template-00000000', 'imported'],
    ['mine', 'skipped'],
  ]);
  provider.templates.length = 0;
  provider.templates.push(template(6, 'Draft', { html_content: '{{#a}}{{/a}}' }));
  await start();
  expect((await call('PATCH', '/templates/draft', { body: { alias: 'renamed', html: 'new' } })).status).toBe(
    200,
  );
  expect(itemsOf(migrationOf(await start()))).toMatchObject([{ alias: 'renamed', reason: 'already_here' }]);
  expect((await call('DELETE', '/templates/renamed')).status).toBe(200);
  expect(itemsOf(migrationOf(await start()))).toMatchObject([{ alias: 'draft', status: 'needs_attention' }]);
});

test('what fails, with its reason; the rest goes on, and nothing of a failed one is stored [M43, M51]', async () => {
  const { provider, start, stored } = await setUp();
  provider.templates.push(
    { ...template(1, 'None'), versions: [] },
    template(2, 'Empty', { html_content: '{{! only }}', plain_content: '' }),
    template(3, 'Large', { html_content: 'x'.repeat(2 * 1024 * 1024 + 1) }),
    template(4, 'Many', { html_content: Array.from({ length: 1001 }, (_, i) => `{{v${i}}}`).join('') }),
    template(5, 'Gone'),
    template(6, 'Fine'),
  );
  provider.faults.push({ when: new RegExp(`${idOf(5)}$`), reply: { status: 404, body: {} } });
  const migration = migrationOf(await start());
  expect(itemsOf(migration).map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ['None', 'failed', 'no_version'],
    ['Empty', 'failed', 'no_content'],
    ['Large', 'failed', 'too_large'],
    ['Many', 'failed', 'too_many_variables'],
    ['Gone', 'failed', 'unreadable'],
    ['Fine', 'imported', null],
  ]);
  for (const { status, message, alias, template_id } of itemsOf(migration).slice(0, 5)) {
    expect([status, alias, template_id]).toEqual(['failed', null, null]);
    expect(message).toMatch(/\.$|404$/);
  }
  expect(migration.template_map).toEqual([{ source_id: idOf(6), alias: 'fine' }]);
  expect(await stored()).toHaveLength(1);
});

test('the active version, else the newest; its content may come apart from it [M43]', async () => {
  const { provider, start, call } = await setUp();
  const version = (id: string, more: Row) => ({
    id,
    subject: id,
    html_content: id,
    plain_content: '',
    ...more,
  });
  provider.templates.push(
    {
      ...template(1, 'Active'),
      versions: [
        version('new', { active: 0, updated_at: '2026-02-01 00:00:00' }),
        version('live', { active: 1, updated_at: '2025-01-01 00:00:00' }),
      ],
    },
    {
      ...template(2, 'Newest'),
      versions: [
        version('old', { active: 0, updated_at: '2025-01-01 00:00:00' }),
        version('later', { active: 0, updated_at: '2025-01-02 00:00:00' }),
      ],
    },
    { ...template(3, 'Legacy'), generation: 'legacy', id: 'ad0d2875-9fad-4434-9d3d-0c5c5d2c7a11' },
  );
  const whole = provider.templates[0]?.versions.map(
    ({ html_content: _h, plain_content: _p, ...rest }) => rest,
  );
  provider.faults.push({
    when: new RegExp(`${idOf(1)}$`),
    reply: { status: 200, body: { ...provider.templates[0], versions: whole } },
  });
  expect(itemsOf(migrationOf(await start())).map(({ alias, reason }) => [alias, reason])).toEqual([
    ['legacy', 'legacy'],
    ['active', null],
    ['newest', null],
  ]);
  expect((await call('GET', '/templates/active')).body.template).toMatchObject({ html: 'live' });
  expect((await call('GET', '/templates/newest')).body.template).toMatchObject({ html: 'later' });
});

test('pages of the list, and several requests; each answers for itself [M16, M20, M22]', async () => {
  const { provider, start, clock, finish } = await setUp();
  // A slow machine must not end a request before its 80 templates.
  clock.hold();
  for (let n = 0; n < 205; n++) provider.templates.push(template(n, `T ${n}`));
  for (let n = 0; n < 190; n++) provider.templates.push(template(n, `T ${n}`));
  let read = 0;
  provider.hooks.before = (path) => {
    if (path.includes('/d-') && ++read % 80 === 0) clock.advance(26_000);
  };
  const first = migrationOf(await start());
  expect(first).toMatchObject({ status: 'in_progress', has_more: true });
  const n = first.templates.totals.found;
  expect(n).toBeGreaterThan(70);
  expect(first.templates.items).toHaveLength(n);
  expect(first.template_map).toHaveLength(n);
  const second = migrationOf(await start({ cursor: first.next_cursor }));
  expect(second.template_map.length).toBe(n + second.templates.totals.found);
  const whole = await finish(second);
  expect(whole.status).toBe('completed');
  expect(whole.templates.totals).toMatchObject({ found: 205, imported: 205 });
  expect(whole.template_map.map(({ alias }) => alias)).toEqual(
    Array.from({ length: 205 }, (_, i) => `t-${i}`),
  );
});

test.each([1, 4, 6, 'record'] as const)(
  'a request that is killed at its write %s; what it made counts once, and what is stored is the same [M17]',
  async (dieAt) => {
    const world = await setUp();
    for (let n = 1; n <= 4; n++) world.provider.templates.push(template(n, `T ${n % 3}`));
    endAfter(world, 'scopes');
    const first = migrationOf(await world.start());
    expect(first.templates.totals.found).toBe(0);
    const dying = dyingAt(Number(dieAt));
    const { templates, imports } = world.ctx;
    const dead = await world.startIn({
      ...world.ctx,
      templates: { ...templates, putBody: dying(templates.putBody), create: dying(templates.create) },
      imports: { ...imports, ...(dieAt === 'record' && { record: killed }), release: async () => {} },
    } as Context)({ cursor: first.next_cursor });
    expect(dead.status).toBe(500);
    world.clock.advance(60_000);
    const whole = await world.finish(migrationOf(await world.start({ cursor: first.next_cursor })));
    const calm = await setUp();
    calm.provider.templates.push(...world.provider.templates);
    const expected = migrationOf(await calm.start());
    const plain = (items: TemplateItem[]) => items.map((item) => ({ ...item, template_id: null }));
    expect(plain(itemsOf(whole))).toEqual(plain(itemsOf(expected)));
    expect(whole.templates.totals).toEqual(expected.templates.totals);
    expect(whole.template_map).toEqual(expected.template_map);
    const shown = async ({ stored }: typeof world) =>
      (await stored()).map(({ alias, name, sources }) => [alias, name, sources].join()).sort();
    expect(await shown(world)).toEqual(await shown(calm));
  },
);

test('a preview names what would come, the plan included, and stores nothing [M28]', async () => {
  const { provider, start, stored, call } = await setUp();
  for (let n = 1; n <= 3; n++) provider.templates.push(template(n, `T ${n}`));
  provider.templates.push(template(4, 'Product', { html_content: '[unsubscribe]' }));
  await call('POST', '/templates', { body: { name: 'T 1', subject: 's', text: 'x' } });
  const before = await stored();
  const preview = migrationOf(await start({ dry_run: true }));
  expect(preview).toMatchObject({
    id: null,
    status: 'partial',
    has_more: false,
    templates: { totals: { found: 4, imported: 2, needs_attention: 1, skipped: 1, failed: 0 } },
  });
  expect(
    itemsOf(preview).map(({ alias, status, reason, template_id }) => [alias, status, reason, template_id]),
  ).toEqual([
    ['t-1', 'skipped', 'already_here', null],
    ['t-2', 'would_import', null, null],
    ['t-3', 'would_import', null, null],
    ['product', 'would_import', 'unsubscribe_link', null],
  ]);
  expect(preview.template_map).toHaveLength(4);
  expect(await stored()).toEqual(before);
});

test('the plan includes no more templates, in a preview and in an import [M51]', async () => {
  const world = await setUp();
  for (let n = 1; n <= 4; n++) world.provider.templates.push(template(n, `T ${n}`));
  const { templates } = world.ctx;
  const start = world.startIn({
    ...world.ctx,
    templates: { ...templates, create: (made, _limit, origin) => templates.create(made, 2, origin) },
  });
  const reasons = itemsOf(migrationOf(await start())).map(({ status, reason }) => [status, reason]);
  expect(reasons).toEqual([
    ['imported', null],
    ['imported', null],
    ['failed', 'plan_limit'],
    ['failed', 'plan_limit'],
  ]);
});

test('a list that cannot be read is one error; details that fail in a row end the templates [M9, M11]', async () => {
  const { provider, start, clock, finish } = await setUp({ give_up_s: 30 });
  clock.skipSleeps();
  provider.templates.push(template(1, 'A'));
  provider.faults.push({ when: /templates\?/, reply: { status: 403, body: {} } });
  expect(migrationOf(await start())).toMatchObject({
    status: 'failed',
    errors: [
      {
        resource: 'templates',
        code: 'provider_forbidden',
        message: 'templates: SendGrid returned status 403',
      },
    ],
  });
  for (let n = 2; n <= 8; n++) provider.templates.push(template(n, `N ${n}`));
  provider.faults.push({ when: /templates\/d-/, reply: { status: 500, body: {} }, times: 1000 });
  let last = migrationOf(await start());
  expect(last).toMatchObject({ has_more: true, retry_after_seconds: 5 });
  for (let round = 0; last.has_more && round < 30; round++) {
    clock.advance(40_000);
    last = migrationOf(await start({ cursor: last.next_cursor }));
  }
  const whole = await finish(last);
  expect(whole.templates.totals).toMatchObject({ found: 3, failed: 3 });
  expect(whole.errors.map(({ code, retryable }) => [code, retryable])).toEqual(
    Array(3).fill(['provider_unavailable', true]),
  );
  expect(whole.errors[0]?.message).toBe('template "A": SendGrid did not respond');
});

test('an abandoned import names the resource at which it ended [M29]', async () => {
  const { provider, clock, start, call } = await setUp();
  provider.faults.push({ when: /templates/, reply: { status: 429, headers: { 'retry-after': '60' } } });
  const { id } = migrationOf(await start());
  clock.advance(86_400_000);
  expect(migrationOf(await call('GET', `/migrations/${id}`))).toMatchObject({
    status: 'failed',
    errors: [{ resource: 'templates', code: 'abandoned' }],
  });
});
