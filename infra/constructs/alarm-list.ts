import { Duration } from 'aws-cdk-lib';
import {
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { QueueName } from '../function-spec.ts';
import { type AlarmSpec, type Alarms, ours, unreported, type Watched } from './alarm-parts.ts';
import { apiAlarms, sendingAlarms, smtpAlarms } from './alarms-outside.ts';
import { indexNames } from './table.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

/**
 * The alarms, each of which must reach a person. Each alarm metric costs $0.10 a month. So dead letters are
 * one number that the sweep counts, and Lambda is watched for the whole account and region, which share one
 * concurrency (docs/internals/decisions/0029).
 */
export function listAlarms(watched: Watched): Alarms {
  return {
    ...queueAlarms(watched),
    ...lambdaAlarms(watched),
    ...tableAlarms(watched),
    ...sendingAlarms(watched),
    ...apiAlarms(watched),
    ...smtpAlarms(watched),
  };
}

/** Seconds that a message may wait. Held mail is requeued each time, so its age shows in `held-mail`. */
const ages: Record<Exclude<QueueName, 'deliver'>, number> = {
  feedback: 300,
  'attempt-webhook': 600,
  bulk: 1800,
  'advance-run': 1800,
  'domain-tasks': 600,
  'tenant-removals': 600,
  notices: 600,
  receive: 600,
};

/** The queues in use. Without a mail receiver, the receive queue stays empty and isn't watched. */
export const usedQueues = ({ inbound }: Watched['config']): QueueName[] =>
  (['deliver', ...Object.keys(ages)] as QueueName[]).filter(
    (name) => name !== 'receive' || inbound !== 'off',
  );

function queueAlarms({ config, resources: { queues } }: Watched): Alarms {
  const waiting = usedQueues(config).flatMap((name): [string, AlarmSpec][] => {
    if (name === 'deliver') return [];
    const means = `A message has been waiting in the ${name} queue for more than ${ages[name] / 60} minutes.`;
    const metric = queues[name].queue.metricApproximateAgeOfOldestMessage({ period: minute });
    return [[`queue-age-${name}`, { means, metric, threshold: ages[name] }]];
  });
  const swept = (statistic: string) => ours(config, 'dead_letters', { statistic, period: fiveMinutes });
  return {
    'failed-messages': {
      means: 'For 15 minutes, more than 5% of the messages in a queue have failed.',
      metric: ours(config, 'messages_failed_percent', { statistic: 'Maximum', period: fiveMinutes }),
      threshold: 5,
      periods: 3,
    },
    'dead-letters': {
      means: 'A message failed every retry and is in a dead-letter queue.',
      metric: swept('Maximum'),
      threshold: 0,
    },
    'sweep-missing': {
      means: 'No sweep has succeeded for five minutes.',
      metric: unreported(swept('SampleCount')),
      threshold: 0,
      missing: TreatMissingData.BREACHING,
    },
    ...Object.fromEntries(waiting),
  };
}

function lambdaAlarms({ config, count }: Watched): Alarms {
  const lambda = (metricName: string, options: MetricOptions) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, ...options });
  const total = { statistic: 'Sum', period: fiveMinutes };
  return {
    'errors-functions': {
      means: 'Functions crash or time out.',
      metric: lambda('Errors', total),
      threshold: 2,
    },
    'throttles-functions': {
      means: 'Lambda throttles invocations.',
      metric: lambda('Throttles', total),
      threshold: 9,
    },
    concurrency: {
      means: "Functions use more than 80% of the AWS account's concurrency.",
      metric: lambda('ConcurrentExecutions', { statistic: 'Maximum', period: minute }),
      threshold: 0.8 * config.concurrency.quota,
      periods: 3,
    },
    'count-age': {
      means: 'Account and tenant counts are more than five minutes behind.',
      metric: count.metric('IteratorAge', { statistic: 'Maximum', period: minute }),
      threshold: 300_000,
    },
  };
}

function tableAlarms({ resources: { table } }: Watched): Alarms {
  const dynamo = (metricName: string, dimensions: Record<string, string> = {}) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...dimensions },
      statistic: 'Sum',
      period: fiveMinutes,
    });
  // The table's own metric omits its indexes, and a throttled index blocks the table's writes.
  const throttled = [
    dynamo('ReadThrottleEvents'),
    dynamo('WriteThrottleEvents'),
    ...indexNames.map((GlobalSecondaryIndexName) =>
      dynamo('WriteThrottleEvents', { GlobalSecondaryIndexName }),
    ),
  ];
  // Each send request makes both calls.
  const failed = ['TransactWriteItems', 'BatchGetItem'].map((Operation) =>
    dynamo('SystemErrors', { Operation }),
  );
  return {
    'table-throttles': {
      means: 'DynamoDB throttles reads or writes.',
      metric: sum(throttled, fiveMinutes),
      threshold: 9,
    },
    'table-errors': {
      means: 'DynamoDB returns server errors.',
      metric: sum(failed, fiveMinutes),
      threshold: 2,
    },
  };
}

/** CloudWatch adds at most ten metrics per alarm. A metric without data counts as zero. */
function sum(metrics: IMetric[], period: Duration): MathExpression {
  const named = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const terms = Object.keys(named).map((name) => `FILL(${name}, 0)`);
  return new MathExpression({ expression: terms.join(' + '), usingMetrics: named, period });
}
