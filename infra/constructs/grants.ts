import { Stack, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Config } from '../config.ts';
import type { Grant } from '../functions.ts';
import type { Queues } from './queues.ts';
import type { Schedules } from './schedules.ts';
import { type Sending, stageTag } from './sending.ts';
import { indexNames } from './table.ts';

export type Resources = {
  config: Config;
  table: Table;
  bodies: Bucket;
  queues: Queues;
  sending: Sending;
  schedules: Schedules;
  /** Encrypts DKIM keys and stored credentials; undefined: the deployment does without (P30). */
  key: Key | undefined;
};

/** Gives a function's role exactly the rights that its row in `infra/functions.ts` names. */
export function grantAll(role: Role, grants: Grant[], resources: Resources): void {
  for (const grant of grants) {
    for (const one of statements(grant, Stack.of(role), resources)) role.addToPolicy(one);
  }
  if (grants.includes('schedules:write')) role.addToPolicy(passScheduleRole(resources.schedules));
  for (const [grant, finding, reason] of wildcards) {
    const id = `AwsSolutions-IAM5[${spell(finding, resources)}]`;
    if (grants.includes(grant)) Validations.of(role).acknowledge({ id, reason });
  }
}

/** What one grant allows; sending names two kinds of resources, and a condition that only one of them meets. */
function statements(grant: Grant, stack: Stack, resources: Resources): PolicyStatement[] {
  if (grant === 'ses:send') return sendAs(stack, resources, '*');
  if (grant === 'ses:notify') return sendAs(stack, resources, resources.config.sandboxDomain);
  if (grant === 'secrets:open') return resources.key ? [openSecrets(resources.key)] : [];
  return [statement(grant, stack, resources)];
}

/**
 * Sending as an identity of this stage: a test stage in the same AWS account must not send as production (P20).
 * Without the domain that notices come from, nothing.
 */
function sendAs(
  stack: Stack,
  { config, sending }: Resources,
  identity: string | undefined,
): PolicyStatement[] {
  if (identity === undefined) return [];
  const actions = ['ses:SendEmail', 'ses:SendRawEmail'];
  return [
    new PolicyStatement({
      actions,
      resources: [stack.formatArn({ service: 'ses', resource: 'identity', resourceName: identity })],
      conditions: { StringEquals: { [`aws:ResourceTag/${stageTag}`]: config.stage } },
    }),
    new PolicyStatement({ actions, resources: sending.configurationSetArns }),
  ];
}

function statement(
  grant: Exclude<Grant, 'ses:send' | 'ses:notify' | 'secrets:open'>,
  stack: Stack,
  { table, bodies, queues, schedules }: Resources,
): PolicyStatement {
  switch (grant) {
    case 'table':
      return new PolicyStatement({
        actions: tableActions.map((action) => `dynamodb:${action}`),
        resources: [table.tableArn, ...indexNames.map((name) => `${table.tableArn}/index/${name}`)],
      });
    case 'bodies:read':
      // With s3:ListBucket a missing body is 404 NoSuchKey; without it S3 says 403, as for a wrong key.
      return new PolicyStatement({
        actions: ['s3:GetObject', 's3:ListBucket'],
        resources: [bodies.bucketArn, bodies.arnForObjects('*')],
      });
    case 'bodies:write':
      return new PolicyStatement({
        actions: ['s3:PutObject', 's3:DeleteObject'],
        resources: [bodies.arnForObjects('*')],
      });
    case 'deliver:send':
      return sendTo(queues.deliver.queue.queueArn, queues.bulk.queue.queueArn);
    case 'webhook:send':
      return sendTo(queues['attempt-webhook'].queue.queueArn);
    case 'feedback:send':
      return sendTo(queues.feedback.queue.queueArn);
    case 'dead-letters:drain':
      return new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: Object.values(queues).map(({ deadLetters }) => deadLetters.queueArn),
      });
    case 'schedules:write':
      return new PolicyStatement({
        actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
        resources: [
          stack.formatArn({
            service: 'scheduler',
            resource: 'schedule',
            resourceName: `${schedules.group.ref}/*`,
          }),
        ],
      });
    case 'ses:rate':
      return new PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] });
    case 'ses:unsuppress':
      return new PolicyStatement({ actions: ['ses:DeleteSuppressedDestination'], resources: ['*'] });
  }
}

/** No Scan: every question has a key. */
const tableActions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'ConditionCheckItem',
];

/** Only for values that were sealed for an account and a domain, both of which KMS logs (A48). */
function openSecrets(key: Key): PolicyStatement {
  return new PolicyStatement({
    actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
    resources: [key.keyArn],
    conditions: {
      Null: { 'kms:EncryptionContext:account': 'false', 'kms:EncryptionContext:domain': 'false' },
    },
  });
}

/** A schedule sends in a role of its own; a function that makes one may pass this role to the Scheduler only. */
function passScheduleRole({ role }: Schedules): PolicyStatement {
  return new PolicyStatement({
    actions: ['iam:PassRole'],
    resources: [role.roleArn],
    conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
  });
}

function sendTo(...queueArns: string[]): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queueArns });
}

/** Every wildcard that a grant holds, and why. */
const wildcards: [Grant, string, string][] = [
  ['bodies:read', 'Resource::<BODIES>/*', 'A body is an object of its own; every key of this bucket is one.'],
  [
    'bodies:write',
    'Resource::<BODIES>/*',
    'A body is an object of its own; every key of this bucket is one.',
  ],
  [
    'schedules:write',
    'Resource::<SCHEDULES>/*',
    "A schedule is an email's own; every one of this group is one.",
  ],
  ['ses:send', 'Resource::<SES>:identity/*', 'Customers bring their sending domains at run time.'],
  ['ses:rate', 'Resource::*', 'SES knows no resource for the quota of an account.'],
  ['ses:unsuppress', 'Resource::*', 'SES knows no resource for the suppression list of an account.'],
];

/** cdk-nag names a finding by the ARN as the template spells it. */
function spell(finding: string, { bodies, schedules }: Resources): string {
  const logicalId = Stack.of(bodies).getLogicalId(bodies.node.defaultChild as CfnBucket);
  const arn = (service: string) => `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>`;
  const group = Stack.of(bodies).getLogicalId(schedules.group);
  return finding
    .replace('<BODIES>', `<${logicalId}.Arn>`)
    .replace('<SES>', arn('ses'))
    .replace('<SCHEDULES>', `${arn('scheduler')}:schedule/<${group}>`);
}
