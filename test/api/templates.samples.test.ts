import { templateRoutes } from '../../functions/templates/routes.ts';
import { maxPlaceholders } from '../../shared/domain/templates/template-rules.ts';
import { keys } from '../../shared/store/schema.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';

const ctx = testContext();
type Template = Record<string, unknown> & { id: string; version: number };

async function setUp() {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, templateRoutes, api_key);
  const of = async (asked: ReturnType<typeof call>) => (await asked).body.template as Template;
  const body = { name: 'Receipt', alias: 'r', subject: 'Receipt {{n}}', html: '<p>{{name}}</p>' };
  const preview = async (action: object = {}) =>
    (await call('POST', '/templates/r', { body: { action: 'preview', ...action } })).body.preview;
  return { account, call, of, body, preview };
}

test('samples are kept with the template, change at once, and make no draft [H28]', async () => {
  const { call, of, body } = await setUp();
  const samples = { n: 4711, name: 'Ada\nLovelace', paid: true, note: null };
  const made = await of(call('POST', '/templates', { body: { ...body, samples, publish: true } }));
  expect(made.samples).toEqual({ n: '4711', name: 'Ada\nLovelace', paid: 'true', note: '' });

  const changed = await of(call('PATCH', '/templates/r', { body: { samples: { n: '1' } } }));
  expect(changed).toMatchObject({ samples: { n: '1' }, has_unpublished_changes: false, version: 1 });
  expect(changed.updated_at).not.toBe(made.updated_at);
  expect(await of(call('GET', '/templates/r?version=published'))).toEqual(changed);

  const edited = await of(call('PATCH', '/templates/r', { body: { subject: 'New' } }));
  expect(edited).toMatchObject({ samples: { n: '1' }, has_unpublished_changes: true });
  expect(await of(call('POST', '/templates/r', { body: { action: 'duplicate' } }))).toMatchObject({
    samples: { n: '1' },
  });
  expect(await of(call('PATCH', '/templates/r', { body: { samples: {} } }))).toMatchObject({ samples: {} });
});

test('a preview without variables uses the samples; one with variables does not [Q23]', async () => {
  const { call, body, preview } = await setUp();
  const values = { samples: { n: '4711', other: 'x' }, defaults: { name: 'you' } };
  await call('POST', '/templates', { body: { ...body, ...values } });
  expect(await preview()).toEqual({
    subject: 'Receipt 4711',
    html: '<p>you</p>',
    text: null,
    missing_variables: [],
    unused_variables: [],
  });
  expect(await preview({ variables: { name: 'Ada', b: 1 } })).toMatchObject({
    subject: 'Receipt {{n}}',
    html: '<p>Ada</p>',
    missing_variables: ['n'],
    unused_variables: ['b'],
  });
});

test.each([
  ['nested values', { a: { b: 1 } }, 'samples.a', 'type'],
  [
    'more than 100',
    Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`v${i}`, 1])),
    'samples',
    'length',
  ],
  ['more than 64 KB', { a: 'x'.repeat(65_536) }, 'samples', 'length'],
  [
    'the placeholder that the service fills in',
    { unsubscribe_url: 'x' },
    'samples.unsubscribe_url',
    'conflict',
  ],
])('samples of %s are refused [Q23]', async (_, samples, path, rule) => {
  const { call, body } = await setUp();
  const { status, body: answer } = await call('POST', '/templates', { body: { ...body, samples } });
  const issues = answer.error?.details?.issues;
  expect([status, issues]).toEqual([400, [expect.objectContaining({ path, rule })]]);
});

test('a template that was stored before samples has none, and takes some [H28]', async () => {
  const { account, call, of, body } = await setUp();
  const { id } = await of(call('POST', '/templates', { body }));
  const key = keys.template(account.id, id as never);
  expect(await testTable().get(key)).not.toHaveProperty('samples');
  expect(await of(call('GET', '/templates/r'))).toMatchObject({ samples: {} });
  expect(await of(call('PATCH', '/templates/r', { body: { samples: { n: '1' } } }))).toMatchObject({
    samples: { n: '1' },
  });
});

test('the largest template fits its item: two versions and samples at their limits [H28]', async () => {
  const { call, of, body } = await setUp();
  const html = (letter: string) =>
    Array.from({ length: maxPlaceholders - 1 }, (_, i) => `{{${letter.repeat(60)}${i}}}`).join('');
  const large = (letter: string) => ({ a: letter.repeat(65_528) });
  const values = { defaults: large('d'), samples: large('s') };
  await call('POST', '/templates', { body: { ...body, html: html('a'), ...values, publish: true } });
  const edited = { html: html('b'), defaults: large('e'), samples: large('t') };
  const { html: _, ...shown } = edited;
  expect(await of(call('PATCH', '/templates/r', { body: edited }))).toMatchObject({ ...shown, version: 1 });
});
