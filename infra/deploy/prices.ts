/** AWS list prices in dollars per month, us-east-1, without free tiers. */
export const monthly = {
  hosted_zone: 0.5,
  /** Metrics that alarms watch. The first ten are free. */
  alarm_metric: 0.1,
  /** Lambda polls each queue five times per 20 s, even if empty: 648,000 requests at $0.40 per million. */
  polled_queue: 0.26,
  /** A queue without an event source, which the sweep checks once a minute. */
  drained_queue: 0.02,
  /** An idle sweep once a minute: Lambda, reads, writes, and dead-letter checks. */
  sweeps: 0.51,
  /** One KMS key. Its first 20,000 requests are free. */
  kms_key: 1,
  /**
   * A load balancer; an ARM task with 0.5 vCPU and 1 GB, or half of both; a public address per zone and task.
   */
  smtp: { balancer: 16.43, task: { standard: 14.42, small: 7.21 }, address: 3.65 },
};

/** The metrics in the alarms of `infra/constructs/alarm-list.ts`, without SMTP and received mail. */
export const alarmMetrics = 33;

/**
 * The price of everything except SES per million emails, busy and idle; docs/internals/measured/benchmarks.md
 * has the parts.
 */
export const perMillion = { busy: 15.54, idle: 23.23 };

/** SES's price per million emails by pricing plan, up to 10 million a month. Absent if unknown. */
export const sesPerMillion: Partial<Record<string, number>> = { NONE: 100, ESSENTIALS: 160 };

/** Advice for a plan that costs more than it saves, or null. */
export function cheaperPlan(plan: string | null | undefined): string | null {
  const more = (sesPerMillion[plan ?? ''] ?? 0) - (sesPerMillion.NONE ?? 0);
  if (more <= 0) return null;
  const command = 'aws sesv2 put-account-pricing-attributes --plan NONE';
  return `To save $${more} per million emails, run ${command}. Mailwright doesn't use the extra features of your SES pricing plan. The command switches every sender in this AWS account and region.`;
}
