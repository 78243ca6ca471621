import type { Ses } from './state.ts';

// What an account without a rate of its own gets.
const plentyPerSecond = 10_000;
const plentyPerDay = 100_000_000;

/** The quota as both protocols answer it: recipients a second, recipients a day, recipients since the start. */
export function sendQuota(ses: Ses) {
  return {
    Max24HourSend: plentyPerDay,
    MaxSendRate: ses.control.rate_per_second ?? plentyPerSecond,
    SentLast24Hours: ses.sent.total,
  };
}
