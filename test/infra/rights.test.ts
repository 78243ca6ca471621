import { isDeepStrictEqual } from 'node:util';
import { publicRoutes } from '../../functions/public/routes.ts';
import type { Rights } from '../../infra/function-spec.ts';
import { functions, smtpTask } from '../../infra/functions.ts';
import { stageTag } from '../../shared/aws/stage-tag.ts';
import { type Call, callsFrom, callsOf } from './calls/calls.ts';
import { onDrained, sourcesOf, targetOf } from './calls/drained.ts';
import {
  production,
  propertiesOf,
  resourcesOf,
  type Statement,
  smtpRole,
  statementsOf,
  statementsOfRole,
  synthesize,
} from './templates.ts';

const core = synthesize(production);

/** Where the sweep drains the rare queues (P48). */
const small = synthesize({ ...production, lambdaConcurrency: '10' });

/** One action of a statement, on one index, prefix or queue; `on` null: on whatever the action takes. */
type Right = { action: string; on: string[] | null };

const keysOf = (condition: object | undefined): string[] | undefined =>
  (condition as Record<string, Record<string, string[]>> | undefined)?.['ForAllValues:StringLike']?.[
    'dynamodb:LeadingKeys'
  ];

function rightsIn({ Action, Resource, Condition }: Statement): Right[] {
  return Action.flatMap((action): Right[] => {
    if (action.startsWith('dynamodb:')) {
      const on = keysOf(Condition)?.filter((key) => !key.endsWith('*')) ?? null;
      const indexes = Resource.map((one) => /index\/(\w+)/.exec(JSON.stringify(one))?.[1]);
      return indexes.map((index) => ({ action: index ? `${action}:${index}` : action, on }));
    }
    const onTargets = /^s3:\w+Object$|^sqs:/.test(action);
    return [{ action, on: onTargets ? Resource.map(targetOf) : null }];
  });
}

/** The queues by the variables that have their URLs. */
const queueNames: Record<string, string> = {
  ADVANCE_QUEUE_URL: 'advancerun',
  BULK_QUEUE_URL: 'bulk',
  DELIVER_QUEUE_URL: 'deliver',
  DOMAIN_TASK_QUEUE_URL: 'domaintasks',
  FEEDBACK_QUEUE_URL: 'feedback',
  NOTICE_QUEUE_URL: 'notices',
  RECEIVE_QUEUE_URL: 'receive',
  REMOVAL_QUEUE_URL: 'tenantremovals',
  WEBHOOK_QUEUE_URL: 'attemptwebhook',
};

const allows = ({ action, on }: Right, call: Call) =>
  action === call.action && (on === null || on.includes(queueNames[call.on] ?? call.on));

/** Calls with a customer's own credentials, into the customer's own AWS account (A48). */
const asCustomer = /^route-?53:/;

/**
 * Rights that go with another: without the list S3 answers 403 where an object is missing, and an identity that is made
 * with tags needs the right to tag.
 */
const implied: Record<string, string> = {
  's3:ListBucket': 's3:GetObject',
  'ses:TagResource': 'ses:CreateEmailIdentity',
};

/** What Lambda itself calls in the function's role to feed it from its queues. */
const polling = [
  'ReceiveMessage',
  'ChangeMessageVisibility',
  'GetQueueUrl',
  'DeleteMessage',
  'GetQueueAttributes',
];

const isPolling = ({ action, on }: Right, queues: string[]) =>
  polling.includes(action.replace('sqs:', '')) && (on ?? []).every((queue) => queues.includes(queue));

/** What Lambda calls to feed it from the stream of the table, and to report what the stream forgot. */
const following = [
  'dynamodb:ListStreams',
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'sqs:SendMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
];

const isFollowing = ({ action, on }: Right) =>
  following.includes(action) &&
  (on === null || action.startsWith('dynamodb:') || on.every((queue) => queue === ''));

/** The key of what the services hold, used by them for the function: `key.test.ts` has these (P30). */
const isThroughServices = ({ Condition }: Statement) =>
  JSON.stringify(Condition ?? {}).includes('kms:ViaService');

/** CDK joins statements of one action: that of the stream's dead letters with the function's own. */
const oneByOne = (right: Right): Right[] =>
  right.on === null ? [right] : right.on.map((each) => ({ ...right, on: [each] }));

const howTo = 'change its row in infra/functions.ts';

/** Every role that code of ours runs in. */
const holders: [name: string, spec: Rights & { open?: true }, template: typeof core][] = [
  ...Object.entries(functions).map(([name, spec]) => [name, spec, core] as (typeof holders)[number]),
  ['smtp', smtpTask, core],
  // What a small quota changes.
  ...Object.entries(functions)
    .filter(([name, { queues }]) => queues !== undefined || name === 'sweep')
    .map(([name, spec]) => [name, spec, small] as (typeof holders)[number]),
];

