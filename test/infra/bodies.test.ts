import { functions } from '../../infra/functions.ts';
import { configOf, only, propertiesOf, type Resource, synthesize } from './templates.ts';

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

test('no body ends before its email may have been sent, and no template by its age [H42, Q4, Q18]', () => {
  const { Rules } = only(core, 'AWS::S3::Bucket').Properties.LifecycleConfiguration;
  const ending = Rules.filter((rule: { ExpirationInDays?: number }) => rule.ExpirationInDays !== undefined);
  const days = (name: string) =>
    Object.fromEntries(
      Rules.filter((rule: Record<string, unknown>) => rule[name] !== undefined).map(
        (rule: Record<string, unknown>) => [rule.Prefix, rule[name]],
      ),
    );
  expect(ending.every(({ Status }: { Status: string }) => Status === 'Enabled')).toBe(true);
  expect(days('ExpirationInDays')).toEqual({
    'bodies/': 30,
    'scheduled/': 210,
    'events/': 30,
    'refusals/': 7,
    'attachments/': 30,
    'exports/': 1,
    'import-rows/': 1,
    'received/': 31,
    'ses/': 15,
  });
});

test('old versions of templates, automations and received mail are kept for 30 days, of others for one [P47]', () => {
  const { VersioningConfiguration, LifecycleConfiguration } = only(core, 'AWS::S3::Bucket').Properties;
  expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
  const old = LifecycleConfiguration.Rules.filter(({ Prefix }: { Prefix?: string }) => Prefix).map(
    ({ Prefix, NoncurrentVersionExpiration: { NoncurrentDays } }: Resource['Properties']) => [
      Prefix,
      NoncurrentDays,
    ],
  );
  const prefixes = Object.values(functions).flatMap(({ objects = {} }) => Object.keys(objects));
  expect(Object.fromEntries(old)).toEqual({
    ...Object.fromEntries(prefixes.map((prefix) => [`${prefix}/`, 1])),
    'templates/': 30,
    'automations/': 30,
    'received/': 30,
  });
  const [rest] = LifecycleConfiguration.Rules.filter(({ Prefix }: { Prefix?: string }) => !Prefix);
  expect(rest).toMatchObject({
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    ExpiredObjectDeleteMarker: true,
  });
});

test('the days that a deployment keeps things are its own [H42]', () => {
  const own = synthesize({ bodyDays: '60', webhookLogDays: '14' });
  const { Rules } = only(own, 'AWS::S3::Bucket').Properties.LifecycleConfiguration;
  const ages = Object.fromEntries(
    Rules.map((rule: { Prefix?: string; ExpirationInDays?: number }) => [rule.Prefix, rule.ExpirationInDays]),
  );
  // Mail of a suspended account waits with its files for as long as with its body (N23).
  expect(ages).toMatchObject({ 'bodies/': 60, 'scheduled/': 240, 'attachments/': 60, 'events/': 14 });
  const [fn] = propertiesOf(own, 'AWS::Lambda::Function');
  expect(fn?.Environment.Variables).toMatchObject({
    RETENTION_BODY_DAYS: '60',
    RETENTION_WEBHOOK_LOG_DAYS: '14',
  });
  expect(() => configOf({ emailDays: '2' })).toThrow('context emailDays: whole days, at least 7');
});
