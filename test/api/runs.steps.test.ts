import { systemCaller } from '../../shared/domain/context.ts';
import { dryRunAutomation } from '../../shared/domain/runs/dry-run-automation.ts';
import { automationWorld } from '../support/automations.ts';

const ada = { email: 'ada@example.com', user_id: 'u1' };
const day_ms = 86_400_000;

type World = Awaited<ReturnType<typeof automationWorld>>;

const iso = (ms: number) => new Date(ms).toISOString();

/** The status of a run, its error's code, and of each step its status and what its output says. */
async function shown({ onlyRun }: World, automation: string) {
  const { status, error, next_step_at, steps } = await onlyRun(automation);
  const outcomes = steps.map((step) => [step.status, step.output?.outcome ?? step.output?.result ?? null]);
  return { status, code: (error as { code: string } | null)?.code ?? null, next_step_at, outcomes };
}

describe('skip_to [N10]', () => {
  const steps = (mail: object) => [
    {
      type: 'condition',
      all: [{ field: 'event.data.plan', operator: 'equals', value: 'pro' }],
      skip_to: 'free',
    },
    { ...mail, subject: 'Pro' },
    {
      type: 'condition',
      all: [{ field: 'event.data.plan', operator: 'equals', value: 'free' }],
      skip_to: 'end',
    },
    { ...mail, subject: 'Free', id: 'free' },
    { type: 'delay', seconds: 60, id: 'end' },
  ];

  test('a condition that is false goes on at a step further down; those between stay pending', async () => {
    const world = await automationWorld();
    const { active, mail, ok, post, work } = world;
    const automation = await active(steps(mail));
    await post({ ...ada, data: { plan: 'free' } });
    await work();
    const pending = ['pending', null];
    expect(await shown(world, automation)).toMatchObject({
      status: 'waiting',
      outcomes: [['completed', false], pending, pending, ['completed', 'sent'], ['waiting', null]],
    });
    const { emails } = await ok('GET', '/emails');
    expect((emails as { subject: string }[]).map(({ subject }) => subject)).toEqual(['Free']);
    const { automation: read } = await ok('GET', `/automations/${automation}`);
    expect((read as { steps: object[] }).steps).toMatchObject([
      { skip_to: 'free' },
      {},
      {},
      { id: 'free' },
      {},
    ]);
  });

  test('one that is true goes on behind it, and a wait that was skipped has no event', async () => {
    const world = await automationWorld();
    const { active, mail, post, work } = world;
    const found = { field: 'steps.1.event.name', operator: 'exists' };
    const automation = await active([
      { type: 'condition', all: [{ field: 'event.data.n', operator: 'exists' }], skip_to: 'last' },
      { type: 'wait_for_event', event: 'paid', timeout_seconds: 60 },
      { type: 'condition', id: 'last', any: [found, { field: 'event.data.n', operator: 'not_exists' }] },
      { ...mail, text: 'Paid: {{steps.1.event.name}}.' },
    ]);
    await post(ada);
    await work();
    const outcomes = [
      ['completed', false],
      ['pending', null],
      ['completed', true],
      ['completed', 'sent'],
    ];
    expect(await shown(world, automation)).toMatchObject({ status: 'completed', outcomes });
  });
});

test('the 24 hours of a step’s email begin once it is taken, however late that is [H12]', async () => {
  const world = await automationWorld();
  const { active, clock, deliver, mail, mails, post, queued, work } = world;
  clock.hold();
  const automation = await active([mail]);
  await post(ada);
  clock.advance(30 * 3_600_000);
  await work();
  for (const { message } of queued.splice(0)) await deliver(message);
  expect([mails.length, (await shown(world, automation)).status]).toEqual([1, 'completed']);
});

test.each([0, 9, 11, 59, 61])(
  'the email of a step that is taken after %i minutes is not dated back by more than ten [H12, Q52]',
  async (minutes) => {
    const { active, clock, mail, ok, post, work } = await automationWorld();
    clock.hold();
    await active([mail]);
    await post(ada);
    clock.advance(minutes * 60_000);
    await work();
    const [email] = (await ok('GET', '/emails')).emails as { created_at: string }[];
    const age = clock.runtime.now() - Date.parse(email?.created_at ?? '');
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(10 * 60_000);
  },
);

