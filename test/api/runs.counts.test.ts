import { automationWorld } from '../support/automations.ts';
import { until } from '../support/until.ts';

const ada = { email: 'ada@example.com' };

test('an automation shows how many runs it has of each status, added up from the stream [U53]', async () => {
  const { ok, active, post, work, mail } = await automationWorld();
  const rule = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
  const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 60 };
  const automation = await active([{ type: 'condition', all: [rule] }, wait, mail], {
    trigger: { cancel_on_events: ['gone'] },
  });
  const pro = (email: string) => post({ email, data: { plan: 'pro' } });
  await post({ ...ada, data: { plan: 'free' } });
  for (let i = 0; i < 3; i++) await pro(`waits${i}@example.com`);
  await pro('ada@example.com');
  await post({ name: 'paid', ...ada });
  await work();
  await pro('bob@example.com');
  await post({ name: 'gone', email: 'bob@example.com' });
  await pro('cy@example.com');
  await post({ name: 'paid', email: 'cy@example.com' });
  const shown = async () =>
    (await ok('GET', `/automations/${automation}`)).automation as { runs: object; step_counts: object };
  const runs = { running: 1, waiting: 3, completed: 2, failed: 0, cancelled: 1 };
  await until(async () => JSON.stringify((await shown()).runs) === JSON.stringify(runs), {
    within_ms: 60_000,
    what: 'the counts of its runs',
  });
  const no = { skipped: 0, failed: 0 };
  const plain = { condition_true: null, condition_false: null };
  const step_counts = [
    { open: 0, completed: 7, ...no, condition_true: 6, condition_false: 1 },
    { open: 3, completed: 2, skipped: 1, failed: 0, ...plain },
    { open: 1, completed: 1, ...no, ...plain },
  ];
  await until(async () => JSON.stringify((await shown()).step_counts) === JSON.stringify(step_counts), {
    within_ms: 60_000,
    what: 'the counts of its steps',
  });
  const { automations } = await ok('GET', '/automations');
  expect((automations as object[])[0]).toMatchObject({ runs });
}, 90_000);
