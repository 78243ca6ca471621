import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../config.ts';
import type { Resources } from './grants.ts';
import { indexNames } from './table.ts';

type AlarmSpec = {
  /** Its section in docs/operations.md. */
  id: string;
  /** One sentence for the mail that it sends. */
  means: string;
  metric: IMetric;
  /** Alarms above it. */
  threshold: number;
  /** Periods in a row, 1 by default. */
  periods?: number;
  missing?: TreatMissingData;
};

export type Watched = {
  config: Config;
  resources: Resources;
  api: HttpApi;
  sweep: IFunction;
  count: IFunction;
};

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
const hour = Duration.hours(1);
const day = Duration.days(1);

/**
 * What has to reach a person (P11). Lambda is watched over the whole account and region: its concurrency is one, and an
 * alarm takes at most ten metrics, fewer than there are functions.
 */
export function listAlarms(watched: Watched): AlarmSpec[] {
  return [
    ...queueAlarms(watched),
    ...lambdaAlarms(watched),
    ...tableAlarms(watched),
    ...sendingAlarms(watched),
    apiAlarm(watched),
    ...smtpAlarms(watched),
  ];
}

/** Each task reports its sessions once a minute, zero too (R69): silence means that none serves. */
function smtpAlarms({ config: { stage, smtp } }: Watched): AlarmSpec[] {
  if (smtp?.runs !== 'stack') return [];
  const reports = new Metric({
    ...{ namespace: 'Mailwright', metricName: 'SmtpSessions', dimensionsMap: { stage } },
    ...{ statistic: 'SampleCount', period: fiveMinutes },
  });
  const silent = new MathExpression({
    expression: 'IF(FILL(reports, 0) < 1, 1, 0)',
    usingMetrics: { reports },
    period: fiveMinutes,
  });
  return [
    {
      id: 'no-smtp',
      means: 'No SMTP task has reported for five minutes.',
      metric: silent,
      threshold: 0,
      missing: TreatMissingData.BREACHING,
    },
  ];
}

function queueAlarms({ resources: { queues } }: Watched): AlarmSpec[] {
  const dead = Object.values(queues).map(({ deadLetters }) =>
    deadLetters.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' }),
  );
  const limits = { deliver: 120, feedback: 300, 'attempt-webhook': 600, receive: 300 } as const;
  const ages = Object.entries(limits).map(([name, threshold]) => ({
    id: `${name}-age`,
    means: `A message has waited more than ${threshold} s in the queue ${name}.`,
    metric: queues[name as keyof typeof limits].queue.metricApproximateAgeOfOldestMessage({ period: minute }),
    threshold,
  }));
  return [
    { id: 'dead-letters', means: 'A message failed ten times.', metric: sum(dead, minute), threshold: 0 },
    ...ages,
  ];
}

function lambdaAlarms({ config, sweep, count }: Watched): AlarmSpec[] {
  const lambda = (metricName: string, options: MetricOptions) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, ...options });
  const total = { statistic: 'Sum', period: fiveMinutes };
  const stopped = new MathExpression({
    expression: 'IF(FILL(runs, 0) - FILL(failed, 0) < 1, 1, 0)',
    usingMetrics: { runs: sweep.metricInvocations(total), failed: sweep.metricErrors(total) },
    period: fiveMinutes,
  });
  return [
    {
      id: 'lambda-errors',
      means: 'Functions crash or run out of time.',
      metric: lambda('Errors', total),
      threshold: 2,
    },
    {
      id: 'lambda-throttles',
      means: 'Lambda refuses invocations.',
      metric: lambda('Throttles', total),
      threshold: 9,
    },
    {
      id: 'lambda-concurrency',
      means: 'Functions use more than 80 % of the concurrency of the account.',
      metric: lambda('ConcurrentExecutions', { statistic: 'Maximum', period: minute }),
      threshold: 0.8 * config.concurrency.quota,
      periods: 3,
    },
    {
      id: 'count-age',
      means: 'The numbers of accounts and tenants are more than five minutes late.',
      metric: count.metric('IteratorAge', { statistic: 'Maximum', period: minute }),
      threshold: 300_000,
    },
    {
      id: 'no-sweep',
      means: 'No sweep has succeeded for five minutes.',
      metric: stopped,
      threshold: 0,
      missing: TreatMissingData.BREACHING,
    },
  ];
}