describe.each(holders)('the calls of %s [P31]', (name, { open = false, queues = [], stream }, template) => {
  const fed = sourcesOf(template);
  const own = queues.map((queue) => queue.name.replaceAll('-', ''));
  const isTask = name === 'smtp';
  const statements = isTask ? statementsOfRole(core, smtpRole(core)[0]) : statementsOf(template, name);
  const polled = own.filter((queue) => fed.includes(queue));
  const rights = statements
    .filter((statement) => !isThroughServices(statement))
    .flatMap(rightsIn)
    .flatMap(oneByOne)
    .filter((right) => !isPolling(right, polled) && !(stream && isFollowing(right)));
  const made = isTask ? callsFrom(['functions/smtp/main.ts']) : callsOf(name, { open });
  const calls = made
    .filter(({ action }) => !asCustomer.test(action))
    .flatMap((call) => onDrained(call, own, fed));

  if (name === 'docs')
    return test('has no right to anything', () => expect([calls, rights]).toEqual([[], []]));

  test('each of them is allowed', () => {
    const missing = calls
      .filter((call) => !rights.some((right) => allows(right, call)))
      .map(
        ({ action, on, via }) => `${name} may not ${action} ${on}, which ${via.join(', ')} calls: ${howTo}`,
      );
    expect(missing).toEqual([]);
  });

  test('nothing is allowed without a call', () => {
    const used = (right: Right) =>
      calls.some((call) => allows(right, call) || implied[right.action] === call.action);
    const unused = rights.filter((right) => !used(right)).map(({ action, on }) => `${action} ${on ?? ''}`);
    expect({ allowed_and_never_called: unused, so: howTo }).toEqual({
      allowed_and_never_called: [],
      so: howTo,
    });
  });
});

