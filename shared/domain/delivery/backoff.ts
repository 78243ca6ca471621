import { backoff, type Schedule } from '../../core/backoff.ts';

export const giveUp_ms = 24 * 3_600_000;

export const publishDelayAfter_ms = 15 * 60_000;

/** A send attempt's time. The deliver function ends after 30 s. */
export const lease_ms = 35_000;

/**
 * How long to wait for SES's `Send` after a lease ends. It covers two consecutive crashes of the feedback
 * function, whose queue redelivers after 60 s.
 */
export const ambiguous_ms = 180_000;

/** From this age, suppressions are read again before the attempt. */
export const recheck_ms = 5 * 60_000;

/** In seconds. At least half of each wait is fixed, so jitter never denies SES its rest. */
const throttled_s: Schedule = { base: 1, cap: 300, least: 0.5 };

/** Whole seconds until the next attempt after `tries` throttled attempts. Jitter spreads bulk mail. */
export const backoffSeconds = (random: () => number, tries: number): number =>
  Math.max(1, Math.round(backoff(random, tries, throttled_s)));
