import { newTenant } from '../support/api.ts';
import { automationWorld } from '../support/automations.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { collectLog } from '../support/log.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const noTenant = { tenant: null };

test('who opted out skips the step, a used-up plan fails the run at once; bounces later change nothing [U32]', async () => {
  const { account, active, clock, ctx, mail, onlyRun, post, queued, work } = await automationWorld();
  const entry = {
    id: ctx.runtime.id('opt'),
    ...noTenant,
    email_id: ctx.runtime.id('msg'),
    source: 'link',
  } as const;
  const created_at = new Date(ctx.runtime.now()).toISOString();
  const left = { ...entry, email: 'left@example.com', category: 'product', created_at } as const;
  await ctx.opt_outs.create({ account: account.id, ...noTenant }, left);
  const skipping = await active([{ ...mail, category: 'product', unsubscribe: true }]);
  await post({ email: 'left@example.com' });
  await work();
  const { id: email_id, ...skipped } = { id: expect.stringMatching(/^msg_/), outcome: 'unsubscribed' };
  expect(await onlyRun(skipping)).toMatchObject({
    status: 'completed',
    ended_reason: 'finished',
    steps: [{ status: 'skipped', output: { ...skipped, email_id } }],
  });
  await ctx.accounts.update(account.id, { limits: { emails_day: 1 } });
  // Older than any memory of the account.
  clock.advance(61_000);
  await indexesCaughtUp();
  const failing = await active([mail, mail], { trigger: { event: 'twice' } });
  await post({ name: 'twice', email: 'ada@example.com' });
  await work();
  expect(await onlyRun(failing)).toMatchObject({
    status: 'failed',
    step_index: 1,
    error: { code: 'plan_limit', step_index: 1 },
    steps: [{ status: 'completed' }, { status: 'failed', output: null }],
  });
  expect(queued).toHaveLength(1);
});

test('a tenant that is filled in is found at the send, and no error of a run names it [U25, U37, U46]', async () => {
  const { account, active, ctx, mail, ok, post, runsOf, work } = await automationWorld();
  const [known, paused, strict] = [
    await newTenant(ctx, account.id, 'acme'),
    await newTenant(ctx, account.id, 'paused@customer.example'),
    await newTenant(ctx, account.id, 'strict@customer.example'),
  ];
  await ctx.tenants.pause(paused, 'manual');
  const { updated_at } = strict;
  await ctx.tenants.update(strict, { stream_policy: 'transactional_only', updated_at }, undefined);
  const automation = await active([{ ...mail, category: 'product', tenant: '{{event.data.tenant}}' }]);
  const { external_id } = paused;
  for (const tenant of ['acme', known.id, 'nobody', external_id, strict.id, '../acme', '', undefined])
    await post({ email: 'ada@example.com', data: { tenant } });
  await work();
  const runs = (await runsOf(automation)).reverse();
  const errors = runs.map(({ error }) => error as { code: string; message: string } | null);
  expect(errors.map((error, at) => error?.code ?? runs[at]?.status)).toEqual([
    ...['completed', 'completed', 'not_found', 'forbidden', 'forbidden', 'not_found', 'not_found'],
    'validation_error',
  ]);
  expect(errors.slice(3, 5).map((error) => error?.message)).toEqual([
    'tenant: the tenant is paused',
    'tenant: this tenant can send only transactional email',
  ]);
  const { emails } = await ok('GET', '/emails?tenant=acme');
  expect(emails).toHaveLength(2);
});

test('marks belong to one automation: a duplicate takes the same person again [U13]', async () => {
  const { active, mail, ok, post, runsOf, work } = await automationWorld();
  const automation = await active([mail], { allow_reentry: false });
  await post({ email: 'ada@example.com' });
  const { automation: copy } = await ok('POST', `/automations/${automation}`, { action: 'duplicate' });
  const { id } = copy as { id: string };
  await ok('POST', `/automations/${id}`, { action: 'activate' });
  expect((await post({ email: 'ada@example.com' })).matched_automations).toBe(2);
  await work();
  expect([(await runsOf(automation)).length, (await runsOf(id)).length]).toEqual([1, 1]);
});

test.each([
  ['end', 'completed', 'timeout', null, 'completed', ['started', 'step_completed', 'completed']],
  ['continue', 'completed', 'finished', null, 'completed', ['started', 'step_completed', 'completed']],
  ['fail', 'failed', 'timeout', 'timeout', 'failed', ['started', 'failed']],
])(
  'U35-U38: a wait that times out with %s: the run is %s by %s',
  async (on_timeout, status, ended_reason, code, step, told) => {
    const { active, clock, ok, onlyRun, post, webhooks, work } = await automationWorld();
    await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
    const automation = await active([
      { type: 'wait_for_event', event: 'paid', timeout_seconds: 60, on_timeout },
    ]);
    await post({ email: 'ada@example.com' });
    const { next_step_at, waiting_for } = await onlyRun(automation);
    expect([waiting_for, next_step_at]).toEqual(['paid', expect.stringMatching(/Z$/)]);
    clock.advance(61_000);
    await work();
    expect(await onlyRun(automation)).toMatchObject({
      status,
      ended_reason,
      step_index: 0,
      next_step_at: null,
      waiting_for: null,
      error: code === null ? null : { code, step_index: 0 },
      completed_at: expect.any(String),
      steps: [{ status: step, output: { outcome: 'timeout', event: null } }],
    });
    const types = webhooks.map(({ payload }) => JSON.parse(payload ?? '{}').type?.replace('automation.', ''));
    expect([...new Set(types)].sort()).toEqual([...told].sort());
  },
);