describe('rights', () => {
  const rightsOf = (name: string) =>
    statementsOf(core, name)
      .flatMap(({ Action }) => Action)
      .sort();

  test('public, which anyone may call, touches only its items, the payloads of webhooks and one queue [P31]', () => {
    const statements = statementsOf(core, 'public').filter((statement) => !isThroughServices(statement));
    for (const { Action, Condition } of statements) {
      if (Action[0]?.startsWith('dynamodb:'))
        expect(Condition).toEqual({
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': expect.any(Array) },
        });
    }
    const written = statements.filter(({ Action }) => /Put|Update|Delete/.test(String(Action)));
    expect(JSON.stringify(written)).not.toMatch(/"(ACC|KEY|SMTP|DOM|LIMIT|SECRET)[#"]/);
    expect(rightsOf('public').filter((action) => !/^(dynamodb|kms):/.test(action))).toEqual([
      's3:PutObject',
      'sqs:SendMessage',
    ]);
    const put = statements.filter(({ Action }) => String(Action) === 's3:PutObject');
    expect(put.flatMap(({ Resource }) => Resource.map(targetOf))).toEqual(['events']);
    expect(JSON.stringify(statements)).not.toMatch(/(deliver|bulk)queue/);
  });

  test('no route of public asks for a key, so that its role may do without keys [P31]', () => {
    expect(publicRoutes.filter(({ scope }) => scope !== null)).toEqual([]);
  });

  test('only deliver and notices may send mail', () => {
    const senders = Object.keys(functions).filter((name) =>
      statementsOf(core, name).some(({ Action }) => [Action].flat().includes('ses:SendRawEmail')),
    );
    expect(senders).toEqual(['deliver', 'notices']);
  });

  const sends = (name: string, context: Record<string, string> = production) =>
    statementsOf(synthesize(context), name).filter(({ Action }) =>
      [Action].flat().includes('ses:SendRawEmail'),
    );
  const from = (...patterns: string[]) => ({ StringLike: { 'ses:FromAddress': patterns } });

  test('a recipient whose identity SES asks for, too, is in reach of deliver and notices [P52]', () => {
    for (const name of ['deliver', 'notices']) {
      const [asIdentity] = sends(name);
      expect(JSON.stringify(asIdentity?.Resource)).toContain('identity/*');
    }
    expect(sends('notices')[0]?.Condition).toEqual(from('*@sandbox.mail.example.com'));
    expect(sends('notices', {})).toEqual([]);
  });

  test('mail is sent from any domain, or from those that the stage names, and no tag is asked for [P53]', () => {
    expect(sends('deliver')[0]?.Condition).toBeUndefined();
    const named = { ...production, sendFrom: 'Example.org,*.example.net' };
    expect(sends('deliver', named)[0]?.Condition).toEqual(
      from('*@example.org', '*@*.example.net', '*@sandbox.mail.example.com'),
    );
    expect(() => synthesize({ ...production, sendFrom: 'a@example.org' })).toThrow('context sendFrom');
    const senders = ['deliver', 'notices'].flatMap((name) => sends(name));
    expect(JSON.stringify(senders)).not.toContain('aws:ResourceTag');
  });

  test('the sandbox identity has the tag of its stage [P20]', () => {
    const [sandbox] = propertiesOf(core, 'AWS::SES::EmailIdentity');
    expect(sandbox?.Tags).toContainEqual({ Key: stageTag, Value: 'prod' });
    expect(sandbox?.FeedbackAttributes).toEqual({ EmailForwardingEnabled: false });
  });

  test('only domain-tasks makes identities, with the tag of the stage, and changes those that have it [A2]', () => {
    const changing = Object.keys(functions).filter((name) =>
      rightsOf(name).some((action) => /Identity/.test(action) && action !== 'ses:GetEmailIdentity'),
    );
    expect(changing).toEqual(['domain-tasks']);
    const prod = synthesize(production);
    const conditions = statementsOf(prod, 'domain-tasks').flatMap(({ Action, Condition }) =>
      Action.some((action) => /^ses:(Create|Delete|Put)\w*Identity/.test(action)) ? [Condition] : [],
    );
    expect(conditions).toEqual(
      ['RequestTag', 'ResourceTag'].map((kind) => ({
        StringEquals: { [`aws:${kind}/${stageTag}`]: 'prod' },
      })),
    );
  });

  test('only deliver, domains, domain-tasks and dashboard decrypt, for an account and a domain; none where AWS owns the key [A48, N27]', () => {
    const named = { 'kms:EncryptionContext:account': 'false', 'kms:EncryptionContext:domain': 'false' };
    const openers = (template: typeof core) =>
      Object.keys(functions).filter((name) =>
        statementsOf(template, name).some(
          ({ Action, Condition }) =>
            Action.includes('kms:Decrypt') && isDeepStrictEqual(Condition, { Null: named }),
        ),
      );
    expect(openers(core).sort()).toEqual(['dashboard', 'deliver', 'domain-tasks', 'domains']);
    expect(openers(synthesize({ kms: 'aws-owned' }))).toEqual([]);
  });

  test('no function may scan or administrate the table, and no action is a wildcard', () => {
    const actions = new Set(Object.keys(functions).flatMap(rightsOf));
    const dynamo =
      /^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams|BatchGetItem|BatchWriteItem|ConditionCheckItem|DeleteItem|GetItem|PutItem|Query|UpdateItem)$/;
    expect([...actions].filter((action) => action.startsWith('dynamodb:') && !dynamo.test(action))).toEqual(
      [],
    );
    expect([...actions].filter((action) => action.includes('*'))).toEqual([]);
  });

  test('wildcards are objects below a prefix, the schedules of the group, the identities and tenants of SES, and its quota', () => {
    const wild = new Set(
      Object.keys(functions).flatMap((name) =>
        statementsOf(core, name)
          .filter(({ Resource }) => JSON.stringify(Resource).includes('*'))
          .flatMap(({ Action }) => Action),
      ),
    );
    expect([...wild].sort()).toEqual([
      'dynamodb:ListStreams',
      's3:DeleteObject',
      's3:GetObject',
      's3:PutObject',
      'scheduler:CreateSchedule',
      'scheduler:DeleteSchedule',
      'scheduler:UpdateSchedule',
      'ses:CreateEmailIdentity',
      'ses:CreateTenant',
      'ses:CreateTenantResourceAssociation',
      'ses:DeleteEmailIdentity',
      'ses:DeleteTenantResourceAssociation',
      'ses:GetAccount',
      'ses:GetEmailIdentity',
      'ses:ListEmailIdentities',
      'ses:ListResourceTenants',
      'ses:PutEmailIdentityDkimSigningAttributes',
      'ses:PutEmailIdentityFeedbackAttributes',
      'ses:PutEmailIdentityMailFromAttributes',
      'ses:SendEmail',
      'ses:SendRawEmail',
      'ses:TagResource',
    ]);
    const whole = Object.keys(functions).flatMap((name) =>
      statementsOf(core, name).filter(
        ({ Action, Resource }) => /^s3:/.test(String(Action)) && /"\/\*"/.test(JSON.stringify(Resource)),
      ),
    );
    expect(whole).toEqual([]);
  });

  test('the role of schedules is assumed only for schedules of our group [P28]', () => {
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

  test("the scheduler's role may send to the queues of emails and of runs, which are encrypted, and nothing else", () => {
    const [policy] = Object.entries(resourcesOf(core, 'AWS::IAM::Policy'))
      .filter(([id]) => id.startsWith('ScheduleRole'))
      .map(([, { Properties }]) => Properties.PolicyDocument.Statement);
    expect(policy).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: ['advancerun', 'bulk', 'deliver'].map((name) => ({
          'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${name}queue`)), 'Arn'],
        })),
      },
      {
        Effect: 'Allow',
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Condition: {
          StringEquals: {
            'kms:ViaService': [{ 'Fn::Join': ['', ['sqs.', { Ref: 'AWS::Region' }, '.amazonaws.com']] }],
          },
        },
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] },
      },
    ]);
  });
});
