import type { DayOutcomes, RampDay, RampKind, Stream } from '../ramp.ts';
import type { Id } from '../runtime.ts';

/**
 * A limit, counted exactly in the write that accepts a send. Each is one item of the table:
 * plan or sandbox, a tenant's ramp with its daily_limit, the account's ramp, text messages, upload bytes, or
 * scheduled emails.
 */
export type Limit = PlanLimit | RampLimit | TotalLimit;

export type PlanLimit = {
  owner: Id<'acc'>;
  kind: 'plan' | 'sandbox' | 'sms' | 'uploads';
  /** The recipients that the send adds. For uploads, the bytes. */
  recipients: number;
  day_limit: number | null;
  month_limit: number | null;
};

export type RampLimit = {
  /** `ten_` for kind tenant, `acc_` for kind ramp. */
  owner: Id<'acc' | 'ten'>;
  kind: RampKind;
  recipients: number;
  stream: Stream;
  /** The limit across both streams. If null, only the ramp applies. */
  daily_limit: number | null;
};

/** Scheduled emails that are not due yet. The table's stream subtracts emails no longer scheduled. */
export type TotalLimit = {
  owner: Id<'acc'>;
  kind: 'scheduled';
  /** Emails that the send adds. */
  recipients: 1;
  limit: number;
};

/** Recipients counted so far. Day `YYYY-MM-DD` and month `YYYY-MM` are UTC. */
export type LimitCounts = { day: string; day_used: number; month: string; month_used: number };

export type TotalCounts = { used: number };

/** Recipients in the current UTC day and month. */
export type PlanUse = { day: number; month: number };

/** A ramp's item, with that day's outcomes once the day is over. Null if not read. */
export type RampCounts = RampDay & { outcomes: DayOutcomes | null };

/** A limit, and its counts as they were read. Null before the first count. */
export type CountedLimit = (
  | (PlanLimit & { counts: LimitCounts | null })
  | (RampLimit & { counts: RampCounts | null })
  | (TotalLimit & { counts: TotalCounts | null })
) & {
  /** When a send was last counted before its final write, epoch ms. 0 if never. */
  ahead_at?: number;
};

type Exceeded = {
  owner: Id<'acc' | 'ten'>;
  recipients: number;
  limit: number;
  /** Recipients before this send. */
  used: number;
};

export type ExceededLimit = Exceeded &
  (
    | { kind: 'plan' | 'sandbox' | 'sms' | 'uploads'; period: 'day' | 'month'; resets_at: string }
    | { kind: 'scheduled'; period: 'total' }
    | {
        kind: RampKind;
        stream: Stream /** `stage` is null if the tenant's daily_limit refuses. */;
        stage: number | null;
        resets_at: string;
      }
  );
