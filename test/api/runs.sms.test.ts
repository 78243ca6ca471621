import { randomInt } from 'node:crypto';
import { automationWorld } from '../support/automations.ts';
import { readStack } from '../support/environment.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

type Text = { Message: string; MessageAttributes: Record<string, { Value?: string; StringValue?: string }> };

/** What the cloud's SNS took for a number. */
async function textsTo(number: string): Promise<Text[]> {
  const answer = await fetch(`${readStack().sms_messages_url}?phoneNumber=${encodeURIComponent(number)}`);
  const { sms_messages } = (await answer.json()) as { sms_messages: Record<string, Text[]> };
  return sms_messages[number] ?? [];
}

const newNumber = () => `+4179${String(randomInt(10_000_000)).padStart(7, '0')}`;

async function setUp(daily_limit = 1_000) {
  const world = await automationWorld();
  world.ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit };
  const number = newNumber();
  const sms = { type: 'send_sms', to: '{{event.data.to}}', text: 'Pay {{event.data.due}}' };
  const post = (data: object = {}) =>
    world.post({ user_id: 'u1', data: { to: number, due: '12.00', ...data } });
  return { ...world, number, sms, post };
}

test('a text goes out once, filled in, however often and at once its message comes [U4, U61, U62]', async () => {
  const { active, advance, post, run_messages, onlyRun, work, sms, number } = await setUp();
  const automation = await active([sms, { type: 'delay', seconds: 60 }]);
  const [area, rest] = [number.slice(0, 5), number.slice(5)];
  await post({ to: `${area} (${rest.slice(0, 3)}) ${rest.slice(3, 5)}-${rest.slice(5)}.` });
  const [first] = run_messages.splice(0);
  await Promise.all(Array.from({ length: 5 }, () => first && advance(first.message)));
  await work();
  const run = await onlyRun(automation);
  expect(run.steps[0]).toMatchObject({
    status: 'completed',
    output: { outcome: 'sent', message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
  expect([run.status, run.step_index]).toEqual(['waiting', 1]);
  expect((await textsTo(number)).map(({ Message }) => Message)).toEqual(['Pay 12.00']);
});

class Killed extends Error {}
const die = () => {
  throw new Killed();
};

type World = Awaited<ReturnType<typeof setUp>>;

/** The same ports, but for one method, whose next call dies before or after it did its work. */
function dying<Port extends object>(port: Port, name: keyof Port, when: 'before' | 'after'): Port {
  const real = port[name] as (...args: unknown[]) => Promise<unknown>;
  let died = false;
  const call = async (...args: unknown[]) => {
    if (died) return real(...args);
    died = true;
    if (when === 'after') await real(...args);
    throw new Killed();
  };
  return { ...port, [name]: call };
}

/** Where a worker dies, once, how many texts are sent in all, and what the step says. */
const deaths: [name: string, sent: number, outcome: string, kill: (ctx: World['ctx']) => void][] = [
  [
    'before the claim',
    1,
    'sent',
    (ctx) => Object.assign(ctx, { sms_claims: dying(ctx.sms_claims, 'take', 'before') }),
  ],
  [
    'after the claim',
    0,
    'unknown',
    (ctx) => Object.assign(ctx, { sms_claims: dying(ctx.sms_claims, 'take', 'after') }),
  ],
  [
    'before the call',
    0,
    'unknown',
    (ctx) => Object.assign(ctx, { sms: dying(ctx.sms, 'publish', 'before') }),
  ],
  ['after the call', 1, 'unknown', (ctx) => Object.assign(ctx, { sms: dying(ctx.sms, 'publish', 'after') })],
  [
    'before the step is stored',
    1,
    'unknown',
    (ctx) => Object.assign(ctx, { runs: dying(ctx.runs, 'save', 'before') }),
  ],
  [
    'after the step is stored',
    1,
    'sent',
    (ctx) => Object.assign(ctx, { runs: dying(ctx.runs, 'save', 'after') }),
  ],
];

test.each(deaths)('of a worker that dies %s %i texts go out, and the run goes on [U4]', async (...death) => {
  const [, sent, outcome, kill] = death;
  const world = await setUp();
  const { active, advance, post, run_messages, onlyRun, work, clock, sms, number } = world;
  const automation = await active([sms, { type: 'delay', seconds: 5 }]);
  await post();
  const [{ message } = die()] = run_messages.splice(0);
  kill(world.ctx);
  await expect(advance(message)).rejects.toThrow(Killed);
  // At once, within the minute of the claim, and after it.
  for (const wait_s of [0, 59, 2, 10]) {
    clock.advance(wait_s * 1000);
    await advance(message);
    await work();
  }
  const run = await onlyRun(automation);
  expect(run).toMatchObject({
    status: 'completed',
    steps: [
      { status: 'completed', output: { outcome, ...(outcome === 'unknown' && { message_id: null }) } },
      { status: 'completed' },
    ],
  });
  expect(await textsTo(number)).toHaveLength(sent);
});

test('a provider that takes nothing now is asked at 0, 10 and 60 s, and the text counts once [U4, U33, U62]', async () => {
  const { ctx, active, clock, post, onlyRun, work, sms } = await setUp(1);
  const automation = await active([sms]);
  let asked = 0;
  ctx.sms = {
    publish: async () => (++asked < 3 ? { outcome: 'not_taken' } : { outcome: 'sent', message_id: 'm' }),
  };
  await post();
  const seen: number[] = [];
  for (const wait_s of [0, 9, 2, 58, 4]) {
    clock.advance(wait_s * 1000);
    await work();
    seen.push(asked);
  }
  expect(seen).toEqual([1, 1, 2, 2, 3]);
  expect(await onlyRun(automation)).toMatchObject({ status: 'completed', steps: [{ status: 'completed' }] });
});

test.each([
  [{ outcome: 'refused', reason: 'invalid' }, 1, 'validation_error'],
  [{ outcome: 'refused', reason: 'denied' }, 1, 'upstream_error'],
  [{ outcome: 'not_taken' }, 3, 'unavailable'],
] as const)(
  'a provider that answers %j is asked %i times, then the run fails with %s [U33, U37]',
  async (answer, tries, code) => {
    const { ctx, active, clock, post, onlyRun, work, sms } = await setUp();
    const automation = await active([sms, sms]);
    let asked = 0;
    ctx.sms = {
      publish: async () => {
        asked++;
        return answer;
      },
    };
    await post();
    for (const wait_s of [0, 11, 61, 61]) {
      clock.advance(wait_s * 1000);
      await work();
    }
    expect(asked).toBe(tries);
    expect(await onlyRun(automation)).toMatchObject({
      status: 'failed',
      ended_reason: 'error',
      step_index: 0,
      error: { code, step_index: 0 },
      steps: [{ status: 'failed', output: null }, { status: 'pending' }],
    });
  },
);

test.each([
  ['sms', { outcome: 'sent', message_id: 'm' }],
  ['webhook', { outcome: 'delivered', status_code: 200, attempts: 1, error: null }],
])('a %s whose call had begun when its run was cancelled has its real result [U35]', async (kind, output) => {
  const { ctx, active, ok, post, onlyRun, work, runsOf, sms } = await setUp();
  ctx.settings.webhook_targets = 'any';
  let automation = '';
  const cancelNow = async () => {
    const [run] = await runsOf(automation);
    await ok('POST', `/automations/${automation}/runs/${run?.id}`, { action: 'cancel' });
  };
  ctx.sms = {
    publish: async () => {
      await cancelNow();
      return { outcome: 'sent', message_id: 'm' };
    },
  };
  const { url } = await receiver((_, response) => void cancelNow().then(() => response.end('ok')));
  automation = await active([kind === 'sms' ? sms : { type: 'webhook', url }, sms]);
  await post();
  await work();
  expect(await onlyRun(automation)).toMatchObject({
    status: 'cancelled',
    ended_reason: 'cancelled',
    step_index: 0,
    error: null,
    steps: [
      { status: 'completed', output },
      { status: 'pending', output: null },
    ],
  });
});

test('an event that cancelled a run while its call was under way still counts it once the result is there [U7, U35]', async () => {
  const { ctx, active, down, ok, onlyRun, post: signUp, work } = await setUp();
  ctx.settings.webhook_targets = 'any';
  const stop = () => ok('POST', '/events', { name: 'stop', user_id: 'u1' }, { 'idempotency-key': 'stop' });
  const answers: unknown[] = [];
  const { url } = await receiver(async (_, response) => {
    // What follows cannot be queued, so that the request is done again.
    down.queue = true;
    answers.push(await stop());
    down.queue = false;
    response.end('ok');
  });
  const automation = await active([{ type: 'webhook', url }], { trigger: { cancel_on_events: ['stop'] } });
  await signUp();
  await work();
  const output = { outcome: 'delivered', status_code: 200, attempts: 1, error: null };
  expect(await onlyRun(automation)).toMatchObject({ status: 'cancelled', steps: [{ output }] });
  for (let i = 0; i < 2; i++) answers.push(await stop());
  expect(answers[0]).toMatchObject({ cancelled_runs: 1 });
  expect(answers).toEqual(Array(3).fill(answers[0]));
});

test('a text that was claimed when its automation was deleted is ended as unknown, and nothing follows [U15, U35]', async () => {
  const { ctx, active, advance, clock, ok, post, run_messages, sms, number } = await setUp();
  const automation = await active([sms, sms]);
  await post();
  const [{ message } = die()] = run_messages.splice(0);
  const { publish } = ctx.sms;
  ctx.sms = { publish: async () => die() };
  await expect(advance(message)).rejects.toThrow(Killed);
  ctx.sms = { publish };
  await ok('DELETE', `/automations/${automation}`);
  clock.advance(70_000);
  await advance(message);
  const open = 'id' in message ? await ctx.runs.open(message.id) : null;
  expect(open?.records).toMatchObject([{ index: 0, status: 'completed', output: { outcome: 'unknown' } }]);
  for (const { message: next } of run_messages.splice(0)) await advance(next);
  expect((await ctx.runs.open(open?.run.id ?? 'run_'))?.run.status).toBe('cancelled');
  expect(await textsTo(number)).toEqual([]);
});

test('an account sends so many texts a UTC day, exactly, also at one moment; the next fails its run [U62]', async () => {
  const { active, advance, clock, post, run_messages, runsOf, work, sms, number } = await setUp(3);
  const automation = await active([sms]);
  for (let i = 0; i < 6; i++) await post();
  await Promise.all(run_messages.splice(0).map(({ message }) => advance(message)));
  await work();
  const runs = await runsOf(automation);
  const failed = runs.filter(({ status }) => status === 'failed');
  expect([runs.filter(({ status }) => status === 'completed').length, failed.length]).toEqual([3, 3]);
  expect(failed[0]?.error).toEqual({
    message: 'An account can send at most 3 texts per day',
    code: 'plan_limit',
    step_index: 0,
  });
  expect(await textsTo(number)).toHaveLength(3);
  clock.advance(86_400_000);
  await post();
  await work();
  expect(await textsTo(number)).toHaveLength(4);
});

test.each([
  ['to', '41791234567', 'to: the filled-in value is not one phone number such as +41791234567'],
  ['to', '+0791234567', 'to: the filled-in value is not one phone number such as +41791234567'],
  ['to', '+123456', 'to: the filled-in value is not one phone number such as +41791234567'],
  ['to', '+1234567890123456', 'to: the filled-in value is not one phone number such as +41791234567'],
  ['to', '+41791234567,+41791234568', 'to: the filled-in value is not one phone number such as +41791234567'],
  ['to', '', 'to: the filled-in value is not one phone number such as +41791234567'],
  ['to', null, 'to: {{event.data.to}} has no value'],
  ['due', 'é'.repeat(799), 'text: 1-1600 bytes of UTF-8 after variables are filled in'],
])('%s %j fails the run and sends nothing [U25, U61]', async (field, value, message) => {
  const { ctx, active, post, onlyRun, work, sms } = await setUp();
  const automation = await active([sms]);
  ctx.sms = { publish: async () => die() };
  await post({ [field]: value });
  await work();
  expect((await onlyRun(automation)).error).toEqual({ message, code: 'validation_error', step_index: 0 });
});

test('without a provider an SMS step is not activated, and fails a run that had it [U47, U62]', async () => {
  const { ctx, active, call, clock, ok, post, onlyRun, work, sms } = await setUp();
  const automation = await active([{ type: 'delay', seconds: 1 }, sms]);
  await post();
  ctx.settings.sms.provider = 'none';
  const body = { name: 'x', trigger: { event: 'other' }, steps: [sms] };
  const { automation: draft } = await ok('POST', '/automations', body);
  const { id } = draft as { id: string };
  const refused = await call('POST', `/automations/${id}`, { body: { action: 'activate' } });
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'not_configured']);
  clock.advance(2_000);
  await work();
  expect((await onlyRun(automation)).error).toMatchObject({ code: 'not_configured', step_index: 1 });
});
