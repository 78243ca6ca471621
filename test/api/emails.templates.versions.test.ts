import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { type Answer, inProcess, testContext } from '../support/api.ts';
import { unpackApiContent } from '../support/content.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { routes, setUp } from '../support/template-sends.ts';

test('what was accepted stays as it was when the template is edited, published, unpublished, deleted [Q5]', async () => {
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

test('a publish counts at once in a function that has the old version in memory [Q18]', async () => {
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

test('a late read of the facts refuses nothing that was published before the send [H6]', async () => {
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

test('sends while the template is published again and again are 200, whole, and of one version each [Q18]', async () => {
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
    emails: meter(ctx.emails, ['readFacts', 'putDraft', 'writeAccept', 'readClaim']),
    templates: meter(ctx.templates, ['open', 'readPointer']),
    queues: meter(ctx.queues, ['deliver']),
  };
  return { told, take: () => rounds.splice(0).map((names) => names.sort().join(' + ')) };
}

test('cold 4 round trips, cached 3, published again 4 [Q18, architecture 3]', async () => {
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
  const cold = ['readFacts', 'open', 'writeAccept', 'deliver'];
  await indexesCaughtUp();
  expect(await post('a')).toEqual(cold);
  const cached = ['putDraft + readFacts', 'writeAccept', 'deliver'];
  expect(await post('b')).toEqual(cached);
  await maker.call('PATCH', '/templates/reset', { body: { html: '<p>{{name}}</p>', publish: true } });
  expect(await post('c')).toEqual(['putDraft + readFacts', 'open', 'writeAccept', 'deliver']);
  expect(await post('d')).toEqual(cached);
});

test('cold sends of large bodies and with attachments are whole [Q18]', async () => {
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
  const meta = await ctx.emails.getMeta(answer.body.id as Id<'msg'>);
  const packed = meta && (await ctx.emails.readContent(meta));
  const kept = packed && unpackApiContent(packed).attachments[0];
  expect(kept && 'data' in kept && kept.data.toString()).toHaveLength(400_000);
});

test('category and unsubscribe_enabled of an unpublished draft do not count [Q35]', async () => {
  const { create, call, send, stored } = await setUp();
  await create({ subject: 's', html: 'x' });
  await call('PATCH', '/templates/reset', { body: { category: 'newsletter' } });
  expect(await stored(await send())).toMatchObject({ category: 'transactional', unsubscribe: false });
});

test('a replay answers the first result although the template is gone or asks for more [Q1, Q5]', async () => {
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

test('twins of a cold template send get one id [H10]', async () => {
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
