/** Seconds that each kind of item is kept after its day, unless the operator sets it (`core/retention.ts`). */
export const retention_s = {
  batch: 7 * 86_400,
  outbox: 120 * 86_400,
  sighting: 86_400,
  /** Longer than any of its messages can wait. */
  notice: 15 * 86_400,
  /** After a sign-in or session expires. */
  session: 86_400,
  /** An hour to upload, a day to use, and an hour for clock differences. */
  upload: 26 * 3600,
  /** A year's numbers can be compared with the year before. */
  counter_day: 800 * 86_400,
  counter_domain: 100 * 86_400,
  counter_hour: 48 * 3600,
  /** From the last change. Longer than any step waits, so open runs stay counted. */
  counter_automation: 800 * 86_400,
  domain_task: 30 * 86_400,
  /** After a claim expires. */
  domain_claim: 30 * 86_400,
} as const;
