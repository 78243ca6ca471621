import { readFileSync } from 'node:fs';
import { needsOf } from '../../infra/peak.ts';
import { configOf, only, production, propertiesOf, type Resource, synthesize } from './templates.ts';

const core = synthesize();

test('the table is restorable, on demand and forgets by ttl', () => {
  expect(only(core, 'AWS::DynamoDB::Table').Properties).toMatchObject({
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    BillingMode: 'PAY_PER_REQUEST',
  });
});

test('it has keys-only indexes gsi1 and gsi2', () => {
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

describe('throughput [P27]', () => {
  const tableWith = (context: Record<string, string>) =>
    only(synthesize(context), 'AWS::DynamoDB::Table').Properties;
  const warm = ({ WarmThroughput, GlobalSecondaryIndexes }: Resource['Properties']) => [
    WarmThroughput,
    ...GlobalSecondaryIndexes.map((index: Resource['Properties']) => index.WarmThroughput),
  ];

  test('is what DynamoDB gives by itself, unless a peak is planned for', () => {
    expect(warm(tableWith({}))).toEqual([undefined, undefined, undefined]);
  });

  test('is warm for the peak: 19 writes and 6 reads a send, 2 and 1 of each index', () => {
    const index = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 6000 };
    expect(warm(tableWith({ peakSendsPerSecond: '3000' }))).toEqual([
      { ReadUnitsPerSecond: 18_000, WriteUnitsPerSecond: 57_000 },
      index,
      index,
    ]);
  });

  test('these are at least what the bench measures', () => {
    const units = (operation: string) => {
      const row =
        readFileSync('docs/internals/measured/benchmarks.md', 'utf8').split(`\n| ${operation} `)[1] ?? '';
      const [, , writes = '', reads = ''] = row.split('|');
      return [Number.parseFloat(writes), Number.parseFloat(reads)] as const;
    };
    const steps = [
      'POST /emails, Idempotency-Key',
      'deliver, with webhooks',
      'notification: send',
      'notification: delivery, with webhooks',
      ...Array(2).fill('webhook attempt: 2xx, first of its event'),
    ].map(units);
    const { table } = needsOf(10_000);
    expect(steps.reduce((sum, [writes]) => sum + writes, 0)).toBeLessThanOrEqual(
      table.writeUnitsPerSecond / 10_000,
    );
    expect(steps.reduce((sum, [, reads]) => sum + reads, 0)).toBeLessThanOrEqual(
      table.readUnitsPerSecond / 10_000,
    );
  });

  test('is never less than an idle table has: DynamoDB takes none back', () => {
    const least = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };
    expect(warm(tableWith({ peakSendsPerSecond: '100' }))).toEqual([least, least, least]);
  });

  test('is provisioned where the operator wants it, from a fifth of the peak up [P47]', () => {
    const template = synthesize({ capacity: 'provisioned', peakSendsPerSecond: '1000' });
    const table = only(template, 'AWS::DynamoDB::Table').Properties;
    const begins = [table, ...table.GlobalSecondaryIndexes].map(
      ({ ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } }) => [
        ReadCapacityUnits,
        WriteCapacityUnits,
      ],
    );
    expect([table.BillingMode, begins]).toEqual([
      undefined,
      [
        [1200, 3800],
        [200, 400],
        [200, 400],
      ],
    ]);
    const ranges = propertiesOf(template, 'AWS::ApplicationAutoScaling::ScalableTarget').map(
      ({ ScalableDimension, MinCapacity, MaxCapacity }) => [ScalableDimension, MinCapacity, MaxCapacity],
    );
    expect(ranges.sort()).toEqual(
      [
        ['dynamodb:table:ReadCapacityUnits', 1200, 12_000],
        ['dynamodb:table:WriteCapacityUnits', 3800, 19_000],
        ['dynamodb:index:ReadCapacityUnits', 200, 12_000],
        ['dynamodb:index:ReadCapacityUnits', 200, 12_000],
        ['dynamodb:index:WriteCapacityUnits', 400, 4000],
        ['dynamodb:index:WriteCapacityUnits', 400, 4000],
      ].sort(),
    );
    expect(() => configOf({ capacity: 'provisioned' })).toThrow('needs peakSendsPerSecond');
  });

  test('provisioned capacity takes one send whatever the peak [P47]', () => {
    expect(needsOf(1).provisioned).toEqual({
      table: { readUnitsPerSecond: 6, writeUnitsPerSecond: 19 },
      index: { readUnitsPerSecond: 1, writeUnitsPerSecond: 2 },
    });
    expect(needsOf(50).provisioned.table).toEqual({ readUnitsPerSecond: 60, writeUnitsPerSecond: 190 });
  });
});

describe('a restored table [P47]', () => {
  const stream =
    'arn:aws:dynamodb:eu-west-1:123456789012:table/mailwright-prod-again/stream/2026-11-23T00:00';
  const restored = { ...production, table: 'mailwright-prod-again', tableStream: stream };

  test('takes the place of the own one in variables, rights, streams and alarms', () => {
    const template = synthesize(restored);
    expect(propertiesOf(template, 'AWS::DynamoDB::Table')).toEqual([]);
    for (const { Environment } of propertiesOf(template, 'AWS::Lambda::Function'))
      expect(JSON.stringify(Environment.Variables.TABLE_NAME)).toContain('mailwright-prod-again');
    const sources = propertiesOf(template, 'AWS::Lambda::EventSourceMapping').map(
      (one) => one.EventSourceArn,
    );
    expect(sources).toContain(stream);
    const ofTables = propertiesOf(template, 'AWS::IAM::Policy')
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().some((action: string) => action === 'dynamodb:GetItem'));
    expect(ofTables.length).toBeGreaterThan(10);
    for (const { Resource } of ofTables)
      expect(JSON.stringify(Resource)).toContain(':table/mailwright-prod-again');
    const watched = propertiesOf(template, 'AWS::CloudWatch::Alarm').filter((alarm) =>
      JSON.stringify(alarm).includes('WriteThrottleEvents'),
    );
    expect(JSON.stringify(watched)).toContain('mailwright-prod-again');
    // By it the next deploy knows the table, whatever was noted (P46).
    expect(template.Outputs?.RestoredTable).toEqual({ Value: 'mailwright-prod-again' });
    expect(synthesize(production).Outputs?.RestoredTable).toBeUndefined();
  });

  test.each([
    [{ tableStream: '' }, 'context table needs tableStream'],
    [{ table: 'mailwright-test-again' }, 'context table must start with mailwright-prod-'],
    [
      { table: 'mailwright-prod-other' },
      "context tableStream must be the ARN of mailwright-prod-other's stream",
    ],
    [{ capacity: 'provisioned', peakSendsPerSecond: '9' }, 'context table: capacity=provisioned'],
  ])('with %j it does not start', (context, message) => {
    expect(() => configOf({ ...restored, ...context } as Record<string, string>)).toThrow(message);
  });
});
