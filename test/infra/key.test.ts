import type { Rights } from '../../infra/function-spec.ts';
import { functions, smtpTask } from '../../infra/functions.ts';
import {
  configOf,
  lambda,
  only,
  production,
  propertiesOf,
  resourcesOf,
  smtpRole,
  statementsOf,
  statementsOfRole,
  synthesize,
} from './templates.ts';

const core = synthesize(production);
const [keyId = ''] = Object.keys(resourcesOf(core, 'AWS::KMS::Key'));
const key = { 'Fn::GetAtt': [keyId, 'Arn'] };
const own = synthesize({ kms: 'aws-owned' });

const conditionOf = (service: string) => ({
  'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com']],
});

describe('one key of the deployment [P30]', () => {
  test('encrypts table, bucket and every queue, and turns each year', () => {
    expect(only(core, 'AWS::KMS::Key').Properties.EnableKeyRotation).toBe(true);
    expect(only(core, 'AWS::DynamoDB::Table').Properties.SSESpecification).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: key,
    });
    const [rule] = only(core, 'AWS::S3::Bucket').Properties.BucketEncryption
      .ServerSideEncryptionConfiguration;
    expect(rule).toEqual({
      BucketKeyEnabled: true,
      ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: key },
    });
    for (const queue of propertiesOf(core, 'AWS::SQS::Queue'))
      expect(queue).toMatchObject({ KmsMasterKeyId: key, KmsDataKeyReusePeriodSeconds: 3600 });
  });

  test('is kept with the data that it encrypts', () => {
    expect(only(core, 'AWS::KMS::Key')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  test("may be used by the account's roles that say so, and by SNS for the feedback topic alone", () => {
    const [account, ...services] = only(core, 'AWS::KMS::Key').Properties.KeyPolicy.Statement;
    expect(account).toMatchObject({ Action: 'kms:*', Effect: 'Allow', Resource: '*' });
    expect(JSON.stringify(account.Principal)).toContain(':root');
    expect(services).toEqual([
      {
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Condition: { ArnEquals: { 'aws:SourceArn': { Ref: expect.stringMatching(/^FeedbackTopic/) } } },
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Resource: '*',
      },
    ]);
  });

  const holders: [string, Rights][] = [...Object.entries(functions), ['smtp', smtpTask]];

  test.each(holders)('%s uses it only through services of its own, or for a domain', (name, spec) => {
    const { objects = {}, queues = [], stream, grants } = spec;
    const all = name === 'smtp' ? statementsOfRole(core, smtpRole(core)[0]) : statementsOf(core, name);
    const statements = all.filter(({ Action }) => String(Action).includes('kms:'));
    const through = statements.filter(({ Condition }) =>
      JSON.stringify(Condition).includes('kms:ViaService'),
    );
    const sends = grants.some((grant) => grant.endsWith(':send') && grant !== 'ses:send');
    const services = [
      'dynamodb',
      ...(Object.keys(objects).length > 0 ? ['s3'] : []),
      ...(sends || stream || queues.length > 0 || grants.includes('dead-letters:drain') ? ['sqs'] : []),
    ];
    if (name === 'docs') return expect(statements).toEqual([]);
    const puts = Object.values(objects).some((actions) => actions.includes('put'));
    expect(through).toEqual([
      {
        Action: ['kms:Decrypt', ...(sends || stream || puts ? ['kms:GenerateDataKey'] : [])],
        Condition: { StringEquals: { 'kms:ViaService': services.map(conditionOf) } },
        Effect: 'Allow',
        Resource: [key],
      },
    ]);
    const byContext = { 'kms:EncryptionContext:account': 'false', 'kms:EncryptionContext:domain': 'false' };
    for (const statement of statements.filter((one) => !through.includes(one)))
      expect(statement).toMatchObject({ Condition: { Null: byContext }, Resource: [key] });
  });

  test("and without one nothing names a key, AWS's own encrypt, and the roles have no right to any", () => {
    expect(resourcesOf(own, 'AWS::KMS::Key')).toEqual({});
    expect(only(own, 'AWS::DynamoDB::Table').Properties.SSESpecification).toEqual({ SSEEnabled: false });
    expect(JSON.stringify(only(own, 'AWS::S3::Bucket').Properties.BucketEncryption)).toContain('AES256');
    for (const queue of propertiesOf(own, 'AWS::SQS::Queue')) expect(queue.SqsManagedSseEnabled).toBe(true);
    expect(JSON.stringify(own)).not.toContain('kms:');
    expect(lambda(own, 'domains').Properties.Environment.Variables.KMS_KEY_ARN).toBeUndefined();
    expect(() => configOf({ kms: 'none' })).toThrow('context kms: own or aws-owned');
  });
});