test('a late step that is refused, and whose worker dies, leaves one record, whenever it is taken again [U33]', async () => {
  const world = await automationWorld();
  const { active, advance, clock, ctx, mail, ok, post, run_messages } = world;
  clock.hold();
  await ok('POST', '/suppressions', { email: ada.email });
  const automation = await active([mail]);
  await post(ada);
  clock.advance(30 * 3_600_000);
  const [next] = run_messages.splice(0);
  if (next === undefined) throw new Error('not queued');
  const { runs } = ctx;
  ctx.runs = { ...runs, save: () => Promise.reject(new Error('it dies')) };
  await expect(advance(next.message)).rejects.toThrow('it dies');
  ctx.runs = runs;
  clock.advance(3_600_000);
  await advance(next.message);
  const { emails } = await ok('GET', '/emails');
  expect((emails as { status: string }[]).map(({ status }) => status)).toEqual(['failed']);
  expect((await shown(world, automation)).outcomes).toEqual([['skipped', 'suppressed']]);
});

describe('a delay until an instant [N11]', () => {
  const until = { type: 'delay', until: '{{event.data.ends_at}}', offset_seconds: -3 * 86_400 };

  test.each([60_000, 10 * day_ms])(
    'it ends %i ms before it less its offset, and leaves no row and no timer',
    async (ahead) => {
      const world = await automationWorld();
      const { active, clock, mail, post, work, run_schedules } = world;
      const automation = await active([until, mail]);
      clock.hold();
      const at = clock.runtime.now() + ahead;
      await post({ ...ada, data: { ends_at: iso(at + 3 * day_ms) } });
      await work();
      expect(await shown(world, automation)).toMatchObject({ status: 'waiting', next_step_at: iso(at) });
      clock.advance(ahead - 1);
      await work();
      expect((await shown(world, automation)).status).toBe('waiting');
      clock.advance(1_001);
      await work();
      expect((await shown(world, automation)).outcomes).toEqual([
        ['completed', 'elapsed'],
        ['completed', 'sent'],
      ]);
      expect([...run_schedules.keys()]).toEqual([]);
    },
  );

  test.each([
    ['in the past', () => iso(Date.now() - day_ms), null],
    ['missing', () => null, 'validation_error'],
    ['no instant', () => '2026-13-01T00:00:00Z', 'validation_error'],
    ['a day without a time', () => '2026-12-01', 'validation_error'],
    ['a list', () => ['x'], 'validation_error'],
    ['over a year ahead', () => iso(Date.now() + 400 * day_ms), 'validation_error'],
    ['too long', () => 'x'.repeat(60_000), 'too_large'],
  ])('an instant that is %s', async (_name, ends_at, code) => {
    const world = await automationWorld();
    const { active, mail, post, work } = world;
    const automation = await active([{ ...until, offset_seconds: 0 }, mail]);
    await post({ ...ada, data: { ends_at: ends_at() } });
    await work();
    const status = code === null ? 'completed' : 'failed';
    expect(await shown(world, automation)).toMatchObject({ status, code });
  });

  test('behind a wait it knows the event that ended it', async () => {
    const world = await automationWorld();
    const { active, clock, post, work } = world;
    const automation = await active([
      { type: 'wait_for_event', event: 'trial', timeout_seconds: 60 },
      { type: 'delay', between: ['00:00', '23:59'], time_zone: 'UTC' },
      { type: 'delay', until: '{{steps.0.event.data.ends_at}}' },
    ]);
    clock.hold();
    await post(ada);
    const at = iso(Math.ceil(clock.runtime.now() / day_ms) * day_ms + day_ms);
    await post({ ...ada, name: 'trial', data: { ends_at: at } });
    await work();
    expect(await shown(world, automation)).toMatchObject({ status: 'waiting', next_step_at: at });
  });

  test('cancelled with its run, it leaves no timer', async () => {
    const { active, clock, ok, onlyRun, post, work, run_schedules } = await automationWorld();
    const automation = await active([until]);
    await post({ ...ada, data: { ends_at: iso(clock.runtime.now() + 20 * day_ms) } });
    await work();
    expect(run_schedules.size).toBe(1);
    const { id } = await onlyRun(automation);
    await ok('POST', `/automations/${automation}/runs/${id}`, { action: 'cancel' });
    await work();
    expect(run_schedules.size).toBe(0);
  });
});

