import type { Control } from './control.ts';
import { SesError } from './errors.ts';

/**
 * SES's sending rate, as a bucket with one second's worth of recipients. A message is accepted if the bucket
 * isn't empty, whatever the number of its recipients.
 */
export function createThrottle(control: Control, now: () => number) {
  let tokens = Number.POSITIVE_INFINITY;
  let filledAt = now();

  return (recipients: number): void => {
    const refuse = () => new SesError('throttled', 'Maximum sending rate exceeded.');
    if (Math.random() < control.throttle_ratio) throw refuse();
    const rate = control.rate_per_second;
    if (rate === null) return;
    const at = now();
    tokens = Math.min(Math.max(rate, 1), tokens + ((at - filledAt) / 1000) * rate);
    filledAt = at;
    if (tokens < 1) throw refuse();
    tokens -= recipients;
  };
}
