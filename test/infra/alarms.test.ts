import { readFileSync } from 'node:fs';
import { alarmMetrics } from '../../infra/deploy/prices.ts';
import {
  only,
  production,
  propertiesOf,
  type Resource,
  refOf,
  resourcesOf,
  synthesize,
} from './templates.ts';

const core = synthesize({ ...production, sesDailyQuota: '50000', alarmEmail: 'ops@example.com' });
const alarms: Record<string, Resource['Properties']> = Object.fromEntries(
  propertiesOf(core, 'AWS::CloudWatch::Alarm').map((alarm) => [
    /docs\/operations\.md, ([a-z-]+)\.$/.exec(alarm.AlarmDescription)?.[1] ?? alarm.AlarmDescription,
    alarm,
  ]),
);
const topic =
  Object.keys(resourcesOf(core, 'AWS::SNS::Topic')).find((id) => id.startsWith('AlarmTopic')) ?? '';

/** Metric names of an alarm, each with the values of its dimensions. */
function metricsOf({ MetricName, Dimensions, Metrics }: Resource['Properties']): string[] {
  const one = (name: string, dimensions: { Value: unknown }[] = []) =>
    [name, ...dimensions.map(({ Value }) => (typeof Value === 'string' ? Value : refOf(Value)))].join(' ');
  if (MetricName) return [one(MetricName, Dimensions)];
  return Metrics.flatMap(({ MetricStat }: Resource['Properties']) =>
    MetricStat ? [one(MetricStat.Metric.MetricName, MetricStat.Metric.Dimensions)] : [],
  );
}

/** P11's list, with what the rule does not number: how many failures in five minutes are no accident. */
const limits: Record<string, number> = {
  'dead-letters': 0,
  'deliver-age': 120,
  'feedback-age': 300,
  'attempt-webhook-age': 600,
  'receive-age': 300,
  'lambda-errors': 2,
  'lambda-throttles': 9,
  'lambda-concurrency': 800,
  'count-age': 300_000,
  'no-sweep': 0,
  'table-throttles': 9,
  'table-errors': 4,
  'bounce-rate': 0.04,
  'complaint-rate': 0.0008,
  'schedules-dropped': 0,
  'ses-quota': 40_000,
  'api-errors': 1,
  'no-smtp': 0,
};

test('P11: every alarm of the list is there, above its limit', () => {
  const found = Object.entries(alarms).map(([id, { Threshold }]) => [id, Threshold]);
  expect(Object.fromEntries(found)).toEqual(limits);
  for (const { ComparisonOperator } of Object.values(alarms)) {
    expect(ComparisonOperator).toBe('GreaterThanThreshold');
  }
});

test('P11: each writes to one topic when it begins and when it ends, where an address may be subscribed', () => {
  for (const { AlarmActions, OKActions } of Object.values(alarms)) {
    expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
  }
  const subscriptions = propertiesOf(core, 'AWS::SNS::Subscription').filter(
    ({ TopicArn }) => TopicArn.Ref === topic,
  );
  expect(subscriptions).toMatchObject([{ Protocol: 'email', Endpoint: 'ops@example.com' }]);
  const allowed = propertiesOf(core, 'AWS::SNS::TopicPolicy')
    .filter(({ Topics }) => Topics[0].Ref === topic)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow');
  expect(allowed).toMatchObject([
    { Principal: { Service: 'cloudwatch.amazonaws.com' }, Action: 'sns:Publish' },
  ]);
});

test('P11: each has a section in docs/operations.md that says what it means and what to do', () => {
  const page = readFileSync('docs/operations.md', 'utf8').split('\n## Alarms\n')[1]?.split('\n## ')[0] ?? '';
  const sections = page.split('\n### ').slice(1);
  expect(sections.map((text) => text.split('\n')[0]).sort()).toEqual(Object.keys(limits).sort());
  for (const section of sections) expect(section).toMatch(/\*\*Means:\*\* [\s\S]+\*\*Do:\*\* /);
});

test('P11: any message in any dead-letter queue counts, and only its own table, indexes and schedules', () => {
  const dead = Object.keys(resourcesOf(core, 'AWS::SQS::Queue')).filter((id) => id.includes('deadletters'));
  expect(metricsOf(alarms['dead-letters'] ?? {}).sort()).toEqual(
    dead.map((id) => `ApproximateNumberOfMessagesVisible ${id}`).sort(),
  );
  const [table] = Object.keys(resourcesOf(core, 'AWS::DynamoDB::Table'));
  expect(metricsOf(alarms['table-throttles'] ?? {}).sort()).toEqual(
    [
      `ReadThrottleEvents ${table}`,
      `WriteThrottleEvents ${table}`,
      `WriteThrottleEvents gsi1 ${table}`,
      `WriteThrottleEvents gsi2 ${table}`,
    ].sort(),
  );
  const [group] = Object.keys(resourcesOf(core, 'AWS::Scheduler::ScheduleGroup'));
  expect(metricsOf(alarms['schedules-dropped'] ?? {})).toEqual([`InvocationDroppedCount ${group}`]);
});

test('P11: a sweep that does not run at all alarms; a queue, a table or SES that nobody uses does not', () => {
  const missing = Object.entries(alarms).map(([id, { TreatMissingData }]) => [id, TreatMissingData]);
  const quiet = Object.fromEntries(Object.keys(limits).map((id) => [id, 'notBreaching']));
  expect(Object.fromEntries(missing)).toEqual({
    ...quiet,
    'no-sweep': 'breaching',
    'no-smtp': 'breaching',
    'bounce-rate': 'ignore',
    'complaint-rate': 'ignore',
  });
});

test('P11: the limits follow the quotas of the account', () => {
  const small = propertiesOf(synthesize({ lambdaConcurrency: '100' }), 'AWS::CloudWatch::Alarm');
  const concurrency = small.find(({ MetricName }) => MetricName === 'ConcurrentExecutions');
  expect(concurrency?.Threshold).toBe(80);
  expect(small).toHaveLength(Object.keys(limits).length - 2);
  expect(only(synthesize(), 'AWS::SNS::Subscription').Properties.Protocol).toBe('sqs');
});

test('the metrics that `npm run deploy` reckons with are those of the alarms', () => {
  const { 'no-smtp': smtp, ...others } = alarms;
  expect(Object.values(others).flatMap(metricsOf)).toHaveLength(alarmMetrics);
  expect(metricsOf(smtp ?? {})).toEqual(['SmtpSessions prod']);
});

test('docs/logs.md names the metrics that alarms watch', () => {
  const section = readFileSync('docs/logs.md', 'utf8').split('## Metrics')[1] ?? '';
  const named = [...section.matchAll(/^\| `(AWS\/\w+|Mailwright)` \|(.*)\|$/gm)].flatMap(
    ([, namespace, metrics = '']) =>
      [...metrics.matchAll(/`([^`]+)`/g)].map(([, name]) => `${namespace} ${name}`),
  );
  const watched = Object.values(alarms).flatMap(({ Namespace, MetricName, Metrics = [] }) =>
    [
      { Namespace, MetricName },
      ...Metrics.map(({ MetricStat }: Resource['Properties']) => MetricStat?.Metric),
    ]
      .filter((metric) => metric?.MetricName !== undefined)
      .map((metric) => `${metric.Namespace} ${metric.MetricName}`),
  );
  expect(named.sort()).toEqual([...new Set(watched)].sort());
});
