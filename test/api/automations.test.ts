import { automationRoutes } from '../../functions/automations/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { Automation } from '../../shared/core/records/automations.ts';
import { activateAutomation } from '../../shared/domain/automations/activate-automation.ts';
import { duplicateAutomation } from '../../shared/domain/automations/create-automation.ts';
import { systemCaller } from '../../shared/domain/context.ts';
import {
  type Answer,
  freshAccount,
  inProcess,
  issuesOf,
  keyWith,
  newTenant,
  testContext,
  verifiedDomain,
} from '../support/api.ts';

const ctx = testContext();

const delay = { type: 'delay', seconds: 60 };
const email = { type: 'send_email', from: 'a@shop.example', subject: 'Hello', text: 'Hi' };
const body = (change: object = {}) => ({
  name: 'Welcome',
  trigger: { event: 'signup' },
  steps: [delay, email],
  ...change,
});

type Record = Automation & {
  allow_reentry: boolean;
  steps: { [member: string]: unknown }[];
  trigger: object;
  runs: object;
  step_counts: object[] | null;
};

const automationOf = (answer: Answer) => answer.body.automation as Record;
const refusal = ({ status, body: { error } }: Answer) => [status, error?.code, error?.details];

async function setUp(plan: 'free' | 'dedicated' = 'dedicated') {
  const { account, api_key, domain } = await freshAccount(ctx, { plan });
  const call = inProcess(ctx, [...automationRoutes, ...templateRoutes, ...tenantRoutes], api_key);
  const create = async (change: object = {}) =>
    automationOf(await call('POST', '/automations', { body: body(change) }));
  const act = (id: string, action: object) => call('POST', `/automations/${id}`, { body: action });
  return { account, api_key, call, create, act, domain };
}

test('create, read, list [H32, H34]', async () => {
  const { call } = await setUp();
  const made = await call('POST', '/automations', { body: body() });
  expect(made.status).toBe(201);
  const automation = automationOf(made);
  expect(automation).toEqual({
    id: expect.stringMatching(/^aut_[0-9a-z]{26}$/),
    object: 'automation',
    name: 'Welcome',
    status: 'draft',
    version: 0,
    trigger: { event: 'signup', cancel_on_events: [], conditions: [] },
    steps: [
      { type: 'delay', name: null, seconds: 60 },
      { ...email, name: null, to: '{{event.email}}' },
    ],
    allow_reentry: true,
    runs: { running: 0, waiting: 0, completed: 0, failed: 0, cancelled: 0 },
    created_at: expect.any(String),
    updated_at: automation.created_at,
    activated_at: null,
    step_counts: null,
  });
  expect(automationOf(await call('GET', `/automations/${automation.id}`))).toEqual(automation);
  const { steps: _steps, step_counts: _counts, ...summary } = automation;
  const list = await call('GET', '/automations?status=draft');
  expect(list.body).toEqual({ automations: [summary], has_more: false, next_cursor: null });
  expect((await call('GET', '/automations?status=active')).body.automations).toEqual([]);
  expect(issuesOf(await call('GET', '/automations?status=on'))).toEqual([['status', 'enum']]);
});

test('PATCH replaces parts; the same values and {} change nothing [U48]', async () => {
  const { call, create } = await setUp();
  const made = await create();
  const patch = (change: object) => call('PATCH', `/automations/${made.id}`, { body: change });
  expect(automationOf(await patch({}))).toEqual(made);
  const { name, trigger, steps, allow_reentry } = made;
  expect(automationOf(await patch({ name, trigger, steps, allow_reentry, status: 'active' }))).toEqual(made);
  const renamed = automationOf(await patch({ name: 'Other', trigger: null }));
  expect(renamed).toEqual({ ...made, name: 'Other', updated_at: renamed.updated_at });
  const shorter = automationOf(await patch({ steps: [email], allow_reentry: false }));
  expect(shorter).toMatchObject({ steps: { length: 1 }, allow_reentry: false, version: 0 });
  expect(shorter.trigger).toEqual(made.trigger);
  expect(automationOf(await call('GET', `/automations/${made.id}`))).toEqual(shorter);
});

