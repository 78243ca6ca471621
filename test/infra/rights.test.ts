import { functions } from '../../infra/functions.ts';
import { stageTag } from '../../shared/aws/identities.ts';
import { production, propertiesOf, resourcesOf, statementsOf, synthesize } from './templates.ts';

const core = synthesize();

describe('rights', () => {
  const rightsOf = (name: string) =>
    statementsOf(core, name)
      .flatMap(({ Action }) => Action)
      .sort();

  test('public, which anybody may call, reaches neither bodies nor SES nor a queue of emails', () => {
    const beyondTable = rightsOf('public').filter((action) => !action.startsWith('dynamodb:'));
    expect(beyondTable).toEqual(['sqs:SendMessage']);
    expect(JSON.stringify(statementsOf(core, 'public'))).not.toMatch(/(deliver|bulk)queue/);
  });

  test('only deliver and attempt-webhook may send mail', () => {
    const prod = synthesize(production);
    const senders = Object.keys(functions).filter((name) =>
      statementsOf(prod, name).some(({ Action }) => [Action].flat().includes('ses:SendRawEmail')),
    );
    expect(senders).toEqual(['deliver', 'attempt-webhook']);
  });

  test('P20: mail is sent as identities of this stage only, and notices as the sandbox identity only', () => {
    const prod = synthesize(production);
    const sends = (name: string) =>
      statementsOf(prod, name).filter(({ Action }) => [Action].flat().includes('ses:SendRawEmail'));
    const condition = { StringEquals: { [`aws:ResourceTag/${stageTag}`]: 'prod' } };
    for (const [name, identity] of [
      ['deliver', 'identity/*'],
      ['attempt-webhook', 'identity/sandbox.mail.example.com'],
    ] as const) {
      const [asIdentity, withSet, ...more] = sends(name);
      expect(more).toEqual([]);
      expect(asIdentity?.Condition).toEqual(condition);
      expect(JSON.stringify(asIdentity?.Resource)).toContain(identity);
      expect(JSON.stringify(withSet?.Resource)).not.toContain('identity/');
    }
    expect(statementsOf(core, 'attempt-webhook').flatMap(({ Action }) => Action)).not.toContain(
      'ses:SendRawEmail',
    );
    const [sandbox] = propertiesOf(prod, 'AWS::SES::EmailIdentity');
    expect(sandbox?.Tags).toEqual([{ Key: stageTag, Value: 'prod' }]);
    expect(sandbox?.FeedbackAttributes).toEqual({ EmailForwardingEnabled: false });
  });

  test('nobody may scan or administrate the table', () => {
    const actions = new Set(Object.keys(functions).flatMap(rightsOf));
    expect([...actions].filter((action) => action.startsWith('dynamodb:')).sort()).toEqual(
      [
        'dynamodb:BatchGetItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ].sort(),
    );
    expect([...actions].filter((action) => action.includes('*'))).toEqual([]);
  });

  test('wildcards are the objects of the bucket, the schedules of the group, the identities of SES, its quota and its list', () => {
    const wild = new Set(
      Object.keys(functions).flatMap((name) =>
        statementsOf(core, name)
          .filter(({ Resource }) => JSON.stringify(Resource).includes('*'))
          .map(({ Action }) => Action.sort().join()),
      ),
    );
    expect([...wild].sort()).toEqual(
      [
        's3:GetObject,s3:ListBucket',
        's3:DeleteObject,s3:PutObject',
        'scheduler:CreateSchedule,scheduler:DeleteSchedule,scheduler:UpdateSchedule',
        'ses:SendEmail,ses:SendRawEmail',
        'ses:DeleteSuppressedDestination',
        'ses:GetSendQuota',
      ].sort(),
    );
  });

  test('P28: the role of schedules is assumed only for schedules of our group', () => {
    const [group] = Object.keys(resourcesOf(core, 'AWS::Scheduler::ScheduleGroup'));
    const [, role] =
      Object.entries(resourcesOf(core, 'AWS::IAM::Role')).find(([id]) => id.startsWith('ScheduleRole')) ?? [];
    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
          },
        },
      },
    ]);
  });

  test("the scheduler's role may send to the two queues of emails and nothing else", () => {
    const [policy] = Object.entries(resourcesOf(core, 'AWS::IAM::Policy'))
      .filter(([id]) => id.startsWith('ScheduleRole'))
      .map(([, { Properties }]) => Properties.PolicyDocument.Statement);
    expect(policy).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: ['bulk', 'deliver'].map((name) => ({
          'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${name}queue`)), 'Arn'],
        })),
      },
    ]);
  });
});
