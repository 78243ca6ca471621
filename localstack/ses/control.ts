import * as z from 'zod';
import { SesError } from './errors.ts';
import { outcomes } from './outcomes.ts';
import { isRefusal, type Refusal } from './refusals.ts';

const amount = z.number().nonnegative();

/**
 * The settings by which the stand-in misbehaves; every field can be set alone. Those of them, and of the calls of SES,
 * that no test here uses are for tests of a deployment from outside.
 */
const settings = z.strictObject({
  /** Recipients a second above which SES throttles; null: no limit. */
  rate_per_second: amount.nullable().default(null),
  /** Part of all sends that is throttled at random, 0 to 1. */
  throttle_ratio: amount.default(0),
  /** No production access yet: mail goes to verified identities and the simulator only. */
  sandbox: z.boolean().default(false),
  /** The pricing plan that GetAccount names. */
  plan: z.enum(['NONE', 'ESSENTIALS', 'PRO', 'ENTERPRISE']).default('NONE'),
  /** Milliseconds between taking a message and publishing its events. */
  delay_ms: amount.default(0),
  /** The number of times that each event is published. */
  duplicate: amount.default(1),
  /** Events of one message come in any order, each within `delay_ms` (at least 250 ms). */
  shuffle: z.boolean().default(false),
  /** Every send is refused with SES's words for this trouble (`refusals.ts`); null: none. */
  refusal: z.custom<Refusal>(isRefusal).nullable().default(null),
  /** Every message gets a Reject event instead of a Delivery. */
  reject_all: z.boolean().default(false),
  /** The next n sends are accepted and then the connection is cut before the answer; true: all. */
  fail_after_accept: z.union([amount, z.boolean()]).default(0),
  /** Milliseconds before a send is answered, after it was accepted. */
  answer_delay_ms: amount.default(0),
  /** Events wait until this is false again. */
  hold_events: z.boolean().default(false),
  /** Domains that stay as they are, as if SES had not looked at DNS yet, by name; merged with those set before. */
  hold_verification: z.record(z.string(), z.boolean()).default({}),
  /** MAIL FROM domains, in lower case, that SES does not see through a CNAME; merged, too. */
  unfollowed: z.record(z.string(), z.boolean()).default({}),
  /** Milliseconds by which time is ahead for an identity, by its name: SES looks 72 hours for what is missing; merged, too. */
  ahead_ms: z.record(z.string(), amount).default({}),
  /** Fates of recipients, by `address` or `@domain`, in lower case. */
  outcomes: z.record(z.string(), z.enum(outcomes)).default({}),
});

export type Control = z.output<typeof settings>;

export const plainControl: Control = settings.parse({});

/** Takes the given settings over; an unknown name or an unfit value changes nothing and throws. */
export function changeControl(control: Control, changes: Record<string, unknown>): void {
  const { error } = settings.partial().safeParse(changes);
  if (error) throw new SesError('invalid', z.prettifyError(error));
  const { hold_verification, unfollowed, ahead_ms } = control;
  Object.assign(control, changes);
  // Merged by name: tests of several files set theirs at the same time.
  control.hold_verification = { ...hold_verification, ...control.hold_verification };
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
