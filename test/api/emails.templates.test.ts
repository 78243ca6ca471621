import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { unpackContent } from '../../shared/domain/emails/content.ts';
import { unsubscribeMarker } from '../../shared/domain/unsubscribe/marker.ts';
import { type Answer, freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';

const routes = [...templateRoutes, ...emailRoutes];
type Issue = { path: string; rule: string };

async function setUp(ctx: Context = testContext()) {
  const fresh = await freshAccount(ctx);
  const call = inProcess(ctx, routes, fresh.api_key);
  const email = { from: `shop@${fresh.domain}`, to: 'ada@success.simulator.example.net' };
  const create = async (change: object = {}) => {
    const body = { name: 'Reset', subject: 'Hi {{name}}', html: '<b>{{name}}</b>', publish: true, ...change };
    const made = await call('POST', '/templates', { body });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.template as { id: string; alias: string };
  };
  const send = (variables?: unknown, change: object = {}) =>
    call('POST', '/emails', { body: { ...email, template: { id: 'reset', variables }, ...change } });
  /** What was accepted: the record and the content as the worker will read it. */
  const stored = async ({ status, body }: Answer) => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    const meta = await ctx.emails.getMeta(body.id as string);
    const packed = meta && (await ctx.emails.readContent(meta));
    if (!meta || !packed) throw new Error('not stored');
    const { subject, category, template } = meta;
    const { html, text, unsubscribe } = unpackContent(packed);
    return { subject, html, text, unsubscribe, category, template };
  };
  return { ctx, ...fresh, call, email, create, send, stored };
}

const issuesOf = ({ body }: Answer) =>
  (body.error?.details?.issues as Issue[] | undefined)?.map(({ path, rule }) => [path, rule]);

