import { systemCaller } from '../../shared/domain/context.ts';
import { dryRunAutomation } from '../../shared/domain/runs/dry-run-automation.ts';
import { automationWorld } from '../support/automations.ts';
import { testTable } from '../support/table.ts';

async function setUp() {
  const world = await automationWorld();
  const { ctx, account, ok } = world;
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 10 };
  ctx.settings.webhook_targets = 'any';
  const unlocked = await ctx.accounts.get(account.id);
  const caller = systemCaller(unlocked ?? account, 'req_1');
  const create = async (steps: object[], change: object = {}) => {
    const body = { name: 'x', trigger: { event: 'signup' }, steps, ...change };
    return ((await ok('POST', '/automations', body)).automation as { id: string }).id;
  };
  const dryRun = (automation_id: string, event: object = {}) =>
    dryRunAutomation(ctx, caller, { event: { name: 'other', ...event }, automation_id });
  return { ...world, caller, create, dryRun };
}

/** Whatever of the context writes, queues or calls. */
function countCalls(ctx: object): () => string[] {
  const calls: string[] = [];
  const reading = /^(get|find|known|read|open|list|triggers|idOf|ownerOf|rememberOwner|remembered|place|now)/;
  for (const [name, port] of Object.entries(ctx)) {
    if (['runtime', 'settings', 'log'].includes(name) || typeof port !== 'object' || port === null) continue;
    for (const [method, real] of Object.entries(port as Record<string, unknown>))
      if (typeof real === 'function' && !reading.test(method))
        Object.assign(port, {
          [method]: (...args: unknown[]) => {
            calls.push(`${name}.${method}`);
            return real(...args);
          },
        });
  }
  return () => calls;
}

test('a dry run fills every step of a draft in, waits for nothing, and leaves nothing behind [U63]', async () => {
  const { account, clock, ctx, create, dryRun, domain, mail, ok, queued, run_messages, webhooks } =
    await setUp();
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  const id = await create(
    [
      { ...mail, name: 'Greet', subject: 'Hello {{event.data.name}}', html: '<p>{{event.data.name}}</p>' },
      { type: 'delay', seconds: 86_400 },
      { type: 'wait_for_event', event: 'paid', timeout_seconds: 60, on_timeout: 'fail' },
      { type: 'condition', all: [{ field: 'event.data.n', operator: 'greater_than', value: 1 }] },
      { type: 'send_sms', to: '{{event.data.to}}', text: 'n={{event.data.n}}, {{steps.2.event.name}}.' },
      {
        type: 'webhook',
        url: 'http://127.0.0.1:9/{{event.data.name}}',
        headers: { 'X-N': '{{event.data.n}}' },
      },
    ],
    { trigger: { event: 'signup', conditions: [{ field: 'event.data.n', operator: 'equals', value: 99 }] } },
  );
  clock.hold();
  const before = await ok('GET', `/automations/${id}`);
  const calls = countCalls(ctx);
  const data = { name: '<Ada>', n: 2, to: '+41 79 123 45 67' };
  const { trigger, event, run } = await dryRun(id, { email: 'ada@example.com', data });
  expect(trigger).toEqual({ matches: false, event_matches: false, conditions: [false] });
  expect(calls()).toEqual([]);
  const now = new Date(clock.runtime.now()).toISOString();
  expect(event).toEqual({
    id: null,
    name: 'other',
    user_id: null,
    email: 'ada@example.com',
    data,
    source: 'dashboard',
    created_at: now,
  });
  expect(run).toMatchObject({
    id: null,
    object: 'automation_run',
    automation_id: id,
    version: 0,
    status: 'completed',
    event_id: null,
    event_name: 'other',
    email: 'ada@example.com',
    user_id: null,
    step_index: 5,
    ended_reason: 'finished',
    error: null,
    started_at: now,
    completed_at: now,
  });
  expect(run.steps.map(({ status, output }) => ({ status, ...output }))).toEqual([
    {
      status: 'completed',
      stubbed: true,
      from: `shop@${domain}`,
      to: ['ada@example.com'],
      subject: 'Hello <Ada>',
      html: '<p>&lt;Ada&gt;</p>',
      text: 'Hi',
    },
    { status: 'completed', stubbed: true },
    { status: 'completed', stubbed: true },
    { status: 'completed', result: true, rules: [true] },
    { status: 'completed', stubbed: true, to: '+41791234567', text: 'n=2, .' },
    {
      status: 'completed',
      stubbed: true,
      url: 'http://127.0.0.1:9/%3CAda%3E',
      method: 'POST',
      headers: { 'X-N': '2' },
      body: JSON.stringify({ run_id: null, automation_id: id, step_index: 5, event }),
    },
  ]);
  expect(await ok('GET', `/automations/${id}`)).toEqual(before);
  expect((await ok('GET', `/automations/${id}/runs`)).runs).toEqual([]);
  expect([queued, run_messages, webhooks]).toEqual([[], [], []]);
  expect((await ok('GET', '/emails')).emails).toEqual([]);
  expect(await testTable().get({ pk: `LIMIT#${account.id}`, sk: 'sms' })).toBeNull();
});

