import fc from 'fast-check';
import type { CustomEvent, Definition, Step } from '../../../shared/core/records/automations.ts';
import { isOpen, type StepRecord } from '../../../shared/core/records/runs.ts';
import { type Input, type Move, move } from '../../../shared/domain/runs/engine.ts';
import { beginning, noticesOf } from '../../../shared/domain/runs/notices.ts';
import { cases } from '../../support/whole.ts';
import { type Happening, interpreter, type Told } from './reference-interpreter.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');

const eventOf = (plan: string): CustomEvent => ({
  id: 'ae_00000000000000000000000000',
  name: 'paid',
  user_id: null,
  email: 'ada@example.com',
  data: { plan },
  source: 'api',
  created_at: '2026-01-01T00:00:00.000Z',
});

const plan = fc.constantFrom('pro', 'pro', 'pro', 'free');
const seconds = fc.integer({ min: 1, max: 30 });
const name = null;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({
    type: 'send_email',
    name,
    from: 'a@x.example',
    to: '{{event.email}}',
    subject: 's',
    text: 't',
  }),
  fc.constant<Step>({ type: 'send_sms', name, to: '+41791234567', text: 't' }),
  seconds.map((s): Step => ({ type: 'delay', name, seconds: s })),
  fc.tuple(seconds, fc.integer({ min: -40, max: 40 })).map(
    ([s, offset_seconds]): Step => ({
      type: 'delay',
      name,
      offset_seconds,
      until: new Date(start + 1000 * s).toISOString(),
    }),
  ),
  fc.tuple(seconds, fc.constantFrom('continue', 'end', 'fail')).map(
    ([timeout_seconds, on_timeout]): Step => ({
      type: 'wait_for_event',
      name,
      event: 'paid',
      timeout_seconds,
      on_timeout,
    }),
  ),
  fc.constant<Step>({
    type: 'condition',
    name,
    all: [{ field: 'event.data.plan', operator: 'equals', value: 'pro' }],
  }),
);

/** Conditions behind a wait ask its event instead of the trigger's. */
const asksWait = (steps: Step[]): Step[] =>
  steps.map((step, i) => {
    const wait = steps.slice(0, i).findLastIndex((one) => one.type === 'wait_for_event');
    if (step.type !== 'condition' || wait < 0) return step;
    return { ...step, all: [{ field: `steps.${wait}.event.data.plan`, operator: 'equals', value: 'pro' }] };
  });

/** Every step has its place as its id; a condition ends the run, or skips to a later step. */
const withSkips = ([steps, skips]: [Step[], number[]]): Step[] =>
  steps.map((step, i) => {
    const to = i + (skips[i] ?? 0);
    const skip = step.type === 'condition' && to > i && to < steps.length ? { skip_to: String(to) } : {};
    return { ...step, id: String(i), ...skip };
  });

const anySteps = fc
  .tuple(
    fc.array(anyStep, { minLength: 1, maxLength: 8 }).map(asksWait),
    fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 }),
  )
  .map(withSkips);

/** What happens next, about a step near the present one: also what is repeated, late and early. */
const anyHappening = fc.record({
  kind: fc.constantFrom('done', 'done', 'failed', 'try_failed', 'time', 'time', 'event', 'event', 'cancel'),
  offset: fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 1),
  skipped: fc.boolean(),
  plan,
  after_ms: fc.constantFrom(0, 1_000, 12_000, 40_000, 80_000),
});

const error = { message: 'no', code: 'internal_error' };

function inputOf(what: Happening): Input {
  switch (what.kind) {
    case 'done':
      return { ...what, output: { outcome: 'sent' } };
    case 'failed':
    case 'try_failed':
      return { ...what, error };
    case 'event':
      return { kind: 'event', step: what.step, event: eventOf(what.plan) };
    case 'cancel':
      return { kind: 'cancel', reason: 'cancelled' };
    default:
      return what;
  }
}

/** A run as its storage has it: the state, the records of ended steps by index, what was told. */
function store(first: Move) {
  const records = new Map<number, StepRecord>();
  const stored = { run: first.run, waits: new Map<number, CustomEvent | null>(), keep, told };
  function keep(moved: Move): void {
    for (const record of moved.ended) {
      const wasCancelled = records.get(record.index)?.output?.outcome === 'cancelled';
      if (records.has(record.index) && !wasCancelled && stored.run.status !== 'cancelled')
        throw new Error(`step ${record.index} ended twice`);
      records.set(record.index, record);
    }
    stored.run = moved.run;
  }
  function told(steps: Step[]): Told {
    const { run } = stored;
    return {
      status: run.status,
      reason: run.ended_reason,
      index: run.step_index,
      steps: steps.map((_, i) => records.get(i)?.status ?? 'pending'),
      notices: noticesOf(run, [...records.values()], beginning).map(
        ({ type, step_index }) => `${type.slice('automation.'.length)} ${step_index}`,
      ),
      next_at: run.next_step_at === null ? null : Date.parse(run.next_step_at),
      waiting_for: run.waiting_for,
      effect: run.status === 'running',
      tries: run.tries,
    };
  }
  keep(first);
  return stored;
}

