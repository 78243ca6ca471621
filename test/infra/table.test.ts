import { only, synthesize } from './templates.ts';

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