test('H6, H27: a send by alias or id is rendered; the record names the alias', async () => {
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

test('Q5: what was accepted stays as it was when the template is edited, published, unpublished, deleted', async () => {
  const { create, call, send, stored } = await setUp();
  await create();
  const first = await send({ name: 'Ada' });
  const before = await stored(first);
  await call('PATCH', '/templates/reset', { body: { html: '<i>{{name}}</i>' } });
  const second = await stored(await send({ name: 'Ada' }));
  expect(second).toEqual(before);
  await call('POST', '/templates/reset', { body: { action: 'publish' } });
  expect(await stored(await send({ name: 'Ada' }))).toMatchObject({ html: '<i>Ada</i>' });
  await call('POST', '/templates/reset', { body: { action: 'unpublish' } });
  expect((await send({ name: 'Ada' })).status).toBe(400);
  await call('DELETE', '/templates/reset');
  expect((await send({ name: 'Ada' })).status).toBe(404);
  expect(await stored(first)).toEqual(before);
});

test('Q18: a publish counts at once in a function that has the old version in memory', async () => {
  const one = await setUp();
  await one.create({ html: '<p>1</p>', subject: 's' });
  const other = inProcess(testContext(), routes, one.api_key);
  for (let version = 1; version <= 3; version++) {
    const answers = await Promise.all([one.send(), one.send(), one.send()]);
    for (const answer of answers) expect((await one.stored(answer)).html).toBe(`<p>${version}</p>`);
    const body = { html: `<p>${version + 1}</p>`, publish: true };
    expect((await other('PATCH', '/templates/reset', { body })).status).toBe(200);
  }
  expect((await one.stored(await one.send())).html).toBe('<p>4</p>');
});

test('H6: a late read of the facts refuses nothing that was published before the send', async () => {
  const maker = await setUp();
  await maker.create();
  const ctx = testContext();
  const late: Context = {
    ...ctx,
    emails: {
      ...ctx.emails,
      readFacts: async (sends) =>
        (await ctx.emails.readFacts(sends)).map((facts) => ({ ...facts, template: null })),
    },
  };
  const body = { ...maker.email, template: { id: 'reset', variables: { name: 'x' } } };
  for (let i = 0; i < 2; i++) {
    const answer = await inProcess(late, routes, maker.api_key)('POST', '/emails', { body });
    expect((await maker.stored(answer)).html).toBe('<b>x</b>');
  }
});

test('Q18: sends while the template is published again and again are 200, whole, and of one version each', async () => {
  const one = await setUp();
  await one.create({ subject: 'v0', html: 'v0' });
  const editor = inProcess(testContext(), routes, one.api_key);
  const publishing = (async () => {
    for (let i = 1; i <= 8; i++)
      await editor('PATCH', '/templates/reset', { body: { subject: `v${i}`, html: `v${i}`, publish: true } });
  })();
  const answers: Answer[] = [];
  for (let i = 0; i < 10; i++) answers.push(...(await Promise.all([one.send(), one.send()])));
  await publishing;
  for (const answer of answers) {
    const { subject, html } = await one.stored(answer);
    expect(html).toBe(subject);
  }
});

/** The context with its calls told by rounds: what begins before another call ended shares its round. */
function metered(ctx: Context) {
  const rounds: string[][] = [];
  let open = 0;
  const meter = <T extends object>(part: T, names: (keyof T & string)[]): T => {
    const wrapped = { ...part };
    for (const name of names) {
      const real = part[name] as (...input: unknown[]) => Promise<unknown>;
      const told = async (...input: unknown[]) => {
        if (open++ === 0) rounds.push([]);
        rounds.at(-1)?.push(name);
        return real(...input).finally(() => open--);
      };
      wrapped[name] = told as T[keyof T & string];
    }
    return wrapped;
  };
  const told: Context = {
    ...ctx,
    // A draft that is taken back is nothing that the send waits for.
    emails: meter(ctx.emails, ['readFacts', 'putDraft', 'accept', 'readClaim']),
    templates: meter(ctx.templates, ['open', 'readPointer']),
    queues: meter(ctx.queues, ['deliver']),
  };
  return { told, take: () => rounds.splice(0).map((names) => names.sort().join(' + ')) };
}

test('Q18, architecture 3: cold 4 round trips, cached 3, published anew 4', async () => {
  const maker = await setUp();
  await maker.create();
  const { told, take } = metered(testContext());
  const call = inProcess(told, routes, maker.api_key);
  const post = async (name: string) => {
    const body = { ...maker.email, template: { id: 'reset', variables: { name } } };
    const answer = await call('POST', '/emails', { body, headers: { 'idempotency-key': name } });
    expect((await maker.stored(answer)).subject).toBe(`Hi ${name}`);
    return take();
  };
  const cold = ['readFacts', 'open', 'accept', 'deliver'];
  expect(await post('a')).toEqual(cold);
  expect(await post('b')).toEqual(['putDraft + readFacts', 'accept', 'deliver']);
  await maker.call('PATCH', '/templates/reset', { body: { html: '<p>{{name}}</p>', publish: true } });
  expect(await post('c')).toEqual(['putDraft + readFacts', 'open', 'accept', 'deliver']);
  expect(await post('d')).toEqual(['putDraft + readFacts', 'accept', 'deliver']);
});

test('Q18: cold sends of large bodies and with attachments are whole', async () => {
  const { create, send, stored, ctx, api_key, email } = await setUp();
  const large = ctx.runtime.secret(40_000, 'base62');
  await create({ html: `{{name}}${large}` });
  expect((await stored(await send({ name: 'x' }))).html).toBe(`x${large}`);
  const call = inProcess(testContext(), routes, api_key);
  const data = Buffer.from(ctx.runtime.secret(400_000, 'base62')).toString('base64');
  const body = {
    ...email,
    template: { id: 'reset', variables: { name: 'x' } },
    attachments: [{ name: 'a.txt', data }],
  };
  const answer = await call('POST', '/emails', { body });
  expect((await stored(answer)).html).toBe(`x${large}`);
  const meta = await ctx.emails.getMeta(answer.body.id as string);
  const packed = meta && (await ctx.emails.readContent(meta));
  const kept = packed && unpackContent(packed).attachments[0];
  expect(kept && 'data' in kept && kept.data.toString()).toHaveLength(400_000);
});

test('rules 10, 11: category and managed unsubscribe come from the template unless the send says otherwise', async () => {
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

test('Q35: category and unsubscribe_enabled of an unpublished draft do not count', async () => {
  const { create, call, send, stored } = await setUp();
  await create({ subject: 's', html: 'x' });
  await call('PATCH', '/templates/reset', { body: { category: 'newsletter' } });
  expect(await stored(await send())).toMatchObject({ category: 'transactional', unsubscribe: false });
});

test('Q6, Q24: {{unsubscribe_url}} of the template is marked, the same word in a value stays literal', async () => {
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

test('Q24: a template that holds {{unsubscribe_url}} is 400 while managed unsubscribe is off', async () => {
  const { create, send, stored } = await setUp();
  await create({ subject: 's', html: '{{unsubscribe_url}}', unsubscribe_enabled: true });
  const off = await send(undefined, { unsubscribe: false });
  expect([off.status, issuesOf(off)]).toEqual([400, [['unsubscribe', 'conflict']]]);
  await create({ alias: 'subject', subject: '{{unsubscribe_url}}', html: 'x' });
  const template = { id: 'subject' };
  expect((await send(undefined, { template })).status).toBe(400);
  // Only parts that go out count; an override while it is off stays as written.
  const literal = await stored(await send(undefined, { template, subject: 'a {{unsubscribe_url}}' }));
  expect(literal).toMatchObject({ subject: 'a {{unsubscribe_url}}', unsubscribe: false });
});

test("Q42: the caller's List-Unsubscribe beside a template that manages it is 400; unsubscribe: false resolves it", async () => {
  const { create, send, stored } = await setUp();
  await create({ subject: 's', html: 'x', category: 'newsletter' });
  const headers = { 'List-Unsubscribe': '<https://x.example/u>' };
  const refused = await send(undefined, { headers });
  expect([refused.status, issuesOf(refused)]).toEqual([400, [['headers.List-Unsubscribe', 'conflict']]]);
  expect(await stored(await send(undefined, { headers, unsubscribe: false }))).toMatchObject({
    unsubscribe: false,
    category: 'newsletter',
  });
});

test('Q23: missing variables are 400 in order of first use, each with its issue; defaults, "" and null are given', async () => {
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

test('Q22: the rendered subject is trimmed and 1-998 characters; html over 2 MB is 400', async () => {
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

test('H6: an unknown alias is 404, another account’s too; a draft is 400 with the hint to publish it', async () => {
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
  expect((draft.body.error as { hint?: string }).hint).toContain('publish it');
});

test.each<[string, object, string, string]>([
  ['html beside it', { html: 'x' }, 'html', 'conflict'],
  ['text beside it', { text: 'x' }, 'text', 'conflict'],
  ['no object', { template: 'reset' }, 'template', 'type'],
  ['no id', { template: {} }, 'template.id', 'required'],
  ['variables are a list', { template: { id: 'reset', variables: [] } }, 'template.variables', 'type'],
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
])('H6: template with %s is 400', async (_name, change, path, rule) => {
  const { send } = await setUp();
  const answer = await send({}, change);
  expect([answer.status, issuesOf(answer)]).toEqual([400, [[path, rule]]]);
});

test('Q1, Q5: a replay answers the first result although the template is gone or asks for more', async () => {
  const { create, call, email } = await setUp();
  await create();
  const headers = { 'idempotency-key': 'k' };
  const body = { ...email, template: { id: 'reset', variables: { name: 'x' } } };
  const first = await call('POST', '/emails', { body, headers });
  await call('PATCH', '/templates/reset', { body: { text: '{{more}}', publish: true } });
  expect((await call('POST', '/emails', { body, headers })).body).toEqual(first.body);
  await call('DELETE', '/templates/reset');
  const replayed = await call('POST', '/emails', { body, headers });
  expect([replayed.status, replayed.body]).toEqual([200, first.body]);
  expect((await call('POST', '/emails', { body })).status).toBe(404);
  expect((await call('GET', '/emails')).body.emails).toHaveLength(1);
});

test('H10: twins of a cold template send get one id', async () => {
  const { create, api_key, email, call } = await setUp();
  await create();
  const body = { ...email, template: { id: 'reset', variables: { name: 'x' } } };
  const functions = Array.from({ length: 5 }, () => inProcess(testContext(), routes, api_key));
  const posts = functions.flatMap((post) =>
    [1, 2, 3, 4].map(() => post('POST', '/emails', { body, headers: { 'idempotency-key': 'twins' } })),
  );
  const answers = await Promise.all(posts);
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect((await call('GET', '/emails')).body.emails).toHaveLength(1);
});

test('Q48: a key with emails:send alone sends by template', async () => {
  const { ctx, account, create, call, email } = await setUp();
  await create();
  const key = await keyWith(ctx, account.id, ['emails:send']);
  const body = { ...email, template: { id: 'reset', variables: { name: 'x' } } };
  expect((await call('POST', '/emails', { key, body })).status).toBe(200);
  expect((await call('GET', '/templates/reset', { key })).status).toBe(403);
});

test('H6: a subject is required without a template only', async () => {
  const { call, email } = await setUp();
  const answer = await call('POST', '/emails', { body: { ...email, text: 'x' } });
  expect([answer.status, issuesOf(answer)]).toEqual([400, [['subject', 'required']]]);
});
