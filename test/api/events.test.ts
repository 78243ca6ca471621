import { eventRoutes } from '../../functions/automations/event-routes.ts';
import { automationRoutes } from '../../functions/automations/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, issuesOf, testContext } from '../support/api.ts';

const ctx = testContext();

async function setUp() {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...eventRoutes, ...automationRoutes], api_key);
  const post = (body: object, key?: string) =>
    call('POST', '/events', { body, ...(key && { headers: { 'idempotency-key': key } }) });
  return { account, call, post };
}

async function activeAutomation({ call }: Awaited<ReturnType<typeof setUp>>, trigger: object) {
  const steps = [{ type: 'delay', seconds: 60 }];
  const made = await call('POST', '/automations', { body: { name: 'x', trigger, steps } });
  const { id } = made.body.automation as { id: string };
  await call('POST', `/automations/${id}`, { body: { action: 'activate' } });
  return id;
}

test('S, U40: an event is stored and shown as it was given; what is absent is null or {}', async () => {
  const { account, post } = await setUp();
  const given = {
    name: 'order.paid',
    user_id: 'u:1',
    email: 'Ada@Example.com',
    data: { a: { b: [null, 1.5, 'x\ny'] } },
  };
  const { status, body } = await post(given);
  expect(status).toBe(202);
  const event = {
    ...given,
    id: expect.stringMatching(/^ae_[0-9a-z]{26}$/),
    source: 'api',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  };
  expect(body).toEqual({ event, matched_automations: 0, resumed_runs: 0, cancelled_runs: 0 });
  const stored = await ctx.custom_events.get((body.event as { id: string }).id as Id<'ae'>);
  expect(stored).toMatchObject({ account: account.id, posted: body, plan: { starts: [] } });
  const bare = await post({ type: 'x', dry_run: false });
  expect(bare.body.event).toMatchObject({ name: 'x', user_id: null, email: null, data: {} });
});

const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });

test.each<[string, object, string, string]>([
  ['no name', {}, 'name', 'required'],
  ['name and another type', { name: 'a', type: 'b' }, 'name', 'conflict'],
  ['a name with a space', { name: 'a b' }, 'name', 'format'],
  ['101 characters', { name: 'x'.repeat(101) }, 'name', 'format'],
  ['email.', { name: 'email.sent' }, 'name', 'blocked'],
  ['contact.', { name: 'contact.x' }, 'name', 'blocked'],
  ['automation.', { name: 'automation.started' }, 'name', 'blocked'],
  ['a user_id that is a number', { name: 'a', user_id: 7 }, 'user_id', 'type'],
  ['an empty user_id', { name: 'a', user_id: '' }, 'user_id', 'length'],
  ['256 characters', { name: 'a', user_id: 'x'.repeat(256) }, 'user_id', 'length'],
  ['a control in user_id', { name: 'a', user_id: 'a\tb' }, 'user_id', 'format'],
  ['a name in email', { name: 'a', email: 'Ada <a@x.example>' }, 'email', 'format'],
  ['an email of 2,001 characters', { name: 'a', email: `${'"'.repeat(2_000)}<` }, 'email', 'length'],
  ['data that is a list', { name: 'a', data: ['a'] }, 'data', 'type'],
  ['six levels', { name: 'a', data: nested(6) }, 'data', 'range'],
  ['64 KB and a byte', { name: 'a', data: { a: 'x'.repeat(65_536 - 7) } }, 'data', 'length'],
  ['NUL', { name: 'a', data: { a: 'a\0b' } }, 'data.a', 'format'],
  ['a line break in a key', { name: 'a', data: { 'a\nb': 1 } }, 'data.a\ufffdb', 'format'],
  ['dry_run', { name: 'a', dry_run: true }, 'dry_run', 'blocked'],
  ['dry_run that is a text', { name: 'a', dry_run: 'true' }, 'dry_run', 'type'],
  ['automation_id', { name: 'a', automation_id: 'aut_x' }, 'automation_id', 'blocked'],
])('H36, U40-U42: %s is 400', async (_name, body, path, rule) => {
  const { post } = await setUp();
  const answer = await post(body);
  expect([answer.status, issuesOf(answer)]).toEqual([400, [[path, rule]]]);
});

test('an email with a name is 400 for its name [U40]', async () => {
  const { post } = await setUp();
  const { body } = await post({ name: 'a', email: 'Ada <ada@example.com>' });
  expect(body.error?.message).toBe('email must be an address without a name');
});

test('five levels, 64 KB and names such as __proto__ are data; 1e400 is not [U41]', async () => {
  const { call, post } = await setUp();
  expect((await post({ name: 'a', data: nested(5) })).status).toBe(202);
  expect((await post({ name: 'a', data: { a: 'x'.repeat(65_536 - 8) } })).status).toBe(202);
  const own = await call('POST', '/events', { raw: '{"name": "a", "data": {"__proto__": {"a": 1}}}' });
  expect(own.text).toContain('"data":{"__proto__":{"a":1}}');
  const huge = await call('POST', '/events', { raw: '{"name": "a", "data": {"a": [1e400]}}' });
  expect([huge.status, issuesOf(huge)]).toEqual([400, [['data.a[0]', 'range']]]);
});

test('an event with a field’s alias or with explicit defaults is the same request for its Idempotency-Key [U43]', async () => {
  const { post } = await setUp();
  const first = await post({ name: 'paid', data: { a: null } }, 'k');
  const again = await post({ type: 'paid', data: { a: null }, dry_run: false }, 'k');
  expect(again.text).toBe(first.text);
  for (const body of [{ name: 'paid' }, { name: 'paid', data: {} }])
    expect((await post(body, 'k')).status).toBe(409);
});

test('matched_automations counts the active ones of that name whose conditions hold [U6, U31]', async () => {
  const world = await setUp();
  const rule = { field: 'event.data.plan', operator: 'equals', value: '{{event.data.wanted}}' };
  await activeAutomation(world, { event: 'signup' });
  await activeAutomation(world, { event: 'signup', conditions: [rule] });
  await activeAutomation(world, { event: 'other' });
  const paused = await activeAutomation(world, { event: 'signup' });
  await world.call('POST', `/automations/${paused}`, { body: { action: 'pause' } });
  const matched = async (body: object) => (await world.post(body)).body.matched_automations;
  expect(await matched({ name: 'signup', data: { plan: 'pro', wanted: 'pro' } })).toBe(2);
  expect(await matched({ name: 'signup', data: { plan: 'free', wanted: 'pro' } })).toBe(1);
  expect(await matched({ name: 'Signup' })).toBe(0);
  const foreign = await setUp();
  expect((await foreign.post({ name: 'signup' })).body.matched_automations).toBe(0);
});
