import { byName } from '../by-name.ts';

/**
 * Recipient counters. Delivered recipients also count as sent. `scheduled` and `queued` count recipients
 * still waiting.
 */
export const counterNames = [
  'accepted',
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  /** Soft bounces, also counted in `bounced`. */
  'soft_bounced',
  /** The part of `bounced` refused for content or reputation, which is not the address's fault. */
  'blocked',
  'complained',
  'failed',
  'suppressed',
  'opened',
  'clicked',
  /** Recipients that count toward the plan on the day they are queued, and those of the sandbox sender. */
  'plan_used',
  'sandbox_used',
  /** The non-transactional part of both counts, which a ramp treats as product email. */
  'product_used',
] as const;

export type CounterName = (typeof counterNames)[number];

/**
 * Mailbox groups with their own numbers. `other` covers the rest. Stored names have the position in this list, so add
 * at its end.
 */
export const providers = [
  'gmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'aol.com',
  'proton.me',
  'gmx',
  'web.de',
  'mail.ru',
  'qq.com',
  'orange.fr',
  'other',
] as const;

export type Provider = (typeof providers)[number];

export const providerCounterNames = ['delivered', 'deferred', 'bounced'] as const;

type ProviderCounts = Record<(typeof providerCounterNames)[number], number>;

/** Deliveries by how long they took: counts by bucket (`core/delivery-times.ts`). */
export type DeliveryTimes = Record<number, number>;

export type Counts = Record<CounterName, number> & {
  providers: Partial<Record<Provider, ProviderCounts>>;
  /** From acceptance, or the scheduled time, to delivery. Absent for emails counted before release 0.3. */
  times: Partial<Record<Provider, DeliveryTimes>>;
};

/** Counts of one UTC day (`2026-11-22`) or hour (`2026-11-22T05`). */
export type PeriodCounts = Counts & { period: string };

export type DomainCounts = PeriodCounts & { domain: string };

export const noCounts = (): Counts => ({ ...byName(counterNames, () => 0), providers: {}, times: {} });

export const sumOf = <Name extends string>(
  names: readonly Name[],
  counts: readonly Record<Name, number>[],
): Record<Name, number> => byName(names, (name) => counts.reduce((sum, one) => sum + one[name], 0));
