/** AWS list prices in dollars a month, us-east-1, beyond free tiers. */
const monthly = {
  hosted_zone: 0.5,
  /** Metrics that alarms watch; the first ten are free. */
  alarm_metric: 0.1,
  /** Lambda polls each queue five times per 20 s, however empty it is: 648,000 requests at $0.40 a million. */
  polled_queue: 0.26,
  /** A load balancer (16.43), a task of 0.25 vCPU and 0.5 GB on ARM (7.21) and three public addresses (3.65 each). */
  smtp: 34.59,
};

/** As many as the alarms of `infra/constructs/alarm-list.ts` name. */
export const alarmMetrics = 26;

/** What SES takes for a million emails, and what all else takes, idle and busy: docs/benchmarks.md has the parts. */
export const perMillion = { ses: 100, busy: 10.52, idle: 13.49 };

/** Dollars a month of a deployment that sends nothing. */
export function monthlyCost({ queues, smtp }: { queues: number; smtp: boolean }): number {
  const { hosted_zone, alarm_metric, polled_queue } = monthly;
  const alarms = (alarmMetrics - 10) * alarm_metric;
  return hosted_zone + alarms + queues * polled_queue + (smtp ? monthly.smtp : 0);
}

/** One line for the operator, who pays. */
export function costLine(parts: Parameters<typeof monthlyCost>[0]): string {
  const { ses, busy, idle } = perMillion;
  const month = monthlyCost(parts).toFixed(2);
  return `about $${month} a month idle, and $${busy} to $${idle} a million emails besides the $${ses} of SES`;
}
