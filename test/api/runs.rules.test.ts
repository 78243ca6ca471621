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

test('events can be neither listed nor read [U70]', async () => {
  const { call, post } = await automationWorld();
  const { event } = await post({ email: 'ada@example.com' });
  expect((await call('GET', '/events')).status).toBe(405);
  expect((await call('GET', `/events/${(event as { id: string }).id}`)).status).toBe(404);
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
