import { Duration, type Stack } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
} from 'aws-cdk-lib/aws-cloudwatch';
import { monthlyCost } from '../deploy/costs.ts';
import { perMillion, sesPerMillion } from '../deploy/prices.ts';
import { usedQueues } from './alarm-list.ts';
import { ours, type Watched } from './alarm-parts.ts';
import { indexNames } from './table.ts';

const fiveMinutes = Duration.minutes(5);
const day = Duration.days(1);
const total = { statistic: 'Sum', period: fiveMinutes };
const maximum = { statistic: 'Maximum', period: fiveMinutes };

const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
  new GraphWidget({ title, left, right, width: 8, height: 6 });

/**
 * One CloudWatch dashboard, `mailwright-<stage>`. An account's first three are free with at most 50 metrics
 * each, so it shows totals for tables and queues, and no individual functions.
 */
export function makeDashboard(scope: Stack, watched: Watched): void {
  new Dashboard(scope, 'Dashboard', {
    dashboardName: `mailwright-${watched.config.stage}`,
    widgets: [mailRow(watched), queueRow(watched), requestRow(watched), sesRow(watched)],
  });
}

function mailRow({ config }: Watched): GraphWidget[] {
  const count = (name: string) => ours(config, name, { ...total, label: name });
  const attempts = new MathExpression({
    expression: `SEARCH('{Mailwright,result,stage} MetricName="webhook_attempts" stage="${config.stage}"', 'Sum', 300)`,
    // Each line is labeled with its result.
    label: '',
    usingMetrics: {},
    period: fiveMinutes,
  });
  return [
    graph('Mail', ['emails_accepted', 'emails_sent', 'emails_delivered'].map(count)),
    graph('Bounces and complaints', ['emails_bounced', 'emails_complained'].map(count)),
    graph('Webhook attempts by result', [attempts]),
  ];
}

function queueRow({ config, resources: { queues } }: Watched): GraphWidget[] {
  const names = usedQueues(config);
  const labelled = (label: string): MetricOptions => ({ ...maximum, label });
  return [
    graph(
      'Age of the oldest message, s',
      names.map((name) => queues[name].queue.metricApproximateAgeOfOldestMessage(labelled(name))),
    ),
    graph(
      'Messages in queues',
      names.map((name) => queues[name].queue.metricApproximateNumberOfMessagesVisible(labelled(name))),
    ),
    graph(
      'Dead letters, and age of held mail',
      [ours(config, 'dead_letters', labelled('dead letters'))],
      [ours(config, 'hold_age', labelled('oldest mail held, ms'))],
    ),
  ];
}

function requestRow({ api, resources: { table } }: Watched): GraphWidget[] {
  const latency = (statistic: string) =>
    api.metricLatency({ statistic, period: fiveMinutes, label: statistic });
  const throttled = (metricName: string, index?: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      ...total,
      label: `${index ?? 'table'}: ${metricName}`,
      dimensionsMap: { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) },
    });
  const refused = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...total, label: 'Lambda' });
  return [
    graph('Request time, ms', [latency('p50'), latency('p99')]),
    graph(
      'Requests',
      [api.metricCount({ ...total, label: 'requests' })],
      [api.metricServerError({ ...total, label: '5xx' }), api.metricClientError({ ...total, label: '4xx' })],
    ),
    graph('Throttles', [
      refused,
      throttled('ReadThrottleEvents'),
      throttled('WriteThrottleEvents'),
      ...indexNames.map((name) => throttled('WriteThrottleEvents', name)),
    ]),
  ];
}

function sesRow({ config }: Watched): GraphWidget[] {
  const rate = (metricName: string, label: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1), label });
  return [
    graph('SES: bounce and complaint rates', [
      rate('Reputation.BounceRate', 'bounces'),
      rate('Reputation.ComplaintRate', 'complaints'),
    ]),
    graph(
      'SES: quota',
      [ours(config, 'ses_quota_used', { ...maximum, label: '24-hour quota used, %' })],
      [
        ours(config, 'emails_throttled', { ...total, label: 'throttled' }),
        ours(config, 'ses_trouble', { ...total, label: 'refused' }),
      ],
    ),
    graph('Dollars per day', [dollarsADay(config)]),
  ];
}

/**
 * List prices: 1/30 of an idle month, plus per email the SES price, if known, and the price of the rest of
 * AWS on a busy day.
 */
function dollarsADay(config: Watched['config']): MathExpression {
  const month = monthlyCost({
    key: config.kms === 'own',
    smtp:
      config.smtp?.runs === 'stack' ? { size: config.smtpSize, zones: Number(config.smtpZones) } : undefined,
    concurrency: config.concurrency,
  });
  const ses = sesPerMillion[config.sesPlan];
  const each = ((ses ?? 0) + perMillion.busy) / 1e6;
  const without = ses ? 'webhooks' : `SES (plan ${config.sesPlan}), webhooks`;
  const sent = ours(config, 'emails_sent', { statistic: 'Sum', period: day });
  return new MathExpression({
    expression: `FILL(sent, 0) * ${each.toFixed(8)} + ${(month / 30).toFixed(2)}`,
    label: `without ${without}, opens and clicks`,
    usingMetrics: { sent },
    period: day,
  });
}
