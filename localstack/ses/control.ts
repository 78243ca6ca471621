import * as z from 'zod';
import { SesError } from './errors.ts';
import { outcomes } from './outcomes.ts';
import { isRefusal, type Refusal } from './refusals.ts';

const amount = z.number().nonnegative();

/** How the stand-in is made to misbehave; every field can be set alone. */
const settings = z.strictObject({
  /** Recipients a second above which SES throttles; null: no limit. */
  rate_per_second: amount.nullable(),
  /** Part of all sends that is throttled at random, 0 to 1. */
  throttle_ratio: amount,
  /** Every send is refused with SES's words for this trouble (`refusals.ts`); null: none. */
  refusal: z.custom<Refusal>(isRefusal).nullable(),
  /** Domains stay as they are, as if SES had not looked at DNS yet (A14). */
  hold_verification: z.boolean(),
  /** MAIL FROM domains, in lower case, that SES does not see through a CNAME (A69); merged with those set before. */
  unfollowed: z.record(z.string(), z.boolean()),
  /** Milliseconds by which time is ahead for an identity, by its name: SES looks 72 hours for what is missing; merged, too. */
  ahead_ms: z.record(z.string(), amount),
  /** Fates of recipients, by `address` or `@domain`, in lower case. */
  outcomes: z.record(z.string(), z.enum(outcomes)),
});

export type Control = z.output<typeof settings>;

export const plainControl: Control = {
  rate_per_second: null,
  throttle_ratio: 0,
  refusal: null,
  hold_verification: false,
  unfollowed: {},
  ahead_ms: {},
  outcomes: {},
};

/** Takes the given settings over; an unknown name or an unfit value changes nothing and throws. */
export function changeControl(control: Control, changes: Record<string, unknown>): void {
  const { error } = settings.partial().safeParse(changes);
  if (error) throw new SesError('invalid', z.prettifyError(error));
  const { unfollowed, ahead_ms } = control;
  Object.assign(control, changes);
  // Of one name each: tests of several files set theirs at the same time.
  control.unfollowed = { ...unfollowed, ...control.unfollowed };
  control.ahead_ms = { ...ahead_ms, ...control.ahead_ms };
}