test('a cancel publishes nothing of its own [U38]', async () => {
  const { active, ok, onlyRun, post, webhooks, work } = await automationWorld();
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  const steps = [{ type: 'delay', seconds: 60 }];
  const automation = await active(steps, { trigger: { cancel_on_events: ['stop'] } });
  await post({ email: 'ada@example.com' });
  await work();
  await post({ name: 'stop', email: 'ada@example.com' });
  await work();
  expect(await onlyRun(automation)).toMatchObject({
    status: 'cancelled',
    ended_reason: 'cancel_event',
    error: null,
    step_index: 0,
    steps: [{ status: 'skipped', output: { outcome: 'cancelled' } }],
  });
  const types = webhooks.map(({ payload }) => JSON.parse(payload ?? '{}').type);
  expect(new Set(types)).toEqual(new Set(['automation.started']));
});

test('what is logged names no address, user, value, text or url [U65]', async () => {
  const { active, ctx, mail, post, work } = await automationWorld();
  const { log, lines } = collectLog();
  ctx.log = log;
  ctx.settings.webhook_targets = 'any';
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 10 };
  ctx.sms = { publish: async () => ({ outcome: 'refused', reason: 'invalid' }) };
  const { url } = await receiver((_, response) => response.writeHead(500).end('secret-answer'));
  await active([
    { ...mail, subject: 'secret {{event.data.v}}', to: 'secret@example.com' },
    { type: 'webhook', url: `${url}/secret`, body: { v: 'secret {{event.data.v}}' } },
  ]);
  await active([{ type: 'send_sms', to: '+41791234567', text: 'secret' }]);
  await active([{ ...mail, to: '{{event.data.v}}' }]);
  await post(
    { email: 'secret@example.com', user_id: 'secret-user', data: { v: 'secret-value' } },
    'secret-key',
  );
  await work();
  const messages = lines.map((line) => JSON.parse(line).message);
  expect(messages).toEqual(expect.arrayContaining(['event_posted', 'run_moved']));
  expect(lines.filter((line) => /secret|4179|127\.0\.0\.1/.test(line))).toEqual([]);
});

test('a webhook step may post to /events; events are neither listed nor read [U69, U70]', async () => {
  const { active, call, mail, onlyRun, ctx, post, work } = await automationWorld();
  ctx.settings.webhook_targets = 'any';
  const { url } = await receiver((_, response) => {
    void post({ name: 'second', email: 'bob@example.com' }).then(() => response.end('ok'));
  });
  await active([{ type: 'webhook', url }]);
  const second = await active([mail], { trigger: { event: 'second' } });
  const { event } = await post({ email: 'ada@example.com' });
  await work();
  expect(await onlyRun(second)).toMatchObject({ status: 'completed', email: 'bob@example.com' });
  const statuses = [];
  for (const path of ['/events', `/events/${(event as { id: string }).id}`])
    statuses.push((await call('GET', path)).status);
  expect(statuses).toEqual([405, 404]);
});

test('an event counts as a send, what is below /automations as any other request [U44]', async () => {
  const { ctx, account, call } = await automationWorld();
  await ctx.accounts.update(account.id, { limits: { send_rate: 7, other_rate: 3 } });
  const limit = async (method: string, path: string) =>
    (await call(method, path, { body: { name: 'visited' } })).headers.get('ratelimit-limit');
  expect([await limit('POST', '/events'), await limit('POST', '/automations')]).toEqual(['14', '6']);
});

test('the object of the path comes before the body, the scope before the object [U66]', async () => {
  const { call } = await automationWorld();
  const none = '/automations/aut_00000000000000000000000000';
  const wrong = { body: { action: 7, steps: 'x' } };
  for (const [method, path] of [
    ['POST', none],
    ['PATCH', none],
    ['POST', `${none}/runs/run_00000000000000000000000000`],
  ] as const)
    expect([path, (await call(method, path, wrong)).status]).toEqual([path, 404]);
  expect((await call('POST', none, { ...wrong, key: 'none' })).status).toBe(401);
});

test('an unknown run is 404 before its action is looked at [U75]', async () => {
  const { active, call, post, onlyRun } = await automationWorld();
  const automation = await active([{ type: 'delay', seconds: 60 }]);
  await post({ user_id: 'u1' });
  const { id } = await onlyRun(automation);
  const act = async (run: string) => {
    const answer = await call('POST', `/automations/${automation}/runs/${run}`, { body: { action: 'stop' } });
    return answer.status;
  };
  expect([await act(id), await act(`run_${'0'.repeat(26)}`), await act('x')]).toEqual([400, 404, 404]);
});