describe('a delay until a time of the day [N12]', () => {
  const between = (time_zone: string) => ({ type: 'delay', between: ['08:00', '20:00'], time_zone });

  test('inside the window it is over at once; outside it waits for its beginning, in the zone of the event', async () => {
    const world = await automationWorld();
    const { active, clock, mail, post, runsOf, work } = world;
    clock.hold();
    const midnight = Math.ceil(clock.runtime.now() / day_ms) * day_ms;
    clock.advance(midnight + 12 * 3_600_000 - clock.runtime.now());
    const automation = await active([between('{{event.data.zone}}'), mail]);
    // At 12:00 UTC it is 07:00 in Bogota and 21:00 in Tokyo: neither has summer time.
    for (const zone of ['Africa/Abidjan', 'America/Bogota', 'Asia/Tokyo'])
      await post({ email: `${zone.split('/')[1]?.toLowerCase()}@example.com`, data: { zone } });
    await work();
    const runs = (await runsOf(automation)).map(({ email, status, next_step_at }) => [
      email,
      status,
      next_step_at,
    ]);
    expect(runs.sort()).toEqual([
      ['abidjan@example.com', 'completed', null],
      ['bogota@example.com', 'waiting', iso(midnight + 13 * 3_600_000)],
      ['tokyo@example.com', 'waiting', iso(midnight + 23 * 3_600_000)],
    ]);
    clock.advance(11 * 3_600_000);
    await work();
    expect((await runsOf(automation)).map(({ status }) => status)).toEqual(Array(3).fill('completed'));
  });

  test.each([['Europe/Atlantis'], [null], [7], ['']])(
    'a zone of the event that is %j fails the run',
    async (zone) => {
      const world = await automationWorld();
      const { active, mail, post, work } = world;
      const automation = await active([between('{{event.data.zone}}'), mail]);
      await post({ ...ada, data: { zone } });
      await work();
      expect(await shown(world, automation)).toMatchObject({ status: 'failed', code: 'validation_error' });
    },
  );
});

describe('re-entry after an interval [N13]', () => {
  const reentry = (after_seconds: number) => ({ allow_reentry: { after_seconds } });

  test('a person enters again so long after the last time, by either key; of events at one moment one', async () => {
    const { active, clock, mail, ok, post, runsOf } = await automationWorld();
    clock.hold();
    const automation = await active([mail], reentry(3_600));
    const enter = async (person: object) => {
      const answer = await post(person);
      expect(answer.matched_automations).toBe(1);
      return (await runsOf(automation)).length;
    };
    await Promise.all(Array.from({ length: 5 }, () => post(ada)));
    expect((await runsOf(automation)).length).toBe(1);
    clock.advance(3_599_999);
    expect(await enter({ email: ada.email })).toBe(1);
    expect(await enter({ user_id: ada.user_id })).toBe(1);
    expect(await enter({ email: 'bob@example.com' })).toBe(2);
    clock.advance(1);
    expect(await enter({ user_id: ada.user_id })).toBe(3);
    // The last time counts, by the key that it was known by.
    expect(await enter(ada)).toBe(3);
    clock.advance(3_600_000);
    await Promise.all(Array.from({ length: 5 }, () => post(ada)));
    expect((await runsOf(automation)).length).toBe(4);
    const { automation: read } = await ok('GET', `/automations/${automation}`);
    expect(read).toMatchObject(reentry(3_600));
  });

  test('an event that is repeated starts no second run; marks of allow_reentry false count as entries', async () => {
    const { active, clock, mail, ok, post, runsOf } = await automationWorld();
    clock.hold();
    const automation = await active([mail], { allow_reentry: false });
    const act = (action: string) => ok('POST', `/automations/${automation}`, { action });
    const first = await post(ada, 'key-1');
    await act('pause');
    await ok('PATCH', `/automations/${automation}`, reentry(60));
    await act('activate');
    await post(ada);
    expect((await runsOf(automation)).length).toBe(1);
    clock.advance(60_000);
    await post(ada);
    expect(await post(ada, 'key-1')).toEqual(first);
    expect((await runsOf(automation)).length).toBe(2);
  });
});

test('a dry run takes what is skipped, until and windows as a run does, and waits for none of them [U63]', async () => {
  const { account, active, ctx, mail } = await automationWorld();
  const automation = await active([
    { type: 'condition', all: [{ field: 'event.data.plan', operator: 'exists' }], skip_to: 'x' },
    mail,
    { type: 'delay', id: 'x', until: '{{event.data.at}}' },
    { type: 'delay', between: ['08:00', '08:01'], time_zone: 'UTC' },
  ]);
  const caller = systemCaller((await ctx.accounts.get(account.id)) ?? account, 'req_1');
  const dry = async (data: Record<string, unknown>) => {
    const { run } = await dryRunAutomation(ctx, caller, {
      event: { name: 'x', data },
      automation_id: automation,
    });
    return [run.status, run.error?.code ?? null, run.steps.map(({ status }) => status)];
  };
  const ahead = { at: iso(Date.now() + day_ms) };
  expect(await dry(ahead)).toEqual(['completed', null, ['completed', 'pending', 'completed', 'completed']]);
  expect(await dry({})).toEqual([
    'failed',
    'validation_error',
    ['completed', 'pending', 'failed', 'pending'],
  ]);
});