test('1,000 random automations x happenings move as the reference interpreter says [U2, U18, U35-U38]', () => {
  const property = fc.property(
    anySteps,
    plan,
    fc.array(anyHappening, { maxLength: 30 }),
    (steps, first, list) => {
      let now = start;
      const definition: Definition = {
        trigger: { event: 'signup', cancel_on_events: [], conditions: [] },
        steps,
        allow_reentry: true,
      };
      const scopeOf = (waits: ReadonlyMap<number, CustomEvent | null>) => ({ event: eventOf(first), waits });
      const begun = move(null, { kind: 'begin' }, { definition, scope: scopeOf(new Map()), now }) as Move;
      const stored = store(begun);
      const model = interpreter(steps, first, now);
      expect(stored.told(steps)).toEqual(model.told);
      for (const { kind, offset, skipped, plan: said, after_ms } of list) {
        now += after_ms;
        const step = stored.run.step_index + offset;
        const status = skipped ? 'skipped' : 'completed';
        const what = { kind, step, status, plan: said } as Happening;
        const input = inputOf(what);
        const moved = move(stored.run, input, { definition, scope: scopeOf(stored.waits), now });
        if (moved && input.kind === 'event') stored.waits.set(step, input.event);
        if (moved) stored.keep(moved);
        expect([moved !== null, what]).toEqual([model.happen(what, now), what]);
        expect(stored.told(steps)).toEqual(model.told);
        expect(isOpen(stored.run)).toBe(stored.run.completed_at === null);
      }
    },
  );
  fc.assert(property, { numRuns: cases(1_000) });
});

const one = (...steps: Step[]): Definition => ({
  trigger: { event: 'signup', cancel_on_events: [], conditions: [] },
  steps,
  allow_reentry: true,
});
const scope = { event: eventOf('pro'), waits: new Map() };
const mail: Step = {
  type: 'send_email',
  name,
  from: 'a@x.example',
  to: 'b@x.example',
  subject: 's',
  text: 't',
};
const wait: Step = { type: 'wait_for_event', name, event: 'paid', timeout_seconds: 60, on_timeout: 'end' };

test('within a run no time is before an earlier one, when the clock jumps back [U20]', () => {
  const definition = one(mail, wait);
  const begun = move(null, { kind: 'begin' }, { definition, scope, now: start }) as Move;
  const done: Input = { kind: 'done', step: 0, status: 'completed', output: { outcome: 'sent' } };
  const moved = move(begun.run, done, { definition, scope, now: start - 3_600_000 }) as Move;
  expect(moved.ended[0]).toMatchObject({
    started_at: '2026-01-01T00:00:00.000Z',
    completed_at: '2026-01-01T00:00:00.000Z',
  });
  expect(moved.run.next_step_at).toBe('2026-01-01T00:01:00.000Z');
});

test('match.equals is filled when the wait is entered; without a value the run fails, naming the reference [U30]', () => {
  const matching: Step = { ...wait, match: { field: 'data.plan', equals: '{{event.data.plan}}' } };
  const begun = move(null, { kind: 'begin' }, { definition: one(matching), scope, now: start }) as Move;
  expect(begun.run).toMatchObject({ status: 'waiting', match: 'pro', waiting_for: 'paid' });
  const lost: Step = { ...wait, match: { field: 'data.plan', equals: '{{event.data.none}}' } };
  const failed = move(null, { kind: 'begin' }, { definition: one(lost), scope, now: start }) as Move;
  expect(failed.run).toMatchObject({ status: 'failed', ended_reason: 'error', next_step_at: null });
  expect(failed.run.error).toEqual({
    message: 'match.equals: {{event.data.none}} has no value',
    code: 'validation_error',
    step_index: 0,
  });
  const notices = noticesOf(failed.run, failed.ended, beginning);
  expect(notices.map(({ type }) => type)).toEqual(['automation.started', 'automation.failed']);
});

test('three tries at 0, 10 and 60 s; Retry-After lengthens a wait up to 15 minutes [U33]', () => {
  const definition = one(mail);
  const at = { definition, scope, now: start };
  const fault = { kind: 'try_failed', step: 0, error } as const;
  const first = move((move(null, { kind: 'begin' }, at) as Move).run, fault, at) as Move;
  expect([first.run.tries, first.run.next_step_at]).toEqual([1, '2026-01-01T00:00:10.000Z']);
  const second = move(first.run, { ...fault, after_ms: 3_600_000 }, at) as Move;
  expect([second.run.tries, second.run.next_step_at]).toEqual([2, '2026-01-01T00:15:00.000Z']);
  const third = move(second.run, { ...fault, output: { outcome: 'failed' } }, at) as Move;
  expect(third.run).toMatchObject({ status: 'failed', error: { ...error, step_index: 0 } });
  expect(third.ended[0]?.output).toEqual({ outcome: 'failed' });
});