test('400 writes nothing, and the fields are looked at behind the object', async () => {
  const { call, create } = await setUp();
  const made = await create();
  const faulty = { steps: [{ type: 'delay', seconds: 0 }] };
  const patched = await call('PATCH', `/automations/${made.id}`, { body: faulty });
  expect([patched.status, issuesOf(patched)]).toEqual([400, [['steps[0].seconds', 'range']]]);
  expect((await call('POST', '/automations', { body: body(faulty) })).status).toBe(400);
  expect(automationOf(await call('GET', `/automations/${made.id}`))).toEqual(made);
  expect(((await call('GET', '/automations')).body.automations as object[]).length).toBe(1);
  expect((await call('PATCH', '/automations/aut_x', { body: faulty })).status).toBe(404);
});

test('256 KB of trigger and steps, and a definition that the table does not take [U67]', async () => {
  const { account, call, create } = await setUp();
  const random = () => ctx.runtime.secret(100_000, 'base62');
  const large = [
    { ...email, text: random() },
    { ...email, text: random() },
  ];
  const made = await create({ steps: large });
  const stored = (await ctx.automations.get(account.id, made.id)) as Automation;
  expect(stored.place).toBe('object');
  const { automations: fresh } = testContext({ runtime: ctx.runtime });
  expect((await fresh.readDefinition(stored))?.steps).toEqual(made.steps);
  const over = await call('POST', '/automations', {
    body: body({ steps: [...large, { ...email, text: random() }] }),
  });
  expect([over.status, issuesOf(over)]).toEqual([400, [['steps', 'length']]]);
});

test('a url that leads to a private address is 400 at its step [U34]', async () => {
  const { api_key } = await freshAccount(ctx, { domain: false });
  const settings = { ...ctx.settings, webhook_targets: 'public' as const };
  const call = inProcess({ ...ctx, settings }, automationRoutes, api_key);
  const steps = [email, { type: 'webhook', url: 'https://10.0.0.1/{{event.user_id}}' }];
  const answer = await call('POST', '/automations', { body: body({ steps }) });
  expect([answer.status, issuesOf(answer)?.[0]]).toEqual([400, ['steps[1].url', 'blocked']]);
});

test('a key limited to domains makes no step that sends from another [U45]', async () => {
  const { account, create, domain } = await setUp();
  const made = await create();
  const secret = await keyWith(ctx, account.id, ['automations:write'], { allowed_domains: [domain] });
  const call = inProcess(ctx, automationRoutes, secret);
  const own = [{ ...email, from: `a@${domain}` }];
  const refused = [
    await call('POST', '/automations', { body: body() }),
    await call('PATCH', `/automations/${made.id}`, { body: { steps: [email] } }),
    await call('POST', `/automations/${made.id}`, { body: { action: 'activate' } }),
  ];
  for (const answer of refused) expect(refusal(answer).slice(0, 2)).toEqual([403, 'domain_not_allowed']);
  expect((await call('POST', '/automations', { body: body({ steps: own }) })).status).toBe(201);
});

test('a step with a tenant, on an account without tenants, is 403 before other faults [U46]', async () => {
  const { account } = await freshAccount(ctx, { domain: false, plan: 'free' });
  const secret = await keyWith(ctx, account.id, ['full']);
  const call = inProcess(ctx, automationRoutes, secret);
  const steps = [{ ...email, from: 7, tenant: 'acme' }];
  expect(refusal(await call('POST', '/automations', { body: { steps } })).slice(0, 2)).toEqual([
    403,
    'tenants_not_enabled',
  ]);
});

test('activate and duplicate ask for tenants as create does [U75]', async () => {
  const { account, create } = await setUp();
  const { id } = await create({ steps: [{ ...email, tenant: '{{event.data.tenant}}' }] });
  const without = systemCaller({ ...account, plan: 'free' }, 'req_1');
  const refused = { code: 'tenants_not_enabled' };
  await expect(activateAutomation(ctx, without, id)).rejects.toMatchObject(refused);
  await expect(duplicateAutomation(ctx, without, id, 'copy')).rejects.toMatchObject(refused);
});

