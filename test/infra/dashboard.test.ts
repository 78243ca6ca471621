import { perMillion } from '../../infra/deploy/prices.ts';
import { only, production, propertiesOf, synthesize } from './templates.ts';

type Line = unknown[] | [{ expression: string }];
type Widget = { type: string; width: number; properties: { title: string; metrics: Line[] } };

/** Widgets of the dashboard, with the logical id in place of what CloudFormation fills in. */
function widgetsOf(context: Record<string, string>): Widget[] {
  const [, parts] = only(synthesize(context), 'AWS::CloudWatch::Dashboard').Properties.DashboardBody[
    'Fn::Join'
  ];
  const text = parts.map((part: string | Record<string, [string] | string>) =>
    typeof part === 'string' ? part : [part.Ref ?? part['Fn::GetAtt']].flat()[0],
  );
  return JSON.parse(text.join('')).widgets;
}

const widgets = widgetsOf(production);
const lines = widgets.flatMap(({ properties }) => properties.metrics);

/** `namespace name dimension dimension` of what a line shows, and of what its expression searches. */
const shown = lines.map((line) => line.filter((part) => typeof part === 'string') as string[]);
const metrics = shown.filter((parts) => parts.length > 0);
const searched = lines.flatMap(([one]) => {
  const { expression } = (typeof one === 'object' ? one : {}) as { expression?: string };
  return [...(expression ?? '').matchAll(/SEARCH\('\{([^}]+)\} MetricName="(\w+)"/g)].map(
    ([, names = '', name]) => [names.split(',')[0], name, ...names.split(',').slice(1)],
  );
});

test('one dashboard of the stage shows every number of the list [D80]', () => {
  const { DashboardName } = only(synthesize(production), 'AWS::CloudWatch::Dashboard').Properties;
  expect(DashboardName).toBe('mailwright-prod');
  expect(widgets.map(({ properties }) => properties.title)).toEqual([
    'Mail',
    'Bounces and complaints',
    'Webhook attempts by result',
    'Age of the oldest message, s',
    'Messages in queues',
    'Dead letters, and age of held mail',
    'Request time, ms',
    'Requests',
    'Throttles',
    'SES: bounce and complaint rates',
    'SES: quota',
    'Dollars per day',
  ]);
  const names = new Set([...metrics, ...searched].map(([namespace, name]) => `${namespace} ${name}`));
  expect([...names].sort()).toEqual(
    [
      ...['5xx', '4xx', 'Count', 'Latency'].map((name) => `AWS/ApiGateway ${name}`),
      ...['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => `AWS/DynamoDB ${name}`),
      'AWS/Lambda Throttles',
      ...['Reputation.BounceRate', 'Reputation.ComplaintRate'].map((name) => `AWS/SES ${name}`),
      ...['AgeOfOldestMessage', 'NumberOfMessagesVisible'].map((name) => `AWS/SQS Approximate${name}`),
      ...['accepted', 'sent', 'delivered', 'bounced', 'complained', 'throttled'].map(
        (name) => `Mailwright emails_${name}`,
      ),
      ...['dead_letters', 'hold_age', 'ses_quota_used', 'ses_trouble', 'webhook_attempts'].map(
        (name) => `Mailwright ${name}`,
      ),
    ].sort(),
  );
});

test('each queue that is used has its age and its depth there [D80]', () => {
  const queues = (context: Record<string, string>) =>
    ['Age of the oldest message, s', 'Messages in queues'].map(
      (title) =>
        widgetsOf(context).find(({ properties }) => properties.title === title)?.properties.metrics.length,
    );
  expect(queues(production)).toEqual([9, 9]);
  expect(queues({})).toEqual([8, 8]);
});

test('no metric has an account, a tenant or an address as its dimension [D80]', () => {
  const dimensions = metrics.flatMap((parts) => parts.slice(2).filter((_, at) => at % 2 === 0));
  const used = new Set([...dimensions, ...searched.flatMap((parts) => parts.slice(2))]);
  expect([...used].sort()).toEqual([
    'ApiId',
    'GlobalSecondaryIndexName',
    'QueueName',
    'TableName',
    'result',
    'stage',
  ]);
});

test('it stays free, with 50 metrics at most [D80]', () => {
  // Attempts are one line for each result: delivered, timeout, connection and the like.
  expect(metrics.length + searched.length * 8).toBeLessThanOrEqual(50);
});

/** The line of dollars: all of it, and its price of an email and of a day without any. */
function dollarsIn(all: Widget[]): string[] {
  const [line] =
    all.find(({ properties }) => properties.title === 'Dollars per day')?.properties.metrics ?? [];
  return /.*"FILL\(sent, 0\) \* ([\d.]+) \+ ([\d.]+)".*/.exec(JSON.stringify(line)) ?? [];
}

test("the dollars have the price of the account's plan, and say so where it is not known [P51]", () => {
  const [, each] = dollarsIn(widgetsOf({ ...production, sesPlan: 'ESSENTIALS' }));
  expect(Number(each) * 1e6).toBeCloseTo(160 + perMillion.busy, 2);
  const [line, rest] = dollarsIn(widgetsOf({ ...production, sesPlan: 'PRO' }));
  expect(Number(rest) * 1e6).toBeCloseTo(perMillion.busy, 2);
  expect(line).toContain('without SES (plan PRO), webhooks, opens and clicks');
});

test('a day with a million emails costs what the bench says, and a day without any a thirtieth of the month', () => {
  const [, each, idle] = dollarsIn(widgets);
  expect(Number(each) * 1e6).toBeCloseTo(100 + perMillion.busy, 2);
  // With the SMTP task, whose load balancer and container are most of it.
  expect(Number(idle)).toBeGreaterThan(41.8 / 30);
});

test('a deployment without alarms has neither dashboard nor queries [D80, D81]', () => {
  const template = synthesize({ alarms: 'false' });
  expect(propertiesOf(template, 'AWS::CloudWatch::Dashboard')).toEqual([]);
  expect(propertiesOf(template, 'AWS::Logs::QueryDefinition')).toEqual([]);
});
