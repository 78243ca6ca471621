import { byName } from '../by-name.ts';

/** Counters of recipients: a delivered one is in sent, too; `scheduled` and `queued` are those that still wait. */
export const counterNames = [
  'accepted',
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  /** The part of `bounced` whose bounces are soft. */
  'soft_bounced',
  /** The part of `bounced` that receivers refused for content or reputation: no fault of the address. */
  'blocked',
  'complained',
  'failed',
  'suppressed',
  'opened',
  'clicked',
  /** The recipients that count towards the plan, on the day on which they are queued, and those of the sandbox sender. */
  'plan_used',
  'sandbox_used',
  /** The part of both that was no transactional email, which a ramp counts as product. */
  'product_used',
] as const;

export type CounterName = (typeof counterNames)[number];

/** The groups of mailboxes that numbers are kept for; `other` for the rest. */
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

export type Counts = Record<CounterName, number> & { providers: Partial<Record<Provider, ProviderCounts>> };

/** Counts of one UTC day (`2026-11-22`) or hour (`2026-11-22T05`). */
export type PeriodCounts = Counts & { period: string };

export type DomainCounts = PeriodCounts & { domain: string };

export const noCounts = (): Counts => ({ ...byName(counterNames, () => 0), providers: {} });

export const sumOf = <Name extends string>(
  names: readonly Name[],
  counts: readonly Record<Name, number>[],
): Record<Name, number> => byName(names, (name) => counts.reduce((sum, one) => sum + one[name], 0));
