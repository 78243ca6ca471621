const day_s = 86_400;

/** Seconds that a deployment keeps what it stores (H42), settable by its operator. */
export type Retention = {
  /** Bodies, after the later of created_at and scheduled_at (Q4). */
  body: number;
  email: number;
  event: number;
  /** Runs of automations and their steps, after the end of the run (U54). */
  run: number;
  webhook_log: number;
  received: number;
};

/** In whole days; `least`: the days that deliveries, retries and late notifications still need. */
export const retentionDays = {
  body: { usual: 30, least: 3 },
  email: { usual: 90, least: 7 },
  event: { usual: 90, least: 7 },
  run: { usual: 90, least: 7 },
  webhook_log: { usual: 30, least: 3 },
  received: { usual: 30, least: 1 },
} as const;

export const retentionOf = (days: Record<keyof Retention, number>): Retention => ({
  body: days.body * day_s,
  email: days.email * day_s,
  event: days.event * day_s,
  run: days.run * day_s,
  webhook_log: days.webhook_log * day_s,
  received: days.received * day_s,
});
