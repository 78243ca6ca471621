import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type MetricOptions, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { type Alarms, ours, unreported, type Watched } from './alarm-parts.ts';

const fiveMinutes = Duration.minutes(5);
const quarter = Duration.minutes(15);
const hour = Duration.hours(1);
const day = Duration.days(1);

/**
 * How late single emails reach SES. Idle workers report no delay, so the queue's age is watched too, beyond
 * the longest delay (15 minutes).
 */
function sendDelay({ config, resources: { queues } }: Watched): MathExpression {
  const period = fiveMinutes;
  return new MathExpression({
    expression: 'IF(FILL(age, 0) > 1020, 1000 * age, FILL(delay, 0))',
    usingMetrics: {
      age: queues.deliver.queue.metricApproximateAgeOfOldestMessage({ period }),
      delay: ours(config, 'send_delay', { statistic: 'p90', period }),
    },
    period,
  });
}

export function sendingAlarms(watched: Watched): Alarms {
  const {
    config,
    resources: { schedules },
  } = watched;
  const ses = (metricName: string, options: MetricOptions) =>
    new Metric({ namespace: 'AWS/SES', metricName, ...options });
  // SES publishes both rates about once an hour, and nothing while no email is sent.
  const reputation = { statistic: 'Maximum', period: hour };
  const total = { statistic: 'Sum', period: fiveMinutes };
  return {
    'bounce-rate': {
      means: 'More than 4% of email bounces. SES reviews an account at 5% and can pause it at 10%.',
      metric: ses('Reputation.BounceRate', reputation),
      threshold: 0.04,
      missing: TreatMissingData.IGNORE,
    },
    'complaint-rate': {
      means: 'More than 0.08% of email is reported as spam. SES reviews an account at 0.1%.',
      metric: ses('Reputation.ComplaintRate', reputation),
      threshold: 0.0008,
      missing: TreatMissingData.IGNORE,
    },
    'sending-quota': {
      means: "More than 80% of SES's 24-hour quota is used, or the quota can't be read.",
      metric: ours(config, 'ses_quota_used', { statistic: 'Maximum', period: fiveMinutes }),
      threshold: 80,
      periods: 3,
      missing: TreatMissingData.BREACHING,
    },
    'send-delay': {
      means:
        'For ten minutes, one in ten single emails has reached SES more than two minutes after it was accepted.',
      metric: sendDelay(watched),
      threshold: 120_000,
      periods: 2,
    },
    'held-mail': {
      means:
        'A single email has been waiting for more than 15 minutes, or a bulk email for more than four hours.',
      metric: ours(config, 'emails_held_late', total),
      threshold: 0,
    },
    'ses-trouble': {
      means: 'SES paused or denied sending, rejected a tenant, or is close to its limit on identities.',
      metric: ours(config, 'ses_trouble', total),
      threshold: 0,
    },
    'schedules-dropped': {
      means: "EventBridge Scheduler couldn't put scheduled emails in their queue.",
      metric: new Metric({
        namespace: 'AWS/Scheduler',
        metricName: 'InvocationDroppedCount',
        dimensionsMap: { ScheduleGroup: schedules.group.ref },
        ...total,
      }),
      threshold: 0,
    },
  };
}

export function apiAlarms({ api, config }: Watched): Alarms {
  const total = { statistic: 'Sum', period: fiveMinutes };
  const failing = new MathExpression({
    // A single failure among a handful of requests isn't a trend.
    expression: 'IF(failed > 2, 100 * failed / all, 0)',
    usingMetrics: { failed: api.metricServerError(total), all: api.metricCount(total) },
    period: fiveMinutes,
  });
  const attempts = ours(config, 'webhook_attempts', { statistic: 'Sum', period: quarter });
  const delivered = attempts.with({ dimensionsMap: { stage: config.stage, result: 'delivered' } });
  const undelivered = new MathExpression({
    // A single failing endpoint with little traffic is its owner's concern.
    expression: 'IF(attempts > 20, 100 * (attempts - FILL(delivered, 0)) / attempts, 0)',
    usingMetrics: { attempts, delivered },
    period: quarter,
  });
  return {
    'api-5xx': { means: 'More than 1% of API requests return a 5xx.', metric: failing, threshold: 1 },
    'api-p99': {
      means: 'For 15 minutes, one in a hundred API requests has taken more than a second.',
      metric: api.metricLatency({ statistic: 'p99', period: fiveMinutes }),
      threshold: 1000,
      periods: 3,
    },
    'webhook-failures': {
      means: 'More than 20% of webhook attempts fail.',
      metric: undelivered,
      threshold: 20,
    },
  };
}

/** Each task reports its sessions once a minute, even zero, so silence means that no task serves. */
export function smtpAlarms({ config }: Watched): Alarms {
  const { smtp } = config;
  if (smtp?.runs !== 'stack') return {};
  const reports = ours(config, 'SmtpSessions', { statistic: 'SampleCount', period: fiveMinutes });
  return {
    'smtp-unhealthy': {
      means: 'No SMTP task has reported for five minutes.',
      metric: unreported(reports),
      threshold: 0,
      missing: TreatMissingData.BREACHING,
    },
    ...certificateAlarm(config.smtpCertificate),
  };
}

/**
 * ACM renews its own certificates 60 days before they expire if the name still validates. Owners renew
 * imported ones.
 */
function certificateAlarm(arn: string | undefined): Alarms {
  if (arn === undefined || !arn.includes(':acm:')) return {};
  const left = new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn: arn },
    statistic: 'Minimum',
    period: day,
  });
  const ends = new MathExpression({
    expression: 'IF(days < 30, 1, 0)',
    usingMetrics: { days: left },
    period: day,
  });
  return {
    'certificate-expiry': {
      means: "The SMTP relay's certificate expires within 30 days, and ACM hasn't renewed it.",
      metric: ends,
      threshold: 0,
    },
  };
}
