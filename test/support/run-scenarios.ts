import fc from 'fast-check';
import { tick_min } from './run-chaos.ts';

/** The automations of the model test, and what happens to them. */
type ModelStep =
  | { type: 'mail' }
  /** A receiver that accepts every request, none, or none in the first minute. */
  | { type: 'hook'; server: 'up' | 'down' | 'late' }
  /**
   * A provider that accepts every text, none, or none in the first minute, refuses it, or doesn't say what it did.
   */
  | { type: 'text'; provider: keyof typeof numbers }
  | { type: 'delay'; seconds: number }
  | {
      type: 'wait';
      event: string;
      seconds: number;
      on_timeout: 'continue' | 'end' | 'fail';
      /** Only an event with the same plan as the trigger's. */
      same_plan: boolean;
    }
  /** Whether the plan is `pro`, in the event that ended that wait or in the trigger's. */
  | { type: 'condition'; wait: number | null };

export type ModelAutomation = {
  event: string;
  cancels: string[];
  only_pro: boolean;
  reentry: boolean;
  steps: ModelStep[];
};

export type ModelEvent = {
  n: number;
  name: string;
  email: string | null;
  user_id: string | null;
  plan: string;
};

/** A text's number decides what the provider does with it. */
export const numbers = {
  up: '+15550000001',
  down: '+15550000002',
  late: '+15550000003',
  refused: '+15550000004',
  silent: '+15550000005',
} as const;

/** Is on the suppression list. */
export const suppressed = 'stop@example.com';

const names = ['a', 'b', 'c'];

/** Ends five minutes before a step of time. The longest one uses a schedule. */
const seconds = fc.constantFrom(1, 1, 2, 6).map((ticks) => ticks * tick_min * 60 - 300);
const name = fc.constantFrom(...names);

const step: fc.Arbitrary<ModelStep> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ModelStep>({ type: 'mail' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('hook' as const),
      server: fc.constantFrom('up' as const, 'up' as const, 'down' as const, 'late' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('text' as const),
      provider: fc.constantFrom('up', 'up', 'up', 'down', 'late', 'refused', 'silent'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delay' as const), seconds }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      event: name,
      seconds,
      on_timeout: fc.constantFrom('continue' as const, 'end' as const, 'fail' as const),
      same_plan: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<ModelStep>({ type: 'condition', wait: null }) },
);

/** Conditions after a wait check its event. */
const steps = fc.array(step, { minLength: 1, maxLength: 6 }).map((all) =>
  all.map((one, i): ModelStep => {
    const wait = all.slice(0, i).findLastIndex(({ type }) => type === 'wait');
    return one.type === 'condition' && wait >= 0 ? { ...one, wait } : one;
  }),
);

const automation: fc.Arbitrary<ModelAutomation> = fc.record({
  event: name,
  cancels: fc.uniqueArray(name, { maxLength: 1 }),
  only_pro: fc.boolean(),
  reentry: fc.boolean(),
  steps,
});

const person = fc.constantFrom(
  { email: 'ada@example.com', user_id: null },
  { email: 'ada@example.com', user_id: 'u1' },
  { email: null, user_id: 'u1' },
  { email: 'bob@example.com', user_id: null },
  { email: suppressed, user_id: null },
  { email: null, user_id: null },
);

const plan = fc.constantFrom('pro', 'pro', 'free');

export type Action =
  | { kind: 'post'; name: string; person: { email: string | null; user_id: string | null }; plan: string }
  | { kind: 'time'; ticks: number }
  | { kind: 'cancel'; run: number }
  | { kind: 'status'; automation: number }
  /** Paused, with its open runs canceled. */
  | { kind: 'stop'; automation: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('post' as const), name, person, plan }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ticks: fc.constantFrom(1, 1, 1, 6) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), run: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('status' as const), automation: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), automation: fc.nat(2) }) },
);

export type Scenario = { automations: ModelAutomation[]; actions: Action[]; chance: number };

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  automations: fc.array(automation, { minLength: 1, maxLength: 3 }),
  actions: fc.array(action, { minLength: 3, maxLength: 12 }),
  chance: fc.nat(),
});

const base = { name: null };

/** A step as the API accepts it. Every email, request, and text names its event, automation, and step. */
export function stepOf(one: ModelStep, mark: string, { from, hook }: { from: string; hook: string }): object {
  const rule = (wait: number | null) => ({
    field: wait === null ? 'event.data.plan' : `steps.${wait}.event.data.plan`,
    operator: 'equals',
    value: 'pro',
  });
  switch (one.type) {
    case 'mail':
      return { type: 'send_email', ...base, from, subject: mark, text: 'Hi' };
    case 'hook':
      return { type: 'webhook', ...base, url: `${hook}/${one.server}`, body: { mark } };
    case 'text':
      return { type: 'send_sms', ...base, to: numbers[one.provider], text: mark };
    case 'delay':
      return { ...base, ...one };
    case 'wait': {
      const { event, seconds: timeout_seconds, on_timeout, same_plan } = one;
      const match = { field: 'data.plan', equals: '{{event.data.plan}}' };
      const wait = { type: 'wait_for_event', ...base, event, timeout_seconds, on_timeout };
      return same_plan ? { ...wait, match } : wait;
    }
    case 'condition':
      return { type: 'condition', ...base, all: [rule(one.wait)] };
  }
}
