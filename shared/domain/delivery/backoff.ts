import { createHash } from 'node:crypto';

/** How long an email may wait for SES before it fails (H12). */
export const giveUp_ms = 24 * 3_600_000;

/** After this long in the queue email.delivery_delayed is told, once (H12). */
export const publishDelayAfter_ms = 15 * 60_000;

/** A hand-over has this long; the deliver function ends after 30 s. */
export const lease_ms = 35_000;

/**
 * After a lease ran out, how long SES's own `Send` is waited for before the next attempt (architecture 5): two
 * deaths of the feedback function in a row, whose queue hands a message out again after 60 s, fit into it.
 */
export const ambiguous_ms = 180_000;

/** From this age on, suppressions are read again before the hand-over (Q19). */
export const recheck_ms = 5 * 60_000;

/**
 * Seconds to wait before try number `tries` + 1 of a throttled email: 1 s doubling to 5 minutes, each spread
 * over half its length by the email's id, so that a throttled bulk does not come back as one.
 */
export function backoffSeconds(id: string, tries: number): number {
  const full = Math.min(300, 2 ** Math.min(tries, 9));
  const spread = createHash('sha256').update(`${id} ${tries}`).digest().readUInt16BE(0) / 65_536;
  return Math.max(1, Math.round(full * (0.75 + spread / 2)));
}
