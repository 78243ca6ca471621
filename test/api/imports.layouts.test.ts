import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { importing, migrationOf } from '../support/import-account.ts';
import { templatesOfMailgun, templatesOfPostmark } from '../support/provider-templates.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

test('templates of Postmark with their layouts, each read once; what is no template is left out [M42, M43, M49]', async () => {
  const { provider, call, start } = await importing('postmark', ['templates']);
  const templates = templatesOfPostmark(provider);
  templates.push(
    {
      TemplateId: 11,
      Name: 'Base',
      Alias: 'base',
      TemplateType: 'Layout',
      Active: true,
      HtmlBody: '<main>{{{ @content }}}</main>',
      TextBody: null,
    },
    {
      TemplateId: 12,
      Name: 'Welcome mail',
      Alias: 'Welcome_1',
      Subject: 'Hi {{ person.name }}',
      HtmlBody: '<style>p{}</style><p>{{person.name}} $&</p>',
      TextBody: 'Hi',
      LayoutTemplate: 'base',
    },
    {
      TemplateId: 13,
      Name: 'Reset',
      Alias: null,
      Subject: null,
      HtmlBody: null,
      TextBody: '{{#each items}}{{name}}{{/each}}',
      LayoutTemplate: 'null',
    },
    {
      TemplateId: 14,
      Name: 'Around',
      Alias: 'around',
      Subject: 'A',
      HtmlBody: 'x',
      TextBody: null,
      LayoutTemplate: 'gone',
    },
    {
      TemplateId: 15,
      Name: 'Also',
      Alias: 'also',
      Subject: 'A',
      HtmlBody: '<a href="{{{ pm:unsubscribe }}}">x</a>',
      TextBody: null,
      LayoutTemplate: 'base',
    },
    { TemplateId: 16, Name: 'Deleted', Alias: 'deleted', Active: false, Subject: 'A', HtmlBody: 'x' },
  );
  const migration = migrationOf(await start());
  expect(
    migration.templates.items.map(({ source_id, alias, status, reason, notes }) => [
      source_id,
      alias,
      status,
      reason,
      notes,
    ]),
  ).toEqual([
    ['12', 'welcome_1', 'imported', null, ['layout_merged: base']],
    ['13', 'reset', 'needs_attention', 'blocks', ['left_as_written: {{#each items}}, {{name}}, {{/each}}']],
    ['14', 'around', 'needs_attention', 'syntax', ['missing_layout: gone']],
    [
      '15',
      'also',
      'needs_attention',
      'unsubscribe_link',
      ['layout_merged: base', 'unsubscribe_link: {{{ pm:unsubscribe }}}'],
    ],
  ]);
  expect(migration.attention).toEqual([
    {
      resource: 'templates',
      name: 'Welcome mail',
      reason: 'css_not_inlined',
      action: expect.stringContaining('inline'),
    },
  ]);
  expect((await call('GET', '/templates/welcome_1')).body.template).toMatchObject({
    subject: 'Hi {{person_name}}',
    text: 'Hi',
    html: '<main><style>p{}</style><p>{{person_name}} $&</p></main>',
  });
  expect((await call('GET', '/templates/reset')).body.template).toMatchObject({
    subject: '{{subject}}',
    html: null,
  });
  expect(provider.seen.filter((path) => path === '/templates/base')).toHaveLength(1);
  const csv = await call('GET', `/migrations/${migration.id}/report`);
  expect(csv.text).toContain('templates,Welcome mail,attention,css_not_inlined,');
  expect(csv.text).toMatch(/templates,Around,needs_attention,syntax,missing_layout: gone,tpl_/);
});

const receiptOf = (TemplateId: number, HtmlBody: string) => ({
  TemplateId,
  Name: 'Receipt',
  Alias: 'receipt',
  Subject: 'S',
  HtmlBody,
  TextBody: null,
});
const rowsOf = ({ templates: { items } }: MigrationRecord) =>
  items.map(({ alias, status, notes }) => [alias, status, notes]);

test('the same alias of a second Postmark server is a template of its own, never the body of another [M73]', async () => {
  const { provider, call, start } = await importing('postmark', ['templates']);
  const templates = templatesOfPostmark(provider);
  const htmlOf = async (alias: string) =>
    ((await call('GET', `/templates/${alias}`)).body.template as { html: string }).html;
  templates.push(receiptOf(1, 'of production'));
  expect(rowsOf(migrationOf(await start()))).toEqual([['receipt', 'imported', []]]);
  // A server of its own: another name, and other ids.
  Object.assign(provider.server, { ID: 2, Name: 'Staging (EU)' });
  templates.splice(0, 1, receiptOf(2, 'of staging'));
  const note = 'same_alias: another template already has the alias receipt';
  const preview = migrationOf(await start({ dry_run: true }));
  expect(rowsOf(preview)).toEqual([['receipt-staging-eu', 'would_import', [note]]]);
  const second = migrationOf(await start());
  expect(rowsOf(second)).toEqual([['receipt-staging-eu', 'imported', [note]]]);
  expect(second.template_map).toEqual([{ source_id: '2', alias: 'receipt-staging-eu' }]);
  // A third one of the same name, whose alias is taken as well.
  templates.splice(0, 1, receiptOf(3, 'of a third'));
  const third = migrationOf(await start());
  expect(third.template_map).toEqual([{ source_id: '3', alias: 'receipt-3' }]);
  expect(await Promise.all(['receipt', 'receipt-staging-eu', 'receipt-3'].map(htmlOf))).toEqual([
    'of production',
    'of staging',
    'of a third',
  ]);
  const again = migrationOf(await start());
  expect(rowsOf(again)).toEqual([['receipt-3', 'skipped', []]]);
});

