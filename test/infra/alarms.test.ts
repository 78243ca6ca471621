import { readFileSync } from 'node:fs';
import { alarmMetrics } from '../../infra/deploy/prices.ts';
import {
  configOf,
  only,
  production,
  propertiesOf,
  type Resource,
  refOf,
  resourcesOf,
  synthesize,
} from './templates.ts';

const core = synthesize({ ...production, alarmEmail: 'ops@example.com' });
const alarms: Record<string, Resource['Properties']> = Object.fromEntries(
  propertiesOf(core, 'AWS::CloudWatch::Alarm').map((alarm) => [
    /^mailwright-prod-([a-z0-9-]+)$/.exec(alarm.AlarmName)?.[1] ?? alarm.AlarmName,
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

/** D79's and P45's list, with what they do not number: how many failures in five minutes are no accident. */
const limits: Record<string, number> = {
  'dead-letters': 0,
  'sweep-missing': 0,
  'failed-messages': 5,
  'queue-age-feedback': 300,
  'queue-age-attempt-webhook': 600,
  'queue-age-bulk': 1800,
  'queue-age-advance-run': 1800,
  'queue-age-domain-tasks': 600,
  'queue-age-tenant-removals': 600,
  'queue-age-notices': 600,
  'queue-age-receive': 600,
  'errors-functions': 2,
  'throttles-functions': 9,
  concurrency: 800,
  'count-age': 300_000,
  'table-throttles': 9,
  'table-errors': 2,
  'bounce-rate': 0.04,
  'complaint-rate': 0.0008,
  'sending-quota': 80,
  'send-delay': 120_000,
  'held-mail': 0,
  'ses-trouble': 0,
  'schedules-dropped': 0,
  'api-5xx': 1,
  'api-p99': 1000,
  'webhook-failures': 20,
  'smtp-unhealthy': 0,
};

/** Where it is deployed: the sections of docs/operations/alarms.md are of these, too. */
const others = ['certificate-expiry', 'cost'];

test('every alarm of the list is there, above its limit [P11]', () => {
  const found = Object.entries(alarms).map(([id, { Threshold }]) => [id, Threshold]);
  expect(Object.fromEntries(found)).toEqual(limits);
  for (const { ComparisonOperator } of Object.values(alarms)) {
    expect(ComparisonOperator).toBe('GreaterThanThreshold');
  }
});

/** The parts of an alarm that decide when it rings. */
const timing = ({ Period, EvaluationPeriods, ExtendedStatistic, Statistic }: Resource['Properties']) => [
  Period,
  EvaluationPeriods,
  ExtendedStatistic ?? Statistic,
];

test('single mail that is late by its own age rings; its queue only when older than any delay [P55]', () => {
  const { Metrics, EvaluationPeriods } = alarms['send-delay'] ?? {};
  const [{ Expression }, ...named] = Metrics;
  expect(Expression).toBe('IF(FILL(age, 0) > 1020, 1000 * age, FILL(delay, 0))');
  const measured = named.map(({ Id, MetricStat }: Resource['Properties']) => [
    Id,
    MetricStat.Metric.MetricName,
    MetricStat.Period,
    MetricStat.Stat,
  ]);
  expect(measured.sort()).toEqual([
    ['age', 'ApproximateAgeOfOldestMessage', 300, 'Maximum'],
    ['delay', 'send_delay', 300, 'p90'],
  ]);
  expect(EvaluationPeriods).toBe(2);
  expect(Object.keys(alarms)).not.toContain('queue-age-deliver');
});

test('messages that fail ring after 15 minutes, whichever queue they are of, by one metric [P55]', () => {
  const failed = alarms['failed-messages'] ?? {};
  expect(metricsOf(failed)).toEqual(['messages_failed_percent prod']);
  expect(timing(failed)).toEqual([300, 3, 'Maximum']);
});

test('each writes to one topic when it begins and when it ends, where an address may be subscribed [P11]', () => {
  for (const { AlarmActions, OKActions } of Object.values(alarms)) {
    expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
  }
  const subscriptions = propertiesOf(core, 'AWS::SNS::Subscription').filter(
    ({ TopicArn }) => TopicArn.Ref === topic,
  );
  expect(subscriptions).toMatchObject([{ Protocol: 'email', Endpoint: 'ops@example.com' }]);
  // The doctor asks it who has confirmed (P55).
  expect(core.Outputs?.AlarmTopicArn?.Value).toEqual({ Ref: topic });
  const allowed = propertiesOf(core, 'AWS::SNS::TopicPolicy')
    .filter(({ Topics }) => Topics[0].Ref === topic)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow');
  expect(allowed).toMatchObject([
    { Principal: { Service: 'cloudwatch.amazonaws.com' }, Action: 'sns:Publish' },
  ]);
});

test('each has a section in docs/operations/alarms.md that says what it means and what to do [P11]', () => {
  const sections = readFileSync('docs/operations/alarms.md', 'utf8').split('\n## ').slice(1);
  expect(sections.map((text) => text.split('\n')[0]).sort()).toEqual(
    [...Object.keys(limits), ...others].map((id) => `alarm-${id}`).sort(),
  );
  for (const section of sections) expect(section).toMatch(/\*\*Means:\*\* [\s\S]+\*\*Do:\*\* /);
});

test('only its own table, indexes and schedules count [P11]', () => {
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

test('a sweep that does not run at all alarms; a queue, a table or SES that nobody uses does not [P11]', () => {
  const missing = Object.entries(alarms).map(([id, { TreatMissingData }]) => [id, TreatMissingData]);
  const quiet = Object.fromEntries(Object.keys(limits).map((id) => [id, 'notBreaching']));
  expect(Object.fromEntries(missing)).toEqual({
    ...quiet,
    'sweep-missing': 'breaching',
    'sending-quota': 'breaching',
    'smtp-unhealthy': 'breaching',
    'bounce-rate': 'ignore',
    'complaint-rate': 'ignore',
  });
});

test('the limits follow the quotas of the account [P11]', () => {
  const small = propertiesOf(synthesize({ lambdaConcurrency: '100' }), 'AWS::CloudWatch::Alarm');
  const concurrency = small.find(({ MetricName }) => MetricName === 'ConcurrentExecutions');
  expect(concurrency?.Threshold).toBe(80);
  // Neither SMTP nor a door of received mail.
  expect(small).toHaveLength(Object.keys(limits).length - 2);
  expect(only(synthesize(), 'AWS::SNS::Subscription').Properties.Protocol).toBe('sqs');
});

test('the metrics that `npm run deploy` reckons with are those of the alarms', () => {
  const metrics = propertiesOf(synthesize(), 'AWS::CloudWatch::Alarm').flatMap(metricsOf);
  expect(metrics).toHaveLength(alarmMetrics);
});

test('no metric of an alarm names an account, a tenant or a person [D80]', () => {
  const kinds = Object.values(alarms).flatMap(({ Dimensions = [], Metrics = [] }) =>
    [
      Dimensions,
      ...Metrics.map(({ MetricStat }: Resource['Properties']) => MetricStat?.Metric.Dimensions ?? []),
    ]
      .flat()
      .map(({ Name }: { Name: string }) => Name),
  );
  expect([...new Set(kinds)].sort()).toEqual(
    [
      ...['ApiId', 'FunctionName', 'GlobalSecondaryIndexName', 'Operation', 'QueueName'],
      ...['ScheduleGroup', 'TableName', 'result', 'stage'],
    ].sort(),
  );
});

test('a certificate of ACM is watched, one in Secrets Manager is not [D79]', () => {
  const watched = (smtpCertificate: string) =>
    propertiesOf(synthesize({ ...production, smtpCertificate }), 'AWS::CloudWatch::Alarm').filter(
      ({ AlarmName }) => AlarmName === 'mailwright-prod-certificate-expiry',
    );
  const acm = 'arn:aws:acm:eu-west-1:111122223333:certificate/1';
  expect(watched(acm).flatMap(metricsOf)).toEqual([`DaysToExpiry ${acm}`]);
  expect(watched('arn:aws:secretsmanager:eu-west-1:111122223333:secret:tls-AbCdEf')).toEqual([]);
});

test('a budget of the month writes to the topic by its forecast, where its limit is given [D79]', () => {
  const template = synthesize({ ...production, alarmCost: '250' });
  const { Budget, NotificationsWithSubscribers } = only(template, 'AWS::Budgets::Budget').Properties;
  expect(Budget).toMatchObject({
    BudgetName: 'mailwright-prod-cost',
    BudgetType: 'COST',
    TimeUnit: 'MONTHLY',
    BudgetLimit: { Amount: 250, Unit: 'USD' },
  });
  const heard = NotificationsWithSubscribers.map(({ Notification, Subscribers }: Resource['Properties']) => [
    Notification.NotificationType,
    `${Notification.ComparisonOperator} ${Notification.Threshold} ${Notification.ThresholdType}`,
    Subscribers,
  ]);
  const subscribers = [{ SubscriptionType: 'SNS', Address: { Ref: topic } }];
  expect(heard).toEqual(
    ['FORECASTED', 'ACTUAL'].map((kind) => [kind, 'GREATER_THAN 100 PERCENTAGE', subscribers]),
  );
  const [allowed, ...others] = propertiesOf(template, 'AWS::SNS::TopicPolicy')
    .filter(({ Topics }) => Topics[0].Ref === topic)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow');
  expect(others).toEqual([]);
  expect(allowed).toMatchObject({
    Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
    Action: 'sns:Publish',
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  // AWS refuses a budget whose topic does not let it publish yet.
  expect(only(template, 'AWS::Budgets::Budget').DependsOn).toContainEqual(
    expect.stringMatching(/^AlarmTopicPolicy/),
  );
  expect(propertiesOf(core, 'AWS::Budgets::Budget')).toEqual([]);
  expect(() => configOf({ alarmCost: 'much' })).toThrow('context alarmCost: whole dollars, at least 1');
});

test('docs/internals/logs.md names the metrics that alarms watch', () => {
  const section = readFileSync('docs/internals/logs.md', 'utf8').split('## Metrics')[1] ?? '';
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
