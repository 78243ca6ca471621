import type { Id } from '../runtime.ts';

/**
 * A limit on recipients that is counted exactly, in the write that accepts a send: the plan's or the sandbox's day
 * and month (H3, H4), a tenant's day, a ramp. Each is one item of the table.
 */
export type Limit = {
  /** `acc_`, or `ten_` for a tenant's own. */
  owner: Id<'acc'> | Id<'ten'>;
  kind: 'plan' | 'sandbox' | 'tenant' | 'ramp';
  /** What the send adds. */
  recipients: number;
  day_limit: number | null;
  month_limit: number | null;
};

/** Recipients counted so far; day `YYYY-MM-DD` and month `YYYY-MM` are UTC. */
export type LimitCounts = { day: string; day_used: number; month: string; month_used: number };

/** A limit with its counts as they were read; null: nothing was counted yet. */
export type CountedLimit = Limit & { counts: LimitCounts | null };

/** The limit that a send would pass, with `used` as it is without the send. */
export type ExceededLimit = Pick<Limit, 'owner' | 'kind' | 'recipients'> & {
  limit: number;
  used: number;
  period: 'day' | 'month';
  /** When the period ends, ISO 8601. */
  resets_at: string;
};
