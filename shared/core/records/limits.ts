import type { DayOutcomes, RampDay, RampKind, Stream } from '../ramp.ts';
import type { Id } from '../runtime.ts';

/**
 * Limits on recipients that are counted exactly, in the write that accepts a send. Each is one item of the table: plan
 * or sandbox, a tenant's ramp with its daily_limit, the account's ramp, text messages, bytes of uploads and scheduled emails.
 */
export type Limit = PlanLimit | RampLimit | TotalLimit;

export type PlanLimit = {
  owner: Id<'acc'>;
  kind: 'plan' | 'sandbox' | 'sms' | 'uploads';
  /** The recipients that the send adds, or bytes for uploads. */
  recipients: number;
  day_limit: number | null;
  month_limit: number | null;
};

export type RampLimit = {
  /** `ten_` of kind tenant, `acc_` of kind ramp. */
  owner: Id<'acc' | 'ten'>;
  kind: RampKind;
  recipients: number;
  stream: Stream;
  /** The limit of both streams together; null: the ramp alone. */
  daily_limit: number | null;
};

/** Scheduled emails that are not due yet. The table's stream subtracts those no longer scheduled. */
export type TotalLimit = {
  owner: Id<'acc'>;
  kind: 'scheduled';
  /** The emails that the send adds. */
  recipients: 1;
  limit: number;
};

/** Recipients counted so far; day `YYYY-MM-DD` and month `YYYY-MM` are UTC. */
export type LimitCounts = { day: string; day_used: number; month: string; month_used: number };

export type TotalCounts = { used: number };

/** Recipients of the current UTC day and month. */
export type PlanUse = { day: number; month: number };

/** A ramp's item, with the outcomes of its day where that day is over; null: not read. */
export type RampCounts = RampDay & { outcomes: DayOutcomes | null };

/** A limit with its counts as they were read; null: nothing was counted yet. */
export type CountedLimit = (
  | (PlanLimit & { counts: LimitCounts | null })
  | (RampLimit & { counts: RampCounts | null })
  | (TotalLimit & { counts: TotalCounts | null })
) & {
  /** The time when a send was last counted on it ahead of its decision, ms since the epoch; 0: never. */
  ahead_at?: number;
};

type Exceeded = {
  owner: Id<'acc' | 'ten'>;
  recipients: number;
  limit: number;
  /** The recipients without the send. */
  used: number;
};

export type ExceededLimit = Exceeded &
  (
    | { kind: 'plan' | 'sandbox' | 'sms' | 'uploads'; period: 'day' | 'month'; resets_at: string }
    | { kind: 'scheduled'; period: 'total' }
    | {
        kind: RampKind;
        stream: Stream /** null: it is the tenant's daily_limit that refuses. */;
        stage: number | null;
        resets_at: string;
      }
  );
