import type { RampKind, Stream } from '../../core/ramp.ts';
import type {
  CounterName,
  DomainCounts,
  PeriodCounts,
  Provider,
  providerCounterNames,
} from '../../core/records/counters.ts';
import type { Email, EmailMeta } from '../../core/records/emails.ts';
import type { PlanUse, RampCounts, RampLimit } from '../../core/records/limits.ts';
import type { RunStatus } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';

export type EmailChange = {
  /** Grows within a shard of the stream; up to 40 digits. */
  sequence: string;
  /** The time of the write to the table, epoch ms, to the second. */
  changed_at: number;
  /** null: the email is new. */
  before: EmailMeta | null;
  after: EmailMeta;
};

export type RunChange = {
  sequence: string;
  automation_id: Id<'aut'>;
  /** null: the run is new. */
  before: RunStatus | null;
  after: RunStatus;
};

export type RunCounts = Record<RunStatus, number>;

/** The item that a number is added to: the owner's day, a tenant's hour, or the day of a from-domain of the owner. */
export type CounterPlace = {
  owner: Id<'acc' | 'ten'>;
  kind: 'day' | 'hour' | 'domain';
  /** `2026-11-22`, or `2026-11-22T05` of an hour. */
  period: string;
  domain: string | null;
};

/** `n` may be negative: an email that waited waits no more. */
export type Increment = {
  sequence: string;
  counter: CounterName | `${Provider}:${(typeof providerCounterNames)[number]}`;
  n: number;
};

/** Numbers of accounts, tenants and domains, added up from the table's stream; up to a minute late. */
export type CounterStore = {
  /** The emails of these meta items, with what is in items of its own; one round trip, as a rule. */
  readEmails: (metas: EmailMeta[]) => Promise<Email[]>;
  /**
   * Adds increments that one shard of the stream reported, in the order of their sequence. What this shard added before
   * with the same or a later sequence is left out, so that a repeated batch adds nothing: `repeated`. Returns the
   * numbers of the item then; null where it has none, and nothing was added.
   */
  add: (
    place: CounterPlace,
    shard: string,
    increments: Increment[],
  ) => Promise<(PeriodCounts & { repeated: boolean }) | null>;
  addRuns: (
    automation: Id<'aut'>,
    shard: string,
    increments: { sequence: string; counter: RunStatus; n: number }[],
  ) => Promise<void>;
  /** Lowers the account's count of scheduled emails by these changes, each exactly once. */
  endSchedules: (account: Id<'acc'>, shard: string, sequences: string[]) => Promise<void>;
  /** In the order of the ids; one round trip. */
  readRuns: (automations: Id<'aut'>[]) => Promise<RunCounts[]>;
  /** Days with numbers, oldest first, in one query. Days are `YYYY-MM-DD`, both inclusive. */
  readDays: (owner: Id<'acc' | 'ten'>, range: { from: string; to: string }) => Promise<PeriodCounts[]>;
  /** Hours with numbers (`YYYY-MM-DDTHH`, kept for 48 h) from `from` on, oldest first. */
  readHours: (tenant: Id<'ten'>, from: string) => Promise<PeriodCounts[]>;
  /** Days of a from-domain, oldest first. */
  readDomainDays: (
    owner: Id<'acc' | 'ten'>,
    range: { from: string; to: string; domain: string },
  ) => Promise<DomainCounts[]>;
  /**
   * Has the exact count of the plan go on from these recipients, and that of a ramp that is over from these of the day, by
   * stream: what nothing limited was not counted there. Never lowers them.
   */
  raisePlan: (account: Id<'acc'>, used: PlanUse) => Promise<void>;
  raiseRamp: (owner: RampLimit['owner'], kind: RampKind, used: Record<Stream, number>) => Promise<void>;
  /** These numbers of every from-domain, added up over the days. */
  sumDomains: <Name extends CounterName>(
    owner: Id<'acc' | 'ten'>,
    range: { from: string; to: string },
    names: readonly Name[],
  ) => Promise<Map<string, Record<Name, number>>>;
  /** The exact counts of a ramp, with that day's outcomes where it is over; null: none yet. Strongly consistent. */
  readRamp: (owner: Id<'acc' | 'ten'>, kind: RampKind) => Promise<RampCounts | null>;
};