test('an alias of a template that no import made is skipped, as the interface says [M42, M73]', async () => {
  const { provider, call, start } = await importing('postmark', ['templates']);
  templatesOfPostmark(provider).push(receiptOf(1, 'theirs'));
  await call('POST', '/templates', { body: { name: 'Receipt', subject: 's', text: 'ours' } });
  expect(rowsOf(migrationOf(await start()))).toEqual([['receipt', 'skipped', []]]);
});

test('a template of one name in another region of Mailgun is found by its domain, not by its name alone [M73]', async () => {
  const { provider, call, start } = await importing('mailgun', ['templates']);
  const templates = templatesOfMailgun(provider);
  for (const name of ['us.example', 'eu.example']) {
    provider.domains.splice(0, 1, { name, type: 'custom', state: 'active' });
    templates.add(name, 'hello', { template: name });
    await start();
  }
  const again = migrationOf(await start());
  expect(rowsOf(again)).toEqual([['hello-eu.example', 'skipped', []]]);
  expect((await call('GET', '/templates/hello')).body.template).toMatchObject({ html: 'us.example' });
  expect((await call('GET', '/templates/hello-eu.example')).body.template).toMatchObject({
    html: 'eu.example',
  });
});

test('templates of Mailgun by domain, each a template of its own [M42, M43, M47]', async () => {
  const { provider, call, start } = await importing('mailgun', ['templates']);
  const templates = templatesOfMailgun(provider);
  provider.domains.push(
    { name: 'a.example', type: 'custom', state: 'active' },
    { name: 'b.example', type: 'custom', state: 'active' },
    { name: 'sandbox.mailgun.org', type: 'sandbox', state: 'active' },
  );
  const hello = {
    template: '<p>Hi %recipient.first%</p>',
    headers: { subject: 'Hi {{fname}}', From: 'x@a.example' },
  };
  templates.add('a.example', 'hello', hello);
  templates.add('b.example', 'hello', hello);
  templates.add('a.example', 'other', { template: 'A', headers: { Subject: 'A' } });
  templates.add('b.example', 'other', { template: 'B {{~x~}} ', headers: { Subject: 'B' } });
  templates.add('b.example', 'draft', { template: 'old', active: false }, { template: 'new', active: false });
  templates.add('b.example', 'none');
  const first = migrationOf(await start());
  const { items } = first.templates;
  expect(items.map(({ source_id, alias, status, reason }) => [source_id, alias, status, reason])).toEqual([
    ['a.example/hello', 'hello', 'imported', null],
    ['a.example/other', 'other', 'imported', null],
    ['b.example/draft', 'draft', 'imported', null],
    ['b.example/hello', 'hello-b.example', 'imported', null],
    ['b.example/none', null, 'failed', 'no_version'],
    ['b.example/other', 'other-b.example', 'imported', null],
  ]);
  expect(items[0]?.notes).toEqual(['from_ignored: set from and reply_to when you send']);
  expect(first.template_map).toHaveLength(5);
  expect((await call('GET', '/templates/hello')).body.template).toMatchObject({
    subject: 'Hi {{fname}}',
    html: '<p>Hi {{first}}</p>',
    text: null,
    status: 'published',
  });
  expect((await call('GET', '/templates/draft')).body.template).toMatchObject({
    html: 'new',
    subject: '{{subject}}',
  });
});

test('the templates of one domain that cannot be read are an error, and the others come [M9]', async () => {
  const { provider, start } = await importing('mailgun', ['templates']);
  const templates = templatesOfMailgun(provider);
  for (const name of ['a.example', 'b.example']) {
    provider.domains.push({ name, type: 'custom', state: 'active' });
    templates.add(name, 'hello', { template: name });
  }
  provider.faults.push({ when: /a\.example\/templates\?/, reply: { status: 403, body: {} } });
  expect(migrationOf(await start())).toMatchObject({
    status: 'partial',
    templates: { totals: { found: 1, imported: 1 } },
    errors: [{ code: 'provider_forbidden', message: 'templates of a.example: Mailgun returned status 403' }],
  });
});