test('a dry run says whether its event starts the automation, as a real event does [U6, U63]', async () => {
  const { create, dryRun, mail, ok } = await setUp();
  const conditions = [
    { field: 'event.data.n', operator: 'greater_than', value: 1 },
    { field: 'event.email', operator: 'exists' },
  ];
  const id = await create([mail], { trigger: { event: 'signup', conditions } });
  await ok('POST', `/automations/${id}`, { action: 'activate' });
  for (const [event, expected] of [
    [
      { name: 'signup', data: { n: 2 } },
      { matches: true, event_matches: true, conditions: [true, true] },
    ],
    [
      { name: 'signup', data: { n: 1 } },
      { matches: false, event_matches: true, conditions: [false, true] },
    ],
    [
      { name: 'other', data: { n: 2 } },
      { matches: false, event_matches: false, conditions: [true, true] },
    ],
  ] as const) {
    const posted = { ...event, email: 'ada@example.com' };
    expect((await dryRun(id, posted)).trigger).toEqual(expected);
    const { matched_automations } = await ok('POST', '/events', posted);
    expect(matched_automations).toBe(expected.matches ? 1 : 0);
  }
  const open = await create([mail]);
  expect((await dryRun(open, { name: 'signup' })).trigger).toMatchObject({ matches: true, conditions: [] });
});

test('faults fail a dry run as they would fail a run, and what is suppressed is skipped [U63]', async () => {
  const { create, dryRun, ctx, mail, ok } = await setUp();
  await ok('POST', '/templates', { name: 'T', alias: 'draft', subject: 's', text: 't' });
  await ok('POST', '/suppressions', { email: 'gone@example.com' });
  const { subject: _s, text: _t, ...templated } = mail as Record<string, unknown>;
  const errorOf = async (steps: object[]) => {
    const { run } = await dryRun(await create(steps), { email: 'ada@example.com', data: {} });
    return [run.status, run.steps[0]?.status, run.error?.code, run.error?.step_index];
  };
  const failed = (code: string) => ['failed', 'failed', code, 0];
  expect(await errorOf([{ ...mail, to: '{{event.data.to}}' }, mail])).toEqual(failed('validation_error'));
  expect(await errorOf([{ ...templated, template: { id: 'none' } }])).toEqual(failed('not_found'));
  expect(await errorOf([{ ...templated, template: { id: 'draft' } }])).toEqual(failed('validation_error'));
  expect(await errorOf([{ ...mail, from: 'a@unknown.example' }])).toEqual(failed('domain_not_verified'));
  expect(await errorOf([{ type: 'send_sms', to: '{{event.data.x}}', text: 't' }])).toEqual(
    failed('validation_error'),
  );
  ctx.settings.sms.provider = 'none';
  expect(await errorOf([{ type: 'send_sms', to: '+41791234567', text: 't' }])).toEqual(
    failed('not_configured'),
  );
  const skipping = await create([{ ...mail, to: 'gone@example.com' }]);
  expect((await dryRun(skipping)).run).toMatchObject({
    status: 'completed',
    steps: [{ status: 'skipped', output: { stubbed: true, outcome: 'suppressed', email_id: null } }],
  });
});

test('what names the id of the event is filled in as in a run, and the answer has none [U63]', async () => {
  const { create, dryRun, mail } = await setUp();
  const id = await create([
    { type: 'condition', all: [{ field: 'event.id', operator: 'exists' }], skip_to: 'last' },
    { ...mail, subject: 'Order {{event.id}}' },
    { type: 'webhook', url: 'https://hooks.example.com/{{event.id}}' },
    { type: 'delay', id: 'last', seconds: 1 },
  ]);
  const { event, run } = await dryRun(id, { email: 'ada@example.com' });
  expect([event.id, run.status, run.error]).toEqual([null, 'completed', null]);
  expect(run.steps.map(({ output }) => output)).toMatchObject([
    { result: true },
    { subject: expect.stringMatching(/^Order ae_[0-9a-z]{26}$/) },
    { url: expect.stringMatching(/com\/ae_[0-9a-z]{26}$/), body: expect.stringContaining('"id":null') },
    {},
  ]);
});

test('a dry run of an automation of another account, or of none, is 404; without its scope 403 [U63, C13]', async () => {
  const [own, other] = [await setUp(), await setUp()];
  const id = await other.create([other.mail]);
  for (const automation_id of [id, 'aut_00000000000000000000000000', 'x'])
    await expect(own.dryRun(automation_id)).rejects.toMatchObject({ code: 'not_found' });
  const { ctx, caller } = own;
  const weak = { ...caller, scopes: ['automations:write'] };
  const input = { event: { name: 'x' }, automation_id: id };
  await expect(dryRunAutomation(ctx, weak, input)).rejects.toMatchObject({ code: 'insufficient_scope' });
});
