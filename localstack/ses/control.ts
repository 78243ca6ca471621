import { SesError } from './errors.ts';
import { type Outcome, outcomes } from './outcomes.ts';
import { isRefusal, type Refusal } from './refusals.ts';

/** How the stand-in is made to misbehave; every field can be set alone. */
export type Control = {
  /** Recipients a second above which SES throttles; null: no limit. */
  rate_per_second: number | null;
  /** Part of all sends that is throttled at random, 0 to 1. */
  throttle_ratio: number;
  /** Milliseconds between taking a message and publishing its events. */
  delay_ms: number;
  /** How often each event is published. */
  duplicate: number;
  /** Events of one message come in any order, each within `delay_ms` (at least 250 ms). */
  shuffle: boolean;
  /** Every send is refused with SES's words for this trouble (`refusals.ts`); null: none. */
  refusal: Refusal | null;
  /** Every message gets a Reject event instead of a Delivery. */
  reject_all: boolean;
  /** The next n sends are accepted and then the connection is cut before the answer; true: all. */
  fail_after_accept: number | boolean;
  /** Milliseconds before a send is answered, after it was accepted. */
  answer_delay_ms: number;
  /** Events wait until this is false again. */
  hold_events: boolean;
  /** Domains stay as they are, as if SES had not looked at DNS yet (A14). */
  hold_verification: boolean;
  /** MAIL FROM domains, in lower case, that SES does not see through a CNAME (A69); merged with those set before. */
  unfollowed: Record<string, boolean>;
  /** Milliseconds by which time is ahead for an identity, by its name: SES looks 72 hours for what is missing; merged, too. */
  ahead_ms: Record<string, number>;
  /** Fates of recipients, by `address` or `@domain`, in lower case. */
  outcomes: Record<string, Outcome>;
};

export const plainControl: Control = {
  rate_per_second: null,
  throttle_ratio: 0,
  delay_ms: 0,
  duplicate: 1,
  shuffle: false,
  refusal: null,
  reject_all: false,
  fail_after_accept: 0,
  answer_delay_ms: 0,
  hold_events: false,
  hold_verification: false,
  unfollowed: {},
  ahead_ms: {},
  outcomes: {},
};

const isNumber = (value: unknown) => typeof value === 'number' && value >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isBoolean = (value: unknown) => typeof value === 'boolean';

const checks: Record<keyof Control, (value: unknown) => boolean> = {
  rate_per_second: (value) => value === null || isNumber(value),
  throttle_ratio: isNumber,
  delay_ms: isNumber,
  duplicate: isNumber,
  shuffle: isBoolean,
  refusal: (value) => value === null || isRefusal(value),
  reject_all: isBoolean,
  fail_after_accept: (value) => isNumber(value) || isBoolean(value),
  answer_delay_ms: isNumber,
  hold_events: isBoolean,
  hold_verification: isBoolean,
  unfollowed: (value) => isRecord(value) && Object.values(value).every(isBoolean),
  ahead_ms: (value) => isRecord(value) && Object.values(value).every(isNumber),
  outcomes: (value) =>
    isRecord(value) && Object.values(value).every((name) => outcomes.includes(name as Outcome)),
};

/** Takes the given settings over; an unknown name or an unfit value changes nothing and throws. */
export function changeControl(control: Control, changes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(changes)) {
    const check = checks[name as keyof Control];
    if (!check?.(value)) throw new SesError('invalid', `${name}: unknown setting or unfit value`);
  }
  const { unfollowed, ahead_ms } = control;
  Object.assign(control, changes);
  // Of one name each: tests of several files set theirs at the same time.
  control.unfollowed = { ...unfollowed, ...control.unfollowed };
  control.ahead_ms = { ...ahead_ms, ...control.ahead_ms };
}

/** Whether this send is to be cut off after it was accepted; counts down. */
export function cutsThisAnswer(control: Control): boolean {
  if (typeof control.fail_after_accept === 'boolean') return control.fail_after_accept;
  if (control.fail_after_accept <= 0) return false;
  control.fail_after_accept -= 1;
  return true;
}
