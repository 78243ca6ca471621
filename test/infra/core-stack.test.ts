import { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { readConfig } from '../../infra/config.ts';
import { functions } from '../../infra/functions.ts';
import { only, type Resource, resourcesOf, synthesizeCore } from './core-stack.ts';

let core: Template;
beforeAll(() => {
  core = synthesizeCore();
});

const lambdas = () => resourcesOf(core, 'AWS::Lambda::Function');
const queues = () => resourcesOf(core, 'AWS::SQS::Queue');

describe('table', () => {
  test('is kept, restorable, on demand and forgets by ttl', () => {
    const { Properties, DeletionPolicy } = only(core, 'AWS::DynamoDB::Table');
    expect(DeletionPolicy).toBe('Retain');
    expect(Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  test('has keys-only indexes gsi1 and gsi2', () => {
    const { Properties } = only(core, 'AWS::DynamoDB::Table');
    const shape = Properties.GlobalSecondaryIndexes.map((index: Record<string, unknown>) => [
      index.IndexName,
      (index.KeySchema as { AttributeName: string }[]).map(({ AttributeName }) => AttributeName),
      index.Projection,
    ]);
    expect(shape).toEqual([
      ['gsi1', ['gsi1pk', 'gsi1sk'], { ProjectionType: 'KEYS_ONLY' }],
      ['gsi2', ['gsi2pk', 'gsi2sk'], { ProjectionType: 'KEYS_ONLY' }],
    ]);
  });

  test('goes with a stage that is thrown away', () => {
    const { Properties, DeletionPolicy } = only(
      synthesizeCore({ deletionProtection: 'false' }),
      'AWS::DynamoDB::Table',
    );
    expect(DeletionPolicy).toBe('Delete');
    expect(Properties.DeletionProtectionEnabled).toBe(false);
  });
});

describe('queues', () => {
  test('each has a dead-letter queue that keeps for 14 days, none of which has one itself', () => {
    const all = Object.values(queues());
    const working = all.filter(({ Properties }) => Properties.RedrivePolicy);
    expect([all.length, working.length]).toEqual([8, 4]);
    for (const { Properties } of working) {
      const target = Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
      expect(queues()[target]?.Properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 3600 });
      expect(queues()[target]?.Properties.RedrivePolicy).toBeUndefined();
    }
  });

  test('hide a message for six times the timeout of its function, which answers for each message', () => {
    const sources = Object.values(resourcesOf(core, 'AWS::Lambda::EventSourceMapping'));
    expect(sources).toHaveLength(4);
    for (const { Properties } of sources) {
      const queue = queues()[Properties.EventSourceArn['Fn::GetAtt'][0]];
      const fn = lambdas()[Properties.FunctionName.Ref];
      expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * fn?.Properties.Timeout);
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      expect(Properties.BatchSize).toBeLessThanOrEqual(10);
    }
  });

  test('crowds of scheduled mail have a queue and copies of the worker of their own (docs/decisions/0010)', () => {
    const copies = Object.values(resourcesOf(core, 'AWS::Lambda::EventSourceMapping'))
      .filter(({ Properties }) =>
        lambdas()[Properties.FunctionName.Ref]?.Properties.FunctionName.endsWith('-deliver'),
      )
      .map(({ Properties }) => [
        Properties.EventSourceArn['Fn::GetAtt'][0].replace(/queue.*/, ''),
        Properties.ScalingConfig.MaximumConcurrency,
      ]);
    expect(copies).toEqual([
      ['deliver', 50],
      ['crowd', 10],
    ]);
  });

  test('refuse plain HTTP', () => {
    expect(plainHttpIsDenied(core, 'AWS::SQS::QueuePolicy')).toEqual(Array(8).fill(true));
    expect(plainHttpIsDenied(core, 'AWS::S3::BucketPolicy')).toEqual([true]);
    expect(plainHttpIsDenied(core, 'AWS::SNS::TopicPolicy')).toEqual([true]);
  });

  test('the feedback queue admits only the feedback topic (E34)', () => {
    const topic = Object.keys(resourcesOf(core, 'AWS::SNS::Topic'))[0];
    const senders = Object.values(resourcesOf(core, 'AWS::SQS::QueuePolicy'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Effect, Action }) => Effect === 'Allow' && JSON.stringify(Action).includes('SendMessage'));
    expect(senders).toHaveLength(1);
    expect(senders[0]).toMatchObject({
      Principal: { Service: 'sns.amazonaws.com' },
      Condition: { ArnEquals: { 'aws:SourceArn': { Ref: topic } } },
    });
  });
});

function plainHttpIsDenied(template: Template, type: string): boolean[] {
  return Object.values(resourcesOf(template, type)).map(({ Properties }) =>
    Properties.PolicyDocument.Statement.some(
      ({ Effect, Condition }: { Effect: string; Condition?: object }) =>
        Effect === 'Deny' && JSON.stringify(Condition) === '{"Bool":{"aws:SecureTransport":"false"}}',
    ),
  );
}

test('bodies are encrypted, private and end by themselves', () => {
  expect(only(core, 'AWS::S3::Bucket').Properties).toMatchObject({
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
});

test('H42, Q4, Q18: no body ends before its email may have been sent, and no template by its age', () => {
  const { Rules } = only(core, 'AWS::S3::Bucket').Properties.LifecycleConfiguration;
  const ending = Rules.filter((rule: { ExpirationInDays?: number }) => rule.ExpirationInDays !== undefined);
  expect(ending).toEqual([
    { Prefix: 'bodies/', ExpirationInDays: 30, Status: 'Enabled' },
    { Prefix: 'scheduled/', ExpirationInDays: 210, Status: 'Enabled' },
    { Prefix: 'events/', ExpirationInDays: 30, Status: 'Enabled' },
    { Prefix: 'refusals/', ExpirationInDays: 7, Status: 'Enabled' },
    { Prefix: 'attachments/', ExpirationInDays: 30, Status: 'Enabled' },
    { Prefix: 'exports/', ExpirationInDays: 1, Status: 'Enabled' },
  ]);
});

test('H42: the days that a deployment keeps things are its own', () => {
  const own = synthesizeCore({ bodyDays: '60', webhookLogDays: '14' });
  const { Rules } = only(own, 'AWS::S3::Bucket').Properties.LifecycleConfiguration;
  const ages = Object.fromEntries(
    Rules.map((rule: { Prefix?: string; ExpirationInDays?: number }) => [rule.Prefix, rule.ExpirationInDays]),
  );
  expect(ages).toMatchObject({ 'bodies/': 60, 'scheduled/': 240, 'events/': 14 });
  const [fn] = Object.values(resourcesOf(own, 'AWS::Lambda::Function'));
  expect(fn?.Properties.Environment.Variables).toMatchObject({
    RETENTION_BODY_DAYS: '60',
    RETENTION_EMAIL_DAYS: '90',
    RETENTION_EVENT_DAYS: '90',
    RETENTION_WEBHOOK_LOG_DAYS: '14',
  });
  expect(() => synthesizeCore({ emailDays: '2' })).toThrow('context emailDays: whole days, 7 at least');
});

describe('SES', () => {
  const sets = () =>
    Object.values(resourcesOf(core, 'AWS::SES::ConfigurationSet')).map(({ Properties }) => Properties);

  test('has two configuration sets, one of which requires TLS (A20)', () => {
    expect(sets().map(({ Name, DeliveryOptions }) => [Name, DeliveryOptions.TlsPolicy])).toEqual([
      ['dev-opportunistic', 'OPTIONAL'],
      ['dev-enforced', 'REQUIRE'],
    ]);
  });

  test('suppresses nothing by itself (Q12) and tracks nothing (E35)', () => {
    for (const set of sets()) {
      expect(set.SuppressionOptions).toEqual({ SuppressedReasons: [] });
      expect(set.TrackingOptions).toBeUndefined();
    }
  });

  test('tells every outcome to the feedback topic, which only these sets may publish to', () => {
    const destinations = Object.values(resourcesOf(core, 'AWS::SES::ConfigurationSetEventDestination'));
    expect(destinations).toHaveLength(2);
    for (const { Properties } of destinations) {
      expect(Properties.EventDestination.Enabled).toBe(true);
      expect([...Properties.EventDestination.MatchingEventTypes].sort()).toEqual(
        ['bounce', 'complaint', 'delivery', 'deliveryDelay', 'reject', 'renderingFailure', 'send'].sort(),
      );
    }
    const allowed = only(core, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Principal: { Service: 'ses.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
  });

  test('reaches the feedback queue unwrapped', () => {
    expect(only(core, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'sqs',
      RawMessageDelivery: true,
    });
  });
});

describe('functions', () => {
  test('all run on Node 24 and arm64, with a log of one month', () => {
    const found = Object.values(lambdas());
    expect(found).toHaveLength(Object.keys(functions).length);
    for (const { Properties } of found) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    }
    const logs = Object.values(resourcesOf(core, 'AWS::Logs::LogGroup'));
    expect(logs.map(({ Properties }) => Properties.RetentionInDays)).toEqual(found.map(() => 30));
  });

  test('answer before API Gateway gives up', () => {
    for (const { routes, timeout } of Object.values(functions)) if (routes) expect(timeout).toBe(29);
  });

  test('get no endpoints and no credentials', () => {
    for (const { Properties } of Object.values(lambdas())) {
      const names = Object.keys(Properties.Environment.Variables);
      expect(names.filter((name) => name.startsWith('AWS_'))).toEqual([]);
      expect(names).toContain('TABLE_NAME');
    }
  });
});

test('every path goes to one function, the rest to public', () => {
  const keys = Object.values(resourcesOf(core, 'AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties.RouteKey,
  );
  const groups = [
    'attachments',
    'emails',
    'emails/test',
    'opt-outs',
    'suppressions',
    'templates',
    'webhooks',
  ];
  expect(keys.sort()).toEqual(
    ['$default', ...groups.flatMap((name) => [`ANY /api/${name}`, `ANY /api/${name}/{proxy+}`])].sort(),
  );
});

describe('service domain', () => {
  const records = () =>
    Object.values(
      resourcesOf(
        synthesizeCore({ serviceDomain: 'mail.example.com', hostedZoneId: 'Z1' }),
        'AWS::Route53::RecordSet',
      ),
    ).map(({ Properties }) => Properties);

  test('publishes exactly one MX and one TXT as return path (A1), and the SPF host (A15)', () => {
    const found = records().map(({ Name, Type, ResourceRecords }) => [Name, Type, ResourceRecords]);
    const spf = ['"v=spf1 include:amazonses.com -all"'];
    const mx = [{ 'Fn::Join': ['', ['10 feedback-smtp.', { Ref: 'AWS::Region' }, '.amazonses.com']] }];
    expect(found.filter(([name]) => name === 'rp.mail.example.com.')).toEqual([
      ['rp.mail.example.com.', 'MX', mx],
      ['rp.mail.example.com.', 'TXT', spf],
    ]);
    expect(found).toContainEqual(['spf.mail.example.com.', 'TXT', spf]);
  });

  test('needs its hosted zone', () => {
    const app = new App({ context: { serviceDomain: 'mail.example.com' } });
    expect(() => readConfig(app.node)).toThrow('hostedZoneId');
  });
});

test('webhook targets are public unless told otherwise (E13)', () => {
  const targetsOf = (template: Template) =>
    Object.values(resourcesOf(template, 'AWS::Lambda::Function')).map(
      ({ Properties }) => Properties.Environment.Variables.WEBHOOK_TARGETS,
    );
  expect(new Set(targetsOf(core))).toEqual(new Set(['public']));
  expect(new Set(targetsOf(synthesizeCore({ webhookTargets: 'any' })))).toEqual(new Set(['any']));
  expect(() => synthesizeCore({ webhookTargets: 'all' })).toThrow('webhookTargets');
});

/** What MiniStack 1.5.33 takes: one type outside it and the whole template is refused. */
const emulated = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CertificateManager::Certificate',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Route53::RecordSet',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
];

test('the Core stack holds only what the local cloud takes', () => {
  const template = synthesizeCore({ serviceDomain: 'mail.example.com', hostedZoneId: 'Z1' }).toJSON();
  const resources: Resource[] = Object.values(template.Resources);
  const types = new Set(resources.map(({ Type }) => Type));
  expect([...types].filter((type) => !emulated.includes(type))).toEqual([]);
});
