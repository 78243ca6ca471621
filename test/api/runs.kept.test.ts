import type { Id } from '../../shared/core/runtime.ts';
import { testContext } from '../support/api.ts';
import { automationWorld } from '../support/automations.ts';

const day_s = 86_400;
const year_s = 365 * day_s;

test('an event is read by its run after two years; open runs stay, ended ones go after 90 days [U12, U54]', async () => {
  const { active, call, clock, mail, ok, onlyRun, post, work } = await automationWorld();
  const year = { type: 'delay', seconds: year_s };
  const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: year_s, on_timeout: 'continue' };
  const automation = await active([
    year,
    wait,
    { ...mail, subject: '{{event.data.n}} {{steps.1.event.data.n}}' },
  ]);
  await post({ email: 'ada@example.com', data: { n: 1 } });
  const { id } = await onlyRun(automation);
  const after = async (seconds: number) => {
    clock.advance(seconds * 1000);
    await work();
  };
  await after(year_s + 1);
  await after(year_s - day_s);
  await post({ name: 'paid', email: 'ada@example.com', data: { n: 2 } });
  await work();
  const ended = await onlyRun(automation);
  expect(ended).toMatchObject({
    id,
    status: 'completed',
    steps: [{}, { output: { event: { data: { n: 2 } } } }, {}],
  });
  const { email } = await ok('GET', `/emails/${ended.steps[2]?.output?.email_id}`);
  expect(email).toMatchObject({ subject: '1 2' });
  const path = `/automations/${automation}/runs`;
  const statuses = async () => [
    (await call('GET', `${path}/${id}`)).status,
    ((await call('GET', path)).body.runs as object[]).length,
  ];
  await after(90 * day_s - 60);
  expect(await statuses()).toEqual([200, 1]);
  await after(120);
  expect(await statuses()).toEqual([404, 0]);
});

test('a wait shows its event as null once that has expired [U35, U54]', async () => {
  const { active, clock, ctx, onlyRun, post, work } = await automationWorld();
  ctx.settings.retention.event = 30 * day_s;
  const automation = await active([{ type: 'wait_for_event', event: 'paid', timeout_seconds: 60 }]);
  await post({ email: 'ada@example.com' });
  await post({ name: 'paid', email: 'ada@example.com' });
  await work();
  const eventOf = async () => (await onlyRun(automation)).steps[0]?.output;
  expect(await eventOf()).toMatchObject({ outcome: 'event', event: { name: 'paid' } });
  // Kept for the longest run that it resumed, which is a week and a minute, and its own 30 days.
  clock.advance((37 * day_s + 61) * 1000);
  expect(await eventOf()).toEqual({ outcome: 'event', event: null });
});

test('a run keeps the version that it began with; the number moves with a changed definition [U16, H34]', async () => {
  const { active, mail, ok, post, runOf, runsOf, work } = await automationWorld();
  const automation = await active([{ type: 'wait_for_event', event: 'go', timeout_seconds: 60 }, mail]);
  const path = `/automations/${automation}`;
  const act = async (action: string) =>
    ((await ok('POST', path, { action })).automation as { version: number }).version;
  const change = async (body: object) =>
    ((await ok('PATCH', path, body)).automation as { version: number }).version;
  await post({ email: 'ada@example.com' });
  expect([await act('pause'), await act('activate'), await act('pause')]).toEqual([1, 1, 1]);
  const steps = [{ ...mail, subject: 'New' }];
  expect([await change({ steps }), await act('activate'), await change({ name: 'y' })]).toEqual([1, 2, 2]);
  const [old] = await runsOf(automation);
  // Another process, which remembers no definition.
  const fresh = testContext();
  const pinned = await fresh.runs.get((old?.id ?? '') as Id<'run'>);
  if (pinned === null) throw new Error('no run');
  const definition = await fresh.automations.readDefinition({ ...pinned, id: pinned.automation_id });
  expect(definition?.steps.map(({ type }) => type)).toEqual(['wait_for_event', 'send_email']);
  await post({ name: 'go', email: 'ada@example.com' });
  await work();
  const run = await runOf(automation, old?.id ?? '');
  expect(run).toMatchObject({
    version: 1,
    status: 'completed',
    steps: [{}, { output: { outcome: 'sent' } }],
  });
  const { email } = await ok('GET', `/emails/${run.steps[1]?.output?.email_id}`);
  expect(email).toMatchObject({ subject: 'Hello' });
  await post({ email: 'bob@example.com' });
  await work();
  expect((await runsOf(automation)).map(({ version }) => version)).toEqual([2, 1]);
  await act('pause');
  expect([await change({ steps: [mail] }), await change({ steps }), await act('activate')]).toEqual([
    2, 2, 2,
  ]);
});

test('a definition that was changed and came back in another order of members keeps its version [U16]', async () => {
  const { active, mail, ok } = await automationWorld();
  const hook = (body: object) => ({ type: 'webhook', url: 'https://example.com/', body });
  const automation = await active([mail, hook({ kind: 'a', of: 'b' })]);
  const path = `/automations/${automation}`;
  const change = (steps: object[]) => ok('PATCH', path, { steps });
  const { steps } = (await ok('GET', path)).automation as { steps: object[] };
  await ok('POST', path, { action: 'pause' });
  await change([mail]);
  await change([steps[0] ?? {}, hook({ of: 'b', kind: 'a' })]);
  expect(await ok('POST', path, { action: 'activate' })).toMatchObject({ automation: { version: 1 } });
  await ok('POST', path, { action: 'pause' });
  await change([steps[0] ?? {}, hook({ of: 'b', kind: null })]);
  await ok('POST', path, { action: 'activate' });
  await ok('POST', path, { action: 'pause' });
  await change([steps[0] ?? {}, hook({ of: 'b' })]);
  expect(await ok('POST', path, { action: 'activate' })).toMatchObject({ automation: { version: 3 } });
});
