import { unsubscribeMarker } from '../../shared/domain/content/placeholders.ts';
import { issuesOf, keyWith } from '../support/api.ts';
import { setUp } from '../support/template-sends.ts';

test('a send by alias or id is rendered; the record names the alias [H6, H27]', async () => {
  const { create, call, email, send, stored } = await setUp();
  const { id } = await create({ text: 'Hi {{ name }}' });
  const expected = {
    subject: 'Hi A & <B> C',
    html: '<b>A &amp; &lt;B&gt;\nC</b>',
    text: 'Hi A & <B>\nC',
    category: 'transactional',
    template: 'reset',
    unsubscribe: false,
  };
  const variables = { name: 'A & <B>\nC', unused: 'x', 'no name': 1 };
  const sent = await send(variables);
  expect(await stored(sent)).toEqual(expected);
  expect(
    await stored(await call('POST', '/emails', { body: { ...email, template: { id, variables } } })),
  ).toEqual(expected);
  const { body } = await call('GET', `/emails/${sent.body.id}`);
  expect(body.email).toMatchObject({ subject: expected.subject, template: 'reset' });
});

test('category and managed unsubscribe come from the template unless the send says otherwise [rules 10, 11]', async () => {
  const { create, send, stored } = await setUp();
  await create({ subject: 's', html: 'x', category: 'product' });
  const of = async (change: object) => {
    const { category, unsubscribe } = await stored(await send(undefined, change));
    return [category, unsubscribe];
  };
  expect(await of({})).toEqual(['product', true]);
  expect(await of({ category: 'newsletter' })).toEqual(['newsletter', true]);
  expect(await of({ category: 'transactional' })).toEqual(['transactional', true]);
  expect(await of({ unsubscribe: false })).toEqual(['product', false]);
  await create({ alias: 'plain', subject: 's', html: 'x' });
  const plain = { template: { id: 'plain' } };
  expect(await of(plain)).toEqual(['transactional', false]);
  expect(await of({ ...plain, category: 'newsletter' })).toEqual(['newsletter', false]);
  expect(await of({ ...plain, unsubscribe: true })).toEqual(['transactional', true]);
});

test('{{unsubscribe_url}} of the template is marked, the same word in a value stays literal [Q6, Q24]', async () => {
  const { create, send, stored } = await setUp();
  await create({
    subject: '{{name}} {{unsubscribe_url}}',
    html: '<a href="{{ unsubscribe_url }}">{{name}}</a>',
    text: '{{unsubscribe_url}}{{name}}',
    category: 'product',
  });
  const name = '{{unsubscribe_url}}';
  const marked = await stored(await send({ name }));
  expect(marked).toMatchObject({
    subject: `${name} ${unsubscribeMarker}`,
    html: `<a href="${unsubscribeMarker}">${name}</a>`,
    text: `${unsubscribeMarker}${name}`,
  });
  const forged = await send({ name: unsubscribeMarker });
  expect([forged.status, issuesOf(forged)]).toEqual([400, [['template.variables.name', 'format']]]);
  const override = await stored(await send({ name: 'x' }, { subject: '{{name}}: {{unsubscribe_url}}' }));
  expect(override.subject).toBe(`{{name}}: ${unsubscribeMarker}`);
});

test('a template that holds {{unsubscribe_url}} is 400 while managed unsubscribe is off [Q24]', async () => {
  const { create, send, stored } = await setUp();
  await create({ subject: 's', html: '{{unsubscribe_url}}', unsubscribe_enabled: true });
  const off = await send(undefined, { unsubscribe: false });
  expect([off.status, issuesOf(off)]).toEqual([400, [['unsubscribe', 'conflict']]]);
  await create({ alias: 'subject', subject: '{{unsubscribe_url}}', html: 'x' });
  const template = { id: 'subject' };
  expect((await send(undefined, { template })).status).toBe(400);
  // Only parts that go out count; an override while it is off stays as written.
  for (const subject of ['a {{unsubscribe_url}}', 'a {{ unsubscribe_url }}']) {
    const literal = await stored(await send(undefined, { template, subject }));
    expect(literal).toMatchObject({ subject, unsubscribe: false });
  }
});

test('missing variables are 400 in order of first use, each with its issue; defaults, "" and null are given [Q23]', async () => {
  const { create, send, stored } = await setUp();
  await create({
    subject: '{{b}} {{constructor}}',
    html: '{{a}} {{b}} {{__proto__}} {{d}}',
    text: '{{toString}}',
    defaults: { d: 'D' },
  });
  const missing = await send({ x: 1 });
  expect([missing.status, missing.body.error?.code]).toEqual([400, 'validation_error']);
  const names = ['b', 'constructor', 'a', '__proto__', 'toString'];
  expect(missing.body.error?.details?.missing_variables).toEqual(names);
  expect(issuesOf(missing)).toEqual(names.map((name) => [`template.variables.${name}`, 'required']));
  expect((await send({ x: 1 })).body.error).toEqual(missing.body.error);
  const variables = JSON.parse('{"a": "", "b": null, "constructor": 1, "__proto__": true, "toString": "t"}');
  expect(await stored(await send(variables))).toMatchObject({
    subject: '1',
    html: '  true D',
    text: 't',
  });
  const override = await send(undefined, { subject: '{{b}}' });
  expect(override.body.error?.details?.missing_variables).toEqual(['a', 'b', '__proto__', 'toString']);
});

