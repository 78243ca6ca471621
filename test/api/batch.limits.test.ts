import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import {
  type Answer,
  type Client,
  freshAccount,
  inProcess,
  testContext,
  verifiedDomain,
} from '../support/api.ts';
import { indexesCaughtUp } from '../support/lag.ts';

const ctx = testContext();

type Result = { id: string | null; error?: { code: string; details: Record<string, unknown> } };
const dataOf = (answer: Answer) => answer.body.data as Result[];

/** A free account, 100 recipients a day, whose request rate is out of the way (Q7). */
async function freeAccount(requests_per_second = 10_000) {
  const name = ctx.runtime.id('acc').slice(4, 30);
  const { account, api_key } = await createAccount(ctx, {
    email: `owner-${name}@example.com`,
    plan: 'free',
    payment_method: true,
    requests_per_second,
  });
  await verifiedDomain(ctx, account.id, `${name}.example.com`);
  const item = {
    from: `a@${name}.example.com`,
    to: 'ada@success.simulator.example.net',
    subject: 's',
    text: 't',
  };
  return { account, api_key, item };
}

const recipients = (n: number) => Array.from({ length: n }, (_, i) => `r${i}@success.simulator.example.net`);

test('of 300 concurrent sends (batches, single emails, and repeats), the free plan accepts exactly 100 [rule 5, Q9]', async () => {
  const { api_key, item } = await freeAccount();
  const clients = Array.from({ length: 10 }, () => inProcess(testContext(), emailRoutes, api_key));
  const client = (i: number) => clients[i % clients.length] as Client;
  const accepted = new Set<string>();
  const errors: (string | undefined)[] = [];
  const single = async (i: number) => {
    const { status, body } = await client(i)('POST', '/emails', { body: item });
    if (status === 200) accepted.add(body.id as string);
    else errors.push(body.error?.code);
  };
  const batch = async (i: number, key: string | null) => {
    const emails = Array.from({ length: 10 }, (_, at) => ({ ...item, subject: `${key} ${at}` }));
    const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
    const answer = await client(i)('POST', '/emails/batch', { body: { emails }, headers });
    if (answer.status !== 200) errors.push(`batch ${answer.status}`);
    for (const { id, error } of dataOf(answer) ?? []) {
      if (id === null) errors.push(error?.code);
      else accepted.add(id);
    }
  };
  const runs = Array.from({ length: 60 }, (_, i) => single(i));
  for (let i = 0; i < 14; i++) runs.push(batch(i, null));
  for (let i = 0; i < 10; i++) runs.push(batch(i, `twin-${i >> 1}`));
  await Promise.all(runs);
  expect(new Set(errors)).toEqual(new Set(['plan_limit']));
  expect(accepted.size).toBe(100);
}, 60_000);

test('an item that does not fit is refused whole and a smaller one behind it may pass [Q25, Q41]', async () => {
  const { api_key, item } = await freeAccount();
  const call = inProcess(ctx, emailRoutes, api_key);
  const emails = [
    { ...item, to: recipients(50) },
    { ...item, to: recipients(40) },
    { ...item, to: recipients(11) },
    { ...item, to: recipients(10) },
    item,
  ];
  const data = dataOf(await call('POST', '/emails/batch', { body: { emails } }));
  expect(data.map(({ error }) => error?.code)).toEqual([
    undefined,
    undefined,
    'plan_limit',
    undefined,
    'plan_limit',
  ]);
  expect(data[2]?.error).toMatchObject({
    status: 429,
    upgrade_url: expect.any(String),
    details: { limit: 100, used: 90, recipients: 11, period: 'day' },
  });
  expect(data[4]?.error?.details).toMatchObject({ used: 100, recipients: 1 });
  expect((await call('POST', '/emails', { body: item })).status).toBe(429);
});

test('sandbox items count against the sandbox, the others against the plan [H3, A40]', async () => {
  const { account, api_key, item } = await freeAccount();
  const call = inProcess(ctx, emailRoutes, api_key);
  const labelled = Array.from({ length: 50 }, (_, i) => account.email.replace('@', `+${i}@`));
  const sandbox = { ...item, from: `hi@${ctx.settings.sandbox_domain}`, to: labelled };
  const plan = { ...item, to: recipients(50) };
  const data = dataOf(
    await call('POST', '/emails/batch', { body: { emails: [sandbox, plan, sandbox, plan, sandbox, plan] } }),
  );
  expect(data.map(({ error }) => error?.details.sandbox ?? error?.code)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    true,
    'plan_limit',
  ]);
});

test('a batch of many large templates is 413 before all of them are read', async () => {
  const own = testContext();
  const { api_key, domain } = await freshAccount(own);
  const create = inProcess(own, templateRoutes, api_key);
  const html = '<p>The same for all</p>'.repeat(80_000);
  const names = Array.from({ length: 34 }, (_, i) => `large-${i}`);
  for (const alias of names) {
    const body = { name: alias, alias, subject: 'Large', html, publish: true };
    expect((await create('POST', '/templates', { body })).status).toBe(201);
  }
  await indexesCaughtUp();
  const cold = testContext();
  let opened = 0;
  const open: typeof cold.templates.open = (...asked) => {
    opened++;
    return cold.templates.open(...asked);
  };
  const call = inProcess({ ...cold, templates: { ...cold.templates, open } }, emailRoutes, api_key);
  const emails = names.map((id) => ({ from: `a@${domain}`, to: 'b@x.example', template: { id } }));
  const { status, body } = await call('POST', '/emails/batch', { body: { emails } });
  expect([status, body.error?.code]).toEqual([413, 'payload_too_large']);
  expect(opened).toBe(32);
}, 60_000);

test('a batch is one request of the bucket `send`, whatever its size [H5]', async () => {
  const { api_key, item } = await freeAccount(50);
  const { runtime } = testContext();
  const now = runtime.now();
  const call = inProcess(testContext({ runtime: { ...runtime, now: () => now } }), emailRoutes, api_key);
  const remaining = async (emails: object[]) =>
    (await call('POST', '/emails/batch', { body: { emails } })).headers.get('ratelimit-remaining');
  expect(await remaining([item])).toBe('99');
  expect(await remaining(Array(20).fill(item))).toBe('98');
});

test('a batch that its template blows up beyond 40 MB is 413 as a whole, cold and warm, and sends nothing', async () => {
  const { api_key, item } = await freeAccount();
  const call = inProcess(testContext(), [...emailRoutes, ...templateRoutes], api_key);
  const template = { name: 'Large', alias: 'large', subject: 'Large', publish: true };
  const html = `<p>{{name}}${' and the same for all'.repeat(15)}</p>`.repeat(5_000);
  expect((await call('POST', '/templates', { body: { ...template, html } })).status).toBe(201);
  const { subject: _s, text: _t, ...rest } = item;
  const emails = Array.from({ length: 30 }, (_, i) => ({
    ...rest,
    template: { id: 'large', variables: { name: `n${i}` } },
  }));
  for (const run of ['cold', 'warm']) {
    const headers = { 'idempotency-key': run };
    const { status, body } = await call('POST', '/emails/batch', { body: { emails }, headers });
    expect([status, body.error]).toMatchObject([
      413,
      { code: 'payload_too_large', details: { limit: 40 * 1024 * 1024 }, hint: expect.any(String) },
    ]);
  }
  expect((await call('GET', '/emails')).body.emails).toEqual([]);
  const fitting = await call('POST', '/emails/batch', { body: { emails: emails.slice(0, 20) } });
  expect(dataOf(fitting).filter(({ id }) => id !== null)).toHaveLength(20);
}, 60_000);
