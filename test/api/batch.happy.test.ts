import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { type Answer, freshAccount, inProcess, testContext } from '../support/api.ts';

const ctx = testContext();
const to = (i: number) => `r${i}@success.simulator.example.net`;

type Result = { index: number; id: string | null; status: string; error?: Record<string, unknown> };
const dataOf = (answer: Answer) => answer.body.data as Result[];

async function setUp() {
  const fresh = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, fresh.api_key);
  const item = (i: number) => ({
    from: `shop@${fresh.domain}`,
    to: to(i),
    subject: `No ${i}`,
    text: `Hi ${i}`,
  });
  const batch = (n: number) => ({ emails: Array.from({ length: n }, (_, i) => item(i)) });
  return { ...fresh, call, item, batch };
}

test('100 items are answered index-aligned, each with the id of a record of its own [H15]', async () => {
  const { call, batch } = await setUp();
  const answer = await call('POST', '/emails/batch', { body: batch(100) });
  expect(answer.status).toBe(200);
  const data = dataOf(answer);
  expect(data).toEqual(
    Array.from({ length: 100 }, (_, index) => ({
      index,
      id: expect.stringMatching(/^msg_/),
      status: 'sent',
    })),
  );
  expect(new Set(data.map(({ id }) => id)).size).toBe(100);
  const { body } = await call('GET', `/emails/${data[42]?.id}`);
  expect(body.email).toMatchObject({ to: [to(42)], subject: 'No 42', status: expect.any(String) });
  const page = await call('GET', '/emails?limit=100');
  expect((page.body.emails as { id: string }[]).map(({ id }) => id).sort()).toEqual(
    data.map(({ id }) => id).sort(),
  );
});

test('a replay answers the same data with idempotency-replayed, refused items included [H10]', async () => {
  const { call, item } = await setUp();
  const body = { emails: [item(0), { ...item(1), subject: '' }, item(2)] };
  const headers = { 'idempotency-key': 'replay' };
  const first = await call('POST', '/emails/batch', { body, headers });
  expect(dataOf(first).map(({ status }) => status)).toEqual(['sent', 'failed', 'sent']);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  const aliased = {
    emails: [{ ...item(0), plain_body: 'Hi 0', text: undefined }, body.emails[1], body.emails[2]],
  };
  for (const again of [body, aliased]) {
    const replay = await call('POST', '/emails/batch', { body: again, headers });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.body).toEqual(first.body);
  }
  expect(((await call('GET', '/emails')).body.emails as unknown[]).length).toBe(2);
});

test('a batch whose every item was refused is kept for replays as well [Q8]', async () => {
  const { call, item } = await setUp();
  const body = { emails: [{ ...item(0), from: 'a@unknown.example' }, { subject: 1 }] };
  const headers = { 'idempotency-key': 'refused' };
  const first = await call('POST', '/emails/batch', { body, headers });
  expect(dataOf(first).map(({ id }) => id)).toEqual([null, null]);
  const replay = await call('POST', '/emails/batch', { body, headers });
  expect([replay.body, replay.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
});

test('items by template, cold and warm, each rendered with its own values; a fault is the item\u2019s own [Q5, H27]', async () => {
  const { api_key, item } = await setUp();
  const own = testContext();
  const call = inProcess(own, [...emailRoutes, ...templateRoutes], api_key);
  const template = { name: 'Hi', alias: 'hi', subject: 'Hi {{name}}', html: '<p>{{name}}</p>' };
  expect((await call('POST', '/templates', { body: template })).status).toBe(201);
  const use = (i: number, id: string, variables: Record<string, string>) => {
    const { subject: _s, text: _t, ...rest } = item(i);
    return { ...rest, template: { id, variables } };
  };
  const emails = [
    use(0, 'hi', { name: 'Ada' }),
    item(1),
    use(2, 'hi', {}),
    use(3, 'none', {}),
    use(4, 'hi', { name: 'Bob' }),
    use(5, '#no#name#of#one', {}),
  ];
  const draft = dataOf(await call('POST', '/emails/batch', { body: { emails } }));
  expect(draft.map(({ error }) => error?.status)).toEqual([400, undefined, 400, 404, 400, 404]);
  expect((await call('POST', '/templates/hi', { body: { action: 'publish' } })).status).toBe(200);
  const elsewhere = inProcess(testContext(), templateRoutes, api_key);
  for (const greeting of ['Hi', 'Hi', 'Dear']) {
    if (greeting === 'Dear') {
      const change = { subject: 'Dear {{name}}', publish: true };
      expect((await elsewhere('PATCH', '/templates/hi', { body: change })).status).toBe(200);
    }
    const data = dataOf(await call('POST', '/emails/batch', { body: { emails } }));
    expect(data.map(({ error }) => error?.status)).toEqual([undefined, undefined, 400, 404, undefined, 404]);
    expect(data[2]?.error?.details).toMatchObject({ missing_variables: ['name'] });
    const records = [0, 1, 4].map(async (i) => (await call('GET', `/emails/${data[i]?.id}`)).body.email);
    expect(await Promise.all(records)).toMatchObject([
      { subject: `${greeting} Ada`, template: 'hi' },
      { subject: 'No 1', template: null },
      { subject: `${greeting} Bob`, template: 'hi' },
    ]);
  }
});
