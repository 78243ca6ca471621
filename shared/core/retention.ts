import { byName } from './by-name.ts';

const day_s = 86_400;

/** In whole days. `least` is what deliveries, retries, and late notifications still need. */
export const retentionDays = {
  /** Bodies, from the later of created_at and scheduled_at. */
  body: { usual: 30, least: 3 },
  email: { usual: 90, least: 7 },
  event: { usual: 90, least: 7 },
  /** Automation runs and their steps, from the run's end. */
  run: { usual: 90, least: 7 },
  webhook_log: { usual: 30, least: 3 },
  received: { usual: 30, least: 1 },
} as const;

/** How many seconds a deployment keeps its data. Set by its operator. */
export type Retention = Record<keyof typeof retentionDays, number>;

export const retentionOf = (days: Retention): Retention =>
  byName(Object.keys(retentionDays) as (keyof Retention)[], (name) => days[name] * day_s);
