import type { DeliveryTimeName } from '../../core/delivery-times.ts';
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
import type { RunStatus, StepEnd } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';

export type EmailChange = {
  /** Increases within a stream shard. Up to 40 digits long. */
  sequence: string;
  /** When the table was written, epoch ms, to the second. */
  changed_at: number;
  /** Null if the email is new. */
  before: EmailMeta | null;
  after: EmailMeta;
};

/** Where a run is after a write. */
export type RunPlace = {
  status: RunStatus;
  step: number;
  /** The steps that the write ended. Null if the previous release wrote it, which doesn't say. */
  ended: { step: number; end: StepEnd }[] | null;
};

export type RunChange = {
  sequence: string;
  automation_id: Id<'aut'>;
  version: number;
  /** Null if the run is new. */
  before: RunPlace | null;
  after: RunPlace;
};

export type RunCounts = Record<RunStatus, number>;

/** `open`: runs that are at the step now. The others: how often it ended so. */
export type StepCounts = Record<'open' | StepEnd, number>;

/** `2:open`, of the step with that index. */
export type StepCounter = `${number}:${keyof StepCounts}`;

/**
 * The item that a count is added to: an owner's day, a tenant's hour, or a day of one of an owner's
 * from-domains.
 */
export type CounterPlace = {
  owner: Id<'acc' | 'ten'>;
  kind: 'day' | 'hour' | 'domain';
  /** `2026-11-22`, or `2026-11-22T05` for an hour. */
  period: string;
  domain: string | null;
};

/** `n` may be negative, when an email stops waiting. */
export type Increment = {
  sequence: string;
  counter: CounterName | `${Provider}:${(typeof providerCounterNames)[number]}` | DeliveryTimeName;
  n: number;
};

/** Counters of accounts, tenants, and domains, added up from the table's stream. Up to a minute late. */
export type CounterStore = {
  /** The emails of these meta items, with their separate items. Usually one round trip. */
  readEmails: (metas: EmailMeta[]) => Promise<Email[]>;
  /**
   * Adds one stream shard's increments in sequence order. Skips what this shard has already added, up to that
   * sequence. A repeated batch adds nothing and returns `repeated`. Returns the item's resulting counts. Null
   * if it has none and nothing was added.
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
  /** The same for the steps of one version of an automation. */
  addSteps: (
    automation: { id: Id<'aut'>; version: number },
    shard: string,
    increments: { sequence: string; counter: StepCounter; n: number }[],
  ) => Promise<void>;
  /** Lowers the account's count of scheduled emails by these changes, each exactly once. */
  endSchedules: (account: Id<'acc'>, shard: string, sequences: string[]) => Promise<void>;
  /** In id order. One round trip. */
  readRuns: (automations: Id<'aut'>[]) => Promise<RunCounts[]>;
  /** The first `steps` steps of a version. One round trip. */
  readSteps: (automation: { id: Id<'aut'>; version: number }, steps: number) => Promise<StepCounts[]>;
  /** Days with counts, oldest first, in one query. Days are `YYYY-MM-DD`, both inclusive. */
  readDays: (owner: Id<'acc' | 'ten'>, range: { from: string; to: string }) => Promise<PeriodCounts[]>;
  /** The same days of several owners, in their order. One round trip for up to 100 owners of a list. */
  readDaysOf: (owners: Id<'acc' | 'ten'>[], range: { from: string; to: string }) => Promise<PeriodCounts[][]>;
  /** Hours with counts (`YYYY-MM-DDTHH`, kept for 48 h) from `from` on, oldest first. */
  readHours: (tenant: Id<'ten'>, from: string) => Promise<PeriodCounts[]>;
  /** A from-domain's days, oldest first. */
  readDomainDays: (
    owner: Id<'acc' | 'ten'>,
    range: { from: string; to: string; domain: string },
  ) => Promise<DomainCounts[]>;
  /** The same of several from-domains, in their order. */
  readDomainsDays: (
    owner: Id<'acc' | 'ten'>,
    range: { from: string; to: string; domains: string[] },
  ) => Promise<DomainCounts[][]>;
  /**
   * Raises the plan's exact count to these recipients, and a completed ramp's counts to the day's recipients
   * by stream, because without a limit nothing counted them. Never lowers a count.
   */
  raisePlan: (account: Id<'acc'>, used: PlanUse) => Promise<void>;
  raiseRamp: (owner: RampLimit['owner'], kind: RampKind, used: Record<Stream, number>) => Promise<void>;
  /** These counts per from-domain, summed over the days. */
  sumDomains: <Name extends CounterName>(
    owner: Id<'acc' | 'ten'>,
    range: { from: string; to: string },
    names: readonly Name[],
  ) => Promise<Map<string, Record<Name, number>>>;
  /**
   * A ramp's exact counts, with that day's outcomes once it is over. Null if none yet. Strongly consistent.
   */
  readRamp: (owner: Id<'acc' | 'ten'>, kind: RampKind) => Promise<RampCounts | null>;
};