function tableAlarms({ resources: { table } }: Watched): AlarmSpec[] {
  const dynamo = (metricName: string, dimensions: Record<string, string> = {}) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...dimensions },
      statistic: 'Sum',
      period: fiveMinutes,
    });
  // The table's own metric leaves its indexes out, and an index that throttles holds up the table's writes.
  const throttled = [
    dynamo('ReadThrottleEvents'),
    dynamo('WriteThrottleEvents'),
    ...indexNames.map((GlobalSecondaryIndexName) =>
      dynamo('WriteThrottleEvents', { GlobalSecondaryIndexName }),
    ),
  ];
  const failed = ['TransactWriteItems', 'UpdateItem', 'BatchGetItem', 'Query'].map((Operation) =>
    dynamo('SystemErrors', { Operation }),
  );
  return [
    {
      id: 'table-throttles',
      means: 'DynamoDB refuses reads or writes.',
      metric: sum(throttled, fiveMinutes),
      threshold: 9,
    },
    { id: 'table-errors', means: 'DynamoDB fails.', metric: sum(failed, fiveMinutes), threshold: 4 },
  ];
}

function sendingAlarms({ config, resources: { schedules } }: Watched): AlarmSpec[] {
  const ses = (metricName: string, options: MetricOptions) =>
    new Metric({ namespace: 'AWS/SES', metricName, ...options });
  // SES publishes both rates about once an hour, and nothing while no email is sent.
  const reputation = { statistic: 'Maximum', period: hour };
  const alarms: AlarmSpec[] = [
    {
      id: 'bounce-rate',
      means: 'More than 4 % of the mail bounces; SES reviews an account at 5 % and may pause it at 10 %.',
      metric: ses('Reputation.BounceRate', reputation),
      threshold: 0.04,
      missing: TreatMissingData.IGNORE,
    },
    {
      id: 'complaint-rate',
      means: 'More than 0.08 % of the mail is reported as spam; SES reviews an account at 0.1 %.',
      metric: ses('Reputation.ComplaintRate', reputation),
      threshold: 0.0008,
      missing: TreatMissingData.IGNORE,
    },
    {
      id: 'schedules-dropped',
      means: 'The Scheduler gave up on scheduled mail.',
      metric: new Metric({
        namespace: 'AWS/Scheduler',
        metricName: 'InvocationDroppedCount',
        dimensionsMap: { ScheduleGroup: schedules.group.ref },
        statistic: 'Sum',
        period: fiveMinutes,
      }),
      threshold: 0,
    },
  ];
  if (!config.sesDailyQuota) return alarms;
  const quota: AlarmSpec = {
    id: 'ses-quota',
    means: `More than 80 % of the ${config.sesDailyQuota} emails that SES takes in 24 hours are sent.`,
    metric: ses('Send', { statistic: 'Sum', period: day }),
    threshold: 0.8 * config.sesDailyQuota,
  };
  return [...alarms, quota];
}

function apiAlarm({ api }: Watched): AlarmSpec {
  const total = { statistic: 'Sum', period: fiveMinutes };
  const rate = new MathExpression({
    // One failure of a handful of requests is no trend.
    expression: 'IF(failed > 2, 100 * failed / all, 0)',
    usingMetrics: { failed: api.metricServerError(total), all: api.metricCount(total) },
    period: fiveMinutes,
  });
  return {
    id: 'api-errors',
    means: 'More than 1 % of the requests end in a 5xx.',
    metric: rate,
    threshold: 1,
  };
}

/** CloudWatch adds up at most ten metrics in one alarm; a metric without data counts as none. */
function sum(metrics: IMetric[], period: Duration): MathExpression {
  const named = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const terms = Object.keys(named).map((name) => `FILL(${name}, 0)`);
  return new MathExpression({ expression: terms.join(' + '), usingMetrics: named, period });
}
