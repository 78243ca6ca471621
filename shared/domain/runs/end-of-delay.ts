import { instantForm, parseInstant } from '../../core/parse-instant.ts';
import type { DelayStep } from '../../core/records/automations.ts';
import { isTimeZone, nextWithin } from '../../core/time-of-day.ts';
import { fillFault, fillWhole } from '../automations/fill.ts';
import type { Scope } from '../automations/references.ts';

export const max_wait_s = 31_536_000;

/** Every time of day recurs within two days, even if a clock change skips it. */
export const max_window_s = 2 * 86_400;

/** The instant of `until` plus its offset, at most a year away. */
function instantOf(until: string, offset_seconds: number, { scope, now }: { scope: Scope; now: number }) {
  const instant = parseInstant(fillWhole('until', until, scope));
  if (instant === null) throw fillFault('until', 'format', `the filled-in value is not ${instantForm}`);
  const end = instant + offset_seconds * 1000;
  if (end - now > max_wait_s * 1000)
    throw fillFault('until', 'range', 'the filled-in time is more than 365 days ahead');
  return end;
}

function zoneOf(written: string, scope: Scope): string {
  const zone = fillWhole('time_zone', written, scope);
  if (!isTimeZone(zone)) throw fillFault('time_zone', 'format', 'the filled-in value is not a time zone');
  return zone;
}

/**
 * When (epoch ms) a delay starting at `now` ends. A time in the past ends it immediately. Throws 400 for a
 * value that is missing, not an instant, over 365 days away, or not a time zone.
 */
export function endOfDelay(step: DelayStep, scope: Scope, now: number): number {
  const { seconds = 0, until, offset_seconds = 0, between, time_zone = 'UTC' } = step;
  if (until !== undefined) return instantOf(until, offset_seconds, { scope, now });
  if (between !== undefined) return nextWithin(now, between, zoneOf(time_zone, scope));
  return now + seconds * 1000;
}
