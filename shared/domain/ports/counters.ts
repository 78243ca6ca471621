import type { RampKind } from '../../core/ramp.ts';
import type {
  CounterName,
  DomainCounts,
  PeriodCounts,
  Provider,
  providerCounterNames,
} from '../../core/records/counters.ts';
import type { Email, EmailMeta } from '../../core/records/emails.ts';
import type { RampCounts } from '../../core/records/limits.ts';
import type { RunStatus } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';

/** One change of an email's meta item, as the table's stream reports it. */
export type EmailChange = {
  /** Grows within a shard of the stream; up to 40 digits. */
  sequence: string;
  /** When the table was written, epoch ms, to the second. */
  changed_at: number;
  /** null: the email is new. */
  before: EmailMeta | null;
  after: EmailMeta;
};

/** One change of a run, as the table's stream reports it. */
export type RunChange = {
  sequence: string;
  automation_id: Id<'aut'>;
  /** null: the run is new. */
  before: RunStatus | null;
  after: RunStatus;
};

/** How many runs of an automation there are of each status, since it was made (U53). */
export type RunCounts = Record<RunStatus, number>;

/** Where a number is added up: the owner's day, a tenant's hour, or the day of one of the owner's from-domains. */
export type CounterPlace = {
  /** `acc_` or `ten_`. */
  owner: string;
  kind: 'day' | 'hour' | 'domain';
  /** `2026-11-22`, or `2026-11-22T05` of an hour. */
  period: string;
  /** Of kind `domain`. */
  domain: string | null;
};

/** `n` may be negative: an email that waited waits no more. */
export type Increment = {
  sequence: string;
  counter: CounterName | `${Provider}:${(typeof providerCounterNames)[number]}`;
  n: number;
};

/** Numbers of accounts, tenants and domains, added up from the table's stream (A5, A6); up to a minute late. */
export type CounterStore = {
  /** The emails of these meta items, with what is in items of its own; one round trip, as a rule. */
  readEmails: (metas: EmailMeta[]) => Promise<Email[]>;
  /**
   * Adds increments that one shard of the stream reported, in the order of their sequence. What was added before by
   * an increment of this shard with the same or a later sequence is left out, so a repeated batch adds nothing:
   * `repeated`. The numbers of the item then; null where it has none, and nothing was added.
   */
  add: (
    place: CounterPlace,
    shard: string,
    increments: Increment[],
  ) => Promise<(PeriodCounts & { repeated: boolean }) | null>;
  /** The same for the runs of an automation. */
  addRuns: (
    automation: string,
    shard: string,
    increments: { sequence: string; counter: RunStatus; n: number }[],
  ) => Promise<void>;
  /** In the order of the ids; one round trip. */
  readRuns: (automations: string[]) => Promise<RunCounts[]>;
  /** Days with numbers, oldest first, in one query. Days are `YYYY-MM-DD`, both inclusive. */
  readDays: (owner: string, range: { from: string; to: string }) => Promise<PeriodCounts[]>;
  /** Hours with numbers (`YYYY-MM-DDTHH`, kept for 48 h) from `from` on, oldest first. */
  readHours: (tenant: string, from: string) => Promise<PeriodCounts[]>;
  /** Days of every from-domain, or of one. */
  readDomainDays: (
    owner: string,
    range: { from: string; to: string; domain: string | null },
  ) => Promise<DomainCounts[]>;
  /** What a ramp counted exactly, with the outcomes of that day where it is over; null: nothing yet. Strongly consistent. */
  readRamp: (owner: string, kind: RampKind) => Promise<RampCounts | null>;
};
