import { backoff, type Schedule } from '../../core/backoff.ts';

export const giveUp_ms = 24 * 3_600_000;

export const publishDelayAfter_ms = 15 * 60_000;

/** The time of a send attempt; the deliver function ends after 30 s. */
export const lease_ms = 35_000;

/**
 * The time after the end of a lease in which SES's own `Send` is awaited before the next attempt:
 * two deaths of the feedback function in a row, whose queue delivers a message again after 60 s, fit into it.
 */
export const ambiguous_ms = 180_000;

/** The age from which suppressions are read again before the send attempt. */
export const recheck_ms = 5 * 60_000;

/** In seconds; at least half of each wait, so that SES gets a rest whatever the jitter. */
const throttled_s: Schedule = { base: 1, cap: 300, least: 0.5 };

/** Whole seconds before the next attempt of an email that SES throttled `tries` times; jitter spreads bulk mail. */
export const backoffSeconds = (random: () => number, tries: number): number =>
  Math.max(1, Math.round(backoff(random, tries, throttled_s)));
