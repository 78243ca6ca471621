/** Seconds that a kind of item outlives its day where no operator sets it (`core/retention.ts`). */
export const retention_s = {
  batch: 7 * 86_400,
  outbox: 120 * 86_400,
  sighting: 86_400,
  /** Longer than any message of it can wait. */
  notice: 15 * 86_400,
  /** A sign-in's or a session's, after it has expired. */
  session: 86_400,
  /** An hour to upload, a day to use, an hour for clocks. */
  upload: 26 * 3600,
  /** Numbers of a year can be compared with those of the year before. */
  counter_day: 800 * 86_400,
  counter_domain: 100 * 86_400,
  counter_hour: 48 * 3600,
  domain_task: 30 * 86_400,
  /** A claim's, after it has expired. */
  domain_claim: 30 * 86_400,
} as const;
