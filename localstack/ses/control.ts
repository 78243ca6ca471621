import * as z from 'zod';
import { SesError } from './errors.ts';
import { outcomes } from './outcomes.ts';
import { isRefusal, type Refusal } from './refusals.ts';

const amount = z.number().nonnegative();

/**
 * Settings that make the stand-in misbehave. Each can be set separately. Some, like some of the SES calls,
 * aren't used by any test here. They are for tests that run against a deployment from outside.
 */
const settings = z.strictObject({
  /** Recipients per second before SES throttles. Null means no limit. */
  rate_per_second: amount.nullable().default(null),
  /** The share of sends to throttle at random, from 0 to 1. */
  throttle_ratio: amount.default(0),
  /** Without production access, mail goes only to verified identities and the simulator. */
  sandbox: z.boolean().default(false),
  /** The pricing plan in GetAccount. */
  plan: z.enum(['NONE', 'ESSENTIALS', 'PRO', 'ENTERPRISE']).default('NONE'),
  /** Milliseconds from accepting a message to publishing its events. */
  delay_ms: amount.default(0),
  /** How often each event is published. */
  duplicate: amount.default(1),
  /** Shuffles a message's events, each within `delay_ms` (at least 250 ms). */
  shuffle: z.boolean().default(false),
  /** Refuses every send with SES's error for this problem (`refusals.ts`). Null means none. */
  refusal: z.custom<Refusal>(isRefusal).nullable().default(null),
  /** Every message gets a Reject event instead of a Delivery. */
  reject_all: z.boolean().default(false),
  /** Accepts the next n sends and then cuts the connection before the response. True means all. */
  fail_after_accept: z.union([amount, z.boolean()]).default(0),
  /** Milliseconds from accepting a send to responding. */
  answer_delay_ms: amount.default(0),
  /** Holds events until this is false again. */
  hold_events: z.boolean().default(false),
  /** Domains whose state stays as it is, by name, as if SES hadn't checked DNS yet. Merged with earlier ones. */
  hold_verification: z.record(z.string(), z.boolean()).default({}),
  /** Lowercase MAIL FROM domains that SES can't see through a CNAME. Merged with earlier ones. */
  unfollowed: z.record(z.string(), z.boolean()).default({}),
  /**
   * Milliseconds to add to an identity's clock, by name, because SES searches 72 hours for missing records.
   * Merged with earlier ones.
   */
  ahead_ms: z.record(z.string(), amount).default({}),
  /** The outcome for each recipient, by lowercase `address` or `@domain`. */
  outcomes: z.record(z.string(), z.enum(outcomes)).default({}),
});

export type Control = z.output<typeof settings>;

export const plainControl: Control = settings.parse({});

/** Applies the settings. An unknown name or invalid value throws and changes nothing. */
export function changeControl(control: Control, changes: Record<string, unknown>): void {
  const { error } = settings.partial().safeParse(changes);
  if (error) throw new SesError('invalid', z.prettifyError(error));
  const { hold_verification, unfollowed, ahead_ms } = control;
  Object.assign(control, changes);
  // Merged by name, because test files set theirs concurrently.
  control.hold_verification = { ...hold_verification, ...control.hold_verification };
  control.unfollowed = { ...unfollowed, ...control.unfollowed };
  control.ahead_ms = { ...ahead_ms, ...control.ahead_ms };
}

/** Whether to cut the connection after accepting this send. Counts down. */
export function cutsThisAnswer(control: Control): boolean {
  if (typeof control.fail_after_accept === 'boolean') return control.fail_after_accept;
  if (control.fail_after_accept <= 0) return false;
  control.fail_after_accept -= 1;
  return true;
}