test('the automations of a plan are counted exactly, and deleting frees one [U55]', async () => {
  const { call, create } = await setUp('free');
  const made = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/automations', { body: body() })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = made.find(({ status }) => status !== 201) as Answer;
  const details = { limit: 5, used: 5, period: 'total', automation_limit: 5 };
  expect(refusal(refused)).toEqual([403, 'plan_limit', details]);
  const { id } = automationOf(made.find(({ status }) => status === 201) as Answer);
  expect(refusal(await call('POST', `/automations/${id}`, { body: { action: 'duplicate' } }))).toEqual([
    403,
    'plan_limit',
    details,
  ]);
  expect((await call('DELETE', `/automations/${id}`)).body).toEqual({ ok: true });
  expect((await call('GET', `/automations/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/automations/${id}`)).status).toBe(404);
  expect((await create()).status).toBe('draft');
});

test('duplicate is a draft of its own; unknown actions are 400, a draft cannot be paused [U49]', async () => {
  const { create, act } = await setUp();
  const made = await create({ name: 'x'.repeat(100), allow_reentry: false });
  const copy = automationOf(await act(made.id, { action: 'duplicate' }));
  expect(copy).toMatchObject({
    name: `${'x'.repeat(95)} copy`,
    status: 'draft',
    version: 0,
    allow_reentry: false,
  });
  expect(copy.steps).toEqual(made.steps);
  expect(copy.id).not.toBe(made.id);
  expect(automationOf(await act(made.id, { action: 'duplicate', name: 'Named' })).name).toBe('Named');
  expect(issuesOf(await act(made.id, { action: 'start' }))).toEqual([['action', 'enum']]);
  expect(issuesOf(await act(made.id, { action: 'pause', cancel_runs: 'yes' }))).toEqual([
    ['cancel_runs', 'type'],
  ]);
  expect(refusal(await act(made.id, { action: 'pause' }))).toEqual([409, 'conflict', { status: 'draft' }]);
});

test('activate tells every fault at once, and changes nothing [U47]', async () => {
  const { account, api_key, create, call, domain } = await setUp();
  const tenant = await newTenant(ctx, account.id, 'acme');
  const other = await newTenant(ctx, account.id, 'other');
  const owned = `owned-${domain}`;
  await verifiedDomain(ctx, account.id, owned, { tenant: other.id });
  await call('POST', '/templates', { body: { name: 'Draft', alias: 'draft', subject: 's', text: 't' } });
  const { text: _text, ...templated } = email;
  const made = await create({
    steps: [
      { ...templated, from: `a@${domain}`, template: { id: 'none' } },
      { ...templated, template: { id: 'draft' } },
      { ...email, from: `a@${domain}`, tenant: 'nobody' },
      { ...email, from: `a@${owned}`, tenant: tenant.external_id },
      { ...email, from: `a@${owned}` },
      { type: 'webhook', url: 'https://10.0.0.1/' },
    ],
  });
  const stricter = { ...ctx, settings: { ...ctx.settings, webhook_targets: 'public' as const } };
  const activating = inProcess(stricter, automationRoutes, api_key);
  const answer = await activating('POST', `/automations/${made.id}`, { body: { action: 'activate' } });
  expect([answer.status, issuesOf(answer)]).toEqual([
    400,
    [
      ['steps[0].template', 'conflict'],
      ['steps[1].template', 'conflict'],
      ['steps[1].from', 'conflict'],
      ['steps[2].tenant', 'conflict'],
      ['steps[3].from', 'conflict'],
      ['steps[5].url', 'conflict'],
    ],
  ]);
  expect(automationOf(await call('GET', `/automations/${made.id}`))).toEqual(made);
});

