import { functions } from '../../infra/functions.ts';
import { type Resource, resourcesOf, synthesize } from './templates.ts';

const core = synthesize();
const lambdas = () => resourcesOf(core, 'AWS::Lambda::Function');

describe('rights', () => {
  /** Actions by role, log writing and the queue that feeds a function left out. */
  function rightsOf(name: string): string[] {
    return statementsOf(name)
      .flatMap(({ Action }) => Action)
      .filter((action) => !action.startsWith('logs:'))
      .sort();
  }

  function statementsOf(name: string): { Action: string[]; Resource: unknown }[] {
    const [roleId] = Object.entries(lambdas())
      .filter(([, { Properties }]) => Properties.FunctionName === `mailwright-dev-${name}`)
      .map(([, { Properties }]) => Properties.Role['Fn::GetAtt'][0]);
    return Object.values(resourcesOf(core, 'AWS::IAM::Policy'))
      .filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
      .flatMap(({ Properties }: Resource) => Properties.PolicyDocument.Statement)
      .map((statement) => ({ ...statement, Action: [statement.Action].flat() }));
  }

  test('public, which anybody may call, reaches neither bodies nor SES nor a queue of emails', () => {
    const beyondTable = rightsOf('public').filter((action) => !action.startsWith('dynamodb:'));
    expect(beyondTable).toEqual(['sqs:SendMessage']);
    expect(JSON.stringify(statementsOf('public'))).not.toMatch(/(deliver|bulk)queue/);
  });

  test('only deliver and attempt-webhook may send mail', () => {
    const senders = Object.keys(functions).filter((name) => rightsOf(name).includes('ses:SendRawEmail'));
    expect(senders).toEqual(['deliver', 'attempt-webhook']);
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
        statementsOf(name)
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
