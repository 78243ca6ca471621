/** AWS list prices in dollars a month, us-east-1, beyond free tiers. */
export const monthly = {
  hosted_zone: 0.5,
  /** Metrics that alarms watch; the first ten are free. */
  alarm_metric: 0.1,
  /** Lambda polls each queue five times per 20 s, however empty it is: 648,000 requests at $0.40 a million. */
  polled_queue: 0.26,
  /** A queue without an event source: the sweep looks at it once a minute. */
  drained_queue: 0.02,
  /** Lambda, reads, writes and looks at dead letters of a sweep that finds nothing, once a minute. */
  sweeps: 0.51,
  /** One key of our own; the first 20,000 requests to it are free. */
  kms_key: 1,
  /** A load balancer (16.43), a task of 0.5 vCPU and 1 GB on ARM (14.42) and three public addresses (3.65 each). */
  smtp: 41.8,
};

/** The metrics that the alarms of `infra/constructs/alarm-list.ts` name, without SMTP and received mail. */
export const alarmMetrics = 31;

/** The price of SES for a million emails, and of everything else, busy and idle: docs/measured/benchmarks.md has the parts. */
export const perMillion = { ses: 100, busy: 13.5, idle: 18.72 };