test('what is active is not edited, but renamed; pause closes it, and again does nothing [U14, U48, U49]', async () => {
  const { call, create, act } = await setUp();
  const body = { b: { d: 1, c: [{ f: null, e: 2 }] }, a: 'x' };
  const hook = { type: 'webhook', url: 'https://example.com/', headers: { 'X-B': '1', 'X-A': '2' }, body };
  const made = await create({ steps: [delay, hook] });
  expect((await act(made.id, { action: 'activate' })).status).toBe(200);
  const patch = (change: object) => call('PATCH', `/automations/${made.id}`, { body: change });
  expect(refusal(await patch({ steps: [email] }))).toEqual([
    409,
    'conflict',
    { reason: 'active', status: 'active' },
  ]);
  expect(automationOf(await patch({ name: 'Renamed', steps: made.steps })).name).toBe('Renamed');
  // Members of an object have no order: a client may send back what it read in the order of its own.
  const { trigger, steps } = made;
  const reversed = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(reversed);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };
  const again = { trigger: reversed(trigger), steps: reversed(steps) };
  expect(automationOf(await patch({ name: 'Again', ...again })).name).toBe('Again');
  const without = { ...hook, body: { ...body, b: { d: 1, c: [{ e: 2 }] } } };
  expect((await patch({ steps: [delay, without] })).status).toBe(409);
  expect(automationOf(await act(made.id, { action: 'activate' })).status).toBe('active');
  const paused = automationOf(await act(made.id, { action: 'pause' }));
  expect(paused.status).toBe('paused');
  expect(automationOf(await act(made.id, { action: 'pause', cancel_runs: true }))).toEqual(paused);
  expect(automationOf(await patch({ steps: [email] })).steps).toHaveLength(1);
});

test('at most 50 active automations for one event, exactly, also at one moment [U56]', async () => {
  const { create, act } = await setUp();
  const made: Record[] = [];
  for (let i = 0; i < 52; i++) made.push(await create({ steps: [delay] }));
  const answers = await Promise.all(made.map(({ id }) => act(id, { action: 'activate' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status !== 200).map(refusal);
  expect(refused).toEqual(Array(2).fill([409, 'conflict', { reason: 'trigger_limit', limit: 50 }]));
}, 60_000);

test('a template that an active automation names is neither deleted nor unpublished [U51]', async () => {
  const { call, create, act, domain } = await setUp();
  await call('POST', '/templates', {
    body: { name: 'T', alias: 't', subject: 's', text: 't', publish: true },
  });
  const step = { type: 'send_email', from: `a@${domain}`, template: { id: 't' } };
  const made = await create({ steps: [step] });
  await act(made.id, { action: 'activate' });
  const details = { reason: 'in_use', automations: [{ id: made.id, name: made.name }] };
  expect(refusal(await call('DELETE', '/templates/t'))).toEqual([409, 'conflict', details]);
  const unpublish = { body: { action: 'unpublish' } };
  expect(refusal(await call('POST', '/templates/t', unpublish))).toEqual([409, 'conflict', details]);
  await act(made.id, { action: 'pause' });
  expect((await call('POST', '/templates/t', unpublish)).status).toBe(200);
  expect((await call('DELETE', '/templates/t')).status).toBe(200);
});

test('changes of one automation at one moment are taken one after the other [U72]', async () => {
  const { call, create } = await setUp();
  const made = await create();
  const names = Array.from({ length: 6 }, (_, i) => `name ${i}`);
  const answers = await Promise.all(
    names.map((name) => call('PATCH', `/automations/${made.id}`, { body: { name } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  const { name, updated_at } = automationOf(await call('GET', `/automations/${made.id}`));
  expect(names).toContain(name);
  expect(updated_at > made.updated_at).toBe(true);
});

test('one that changes while a page is read is listed as it is then, one that is deleted is left out [U52]', async () => {
  const { call, create, api_key } = await setUp();
  const [kept, changed, gone] = [await create(), await create(), await create()];
  const { automations, ...other } = testContext();
  const list: typeof automations.list = async (...page) => {
    const found = await automations.list(...page);
    await call('PATCH', `/automations/${changed.id}`, { body: { steps: [email], name: 'Changed' } });
    await call('DELETE', `/automations/${gone.id}`);
    return found;
  };
  const reading = inProcess({ ...other, automations: { ...automations, list } }, automationRoutes, api_key);
  const { body: page } = await reading('GET', '/automations?limit=3');
  const names = (page.automations as Record[]).map(({ id, name }) => [id, name]);
  expect(names).toEqual([
    [changed.id, 'Changed'],
    [kept.id, kept.name],
  ]);
  expect(page).toMatchObject({ has_more: false, next_cursor: null });
});