test('the rendered subject is trimmed and 1-998 characters; html over 2 MB is 400 [Q22]', async () => {
  const { create, send, stored } = await setUp();
  await create({ subject: ' {{name}} ', html: '{{name}}'.repeat(40) });
  expect((await stored(await send({ name: ' a\r\n' }))).subject).toBe('a');
  for (const name of ['\n ', 'x'.repeat(999)]) {
    const answer = await send({ name });
    expect([answer.status, issuesOf(answer)]).toEqual([400, [['subject', 'length']]]);
  }
  await create({ alias: 'loud', subject: '{{name}}'.repeat(60), html: 'x' });
  const huge = await send(
    { name: 'x'.repeat(60 * 1024) },
    { template: { id: 'loud', variables: { name: 'x'.repeat(60 * 1024) } } },
  );
  expect([huge.status, issuesOf(huge)]).toEqual([400, [['subject', 'length']]]);
  const long = await send({ name: 'x'.repeat(60 * 1024) }, { subject: 's' });
  expect([long.status, issuesOf(long)]).toEqual([400, [['template.variables', 'length']]]);
});

test('an unknown alias is 404, another account’s too; a draft is 400 with the hint to publish it [H6]', async () => {
  const { create, send } = await setUp();
  const other = await setUp();
  const foreign = await other.create();
  for (const id of ['reset', foreign.id, 'No Alias', 'tpl_x', '../x', 'x'.repeat(3_000)]) {
    const answer = await send(undefined, { template: { id } });
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
  }
  await create({ publish: false });
  const draft = await send({ name: 'x' });
  expect([draft.status, issuesOf(draft)]).toEqual([400, [['template.id', 'conflict']]]);
  expect((draft.body.error as { hint?: string }).hint).toContain('Publish it');
});

test.each<[string, object, string, string]>([
  ['html beside it', { html: 'x' }, 'html', 'conflict'],
  ['text beside it', { text: 'x' }, 'text', 'conflict'],
  ['no object', { template: 'reset' }, 'template', 'type'],
  ['no id', { template: {} }, 'template.id', 'required'],
  ['variables are a list', { template: { id: 'reset', variables: ['a'] } }, 'template.variables', 'type'],
  ['nested', { template: { id: 'reset', variables: { a: {} } } }, 'template.variables.a', 'type'],
  [
    'unsubscribe_url (Q24)',
    { template: { id: 'reset', variables: { unsubscribe_url: 'x' } } },
    'template.variables.unsubscribe_url',
    'conflict',
  ],
  [
    'over 64 KB (Q50)',
    { template: { id: 'reset', variables: { a: 'x'.repeat(65_536) } } },
    'template.variables',
    'length',
  ],
])('template with %s is 400 [H6]', async (_name, change, path, rule) => {
  const { send } = await setUp();
  const answer = await send({}, change);
  expect([answer.status, issuesOf(answer)]).toEqual([400, [[path, rule]]]);
});

test('a key with emails:send alone sends by template [Q48]', async () => {
  const { ctx, account, create, call, email } = await setUp();
  await create();
  const key = await keyWith(ctx, account.id, ['emails:send']);
  const body = { ...email, template: { id: 'reset', variables: { name: 'x' } } };
  expect((await call('POST', '/emails', { key, body })).status).toBe(200);
  expect((await call('GET', '/templates/reset', { key })).status).toBe(403);
});

test('a time in the past is a field fault, which comes before an unknown template [C12]', async () => {
  const { call, email } = await setUp();
  const body = { ...email, template: { id: 'nowhere' }, scheduled_at: '2020-01-01T00:00:00Z' };
  const fault = [['scheduled_at', 'range']];
  const alone = await call('POST', '/emails', { body });
  expect([alone.status, issuesOf(alone)]).toEqual([400, fault]);
  const batch = await call('POST', '/emails/batch', {
    body: { emails: [body, { ...body, scheduled_at: null }] },
  });
  const errors = (batch.body.data as { error: { status: number } }[]).map(({ error }) => error);
  expect(errors.map(({ status }) => status)).toEqual([400, 404]);
  expect(issuesOf({ ...batch, body: { error: errors[0] as never } })).toEqual(fault);
});
