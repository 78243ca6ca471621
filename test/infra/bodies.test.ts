import { configOf, only, propertiesOf, synthesize } from './templates.ts';

const core = synthesize();

test('bodies are encrypted and private', () => {
  expect(only(core, 'AWS::S3::Bucket').Properties).toMatchObject({
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
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
    { Prefix: 'import-rows/', ExpirationInDays: 1, Status: 'Enabled' },
    { Prefix: 'received/', ExpirationInDays: 31, Status: 'Enabled' },
    { Prefix: 'ses/', ExpirationInDays: 7, Status: 'Enabled' },
  ]);
});

test('H42: the days that a deployment keeps things are its own', () => {
  const own = synthesize({ bodyDays: '60', webhookLogDays: '14' });
  const { Rules } = only(own, 'AWS::S3::Bucket').Properties.LifecycleConfiguration;
  const ages = Object.fromEntries(
    Rules.map((rule: { Prefix?: string; ExpirationInDays?: number }) => [rule.Prefix, rule.ExpirationInDays]),
  );
  expect(ages).toMatchObject({ 'bodies/': 60, 'scheduled/': 240, 'events/': 14 });
  const [fn] = propertiesOf(own, 'AWS::Lambda::Function');
  expect(fn?.Environment.Variables).toMatchObject({
    RETENTION_BODY_DAYS: '60',
    RETENTION_EMAIL_DAYS: '90',
    RETENTION_EVENT_DAYS: '90',
    RETENTION_WEBHOOK_LOG_DAYS: '14',
  });
  expect(() => configOf({ emailDays: '2' })).toThrow('context emailDays: whole days, 7 at least');
});
