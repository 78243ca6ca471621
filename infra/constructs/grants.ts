import { Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { stageTag } from '../../shared/aws/stage-tag.ts';
import { queuesOfGrant } from '../chains.ts';
import type { Config } from '../config.ts';
import type { Grant, Rights } from '../function-spec.ts';
import { objectStatements, tableStatements } from './data-grants.ts';
import { drainStatements } from './drains.ts';
import { keyStatements } from './key.ts';
import type { Queues } from './queues.ts';
import type { Schedules } from './schedules.ts';
import type { Sending } from './sending.ts';

export type Resources = {
  config: Config;
  table: ITable;
  bodies: Bucket;
  queues: Queues;
  sending: Sending;
  schedules: Schedules;
  /** Undefined: the deployment does without one (P30). */
  key: Key | undefined;
  /** The functions that are made by now, by their names. */
  functions: Record<string, Alias>;
};

/** Gives a function's role exactly the rights that its row in `infra/functions.ts` names. */
export function grantAll(role: Role, spec: Rights, resources: Resources): void {
  const { table, objects = {}, grants } = spec;
  for (const one of tableStatements(table, resources.table)) role.addToPolicy(one);
  for (const one of objectStatements(objects, resources.bodies)) role.addToPolicy(one);
  for (const one of keyStatements(resources.key, spec)) role.addToPolicy(one);
  for (const grant of grants) {
    for (const one of statements(grant, Stack.of(role), resources)) role.addToPolicy(one);
  }
  if (grants.includes('schedules:write')) role.addToPolicy(passScheduleRole(resources.schedules));
  const byPrefix = Object.keys(objects).map(
    (prefix): Wildcard => [`Resource::<BODIES>/${prefix}/*`, eachObject],
  );
  const byGrant = grants.flatMap((grant) => wildcards[grant] ?? []);
  for (const [finding, reason] of [...byPrefix, ...byGrant]) {
    Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[${spell(finding, resources)}]`, reason });
  }
}

/** What one grant allows; sending names two kinds of resources, and a condition that only one of them fulfils. */
function statements(grant: Grant, stack: Stack, resources: Resources): PolicyStatement[] {
  if (grant === 'ses:send') return sendAs(stack, resources, '*');
  if (grant === 'ses:notify') return sendAs(stack, resources, resources.config.sandboxDomain);
  if (grant === 'ses:identities') return changeIdentities(stack, resources);
  if (grant === 'secrets:seal' || grant === 'secrets:open') {
    const action = grant === 'secrets:seal' ? 'kms:GenerateDataKey' : 'kms:Decrypt';
    return resources.key ? [ofDomain(action, resources.key)] : [];
  }
  if (grant === 'queues:drain') return drainStatements(resources);
  if (grant === 'sms:send') return resources.config.sms === 'sns' ? [publishTexts(stack)] : [];
  if (grant === 'oidc:secret')
    return resources.config.oidcSecretArn ? [readSecret(resources.config.oidcSecretArn)] : [];
  if (isSend(grant))
    return [sendTo(...queuesOfGrant[grant].map((name) => resources.queues[name].queue.queueArn))];
  return [statement(grant, stack, resources)];
}

type Send = keyof typeof queuesOfGrant;

const isSend = (grant: Grant): grant is Send => grant in queuesOfGrant;

/**
 * Sending as an identity of this stage: a test stage in the same AWS account must not send as production (P20).
 * Without the domain that notices come from, nothing. Where SES does not compare the tag, `sendCondition=none` (P44).
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
      ...(config.sendCondition === 'tag' && {
        conditions: { StringEquals: { [`aws:ResourceTag/${stageTag}`]: config.stage } },
      }),
    }),
    new PolicyStatement({
      actions,
      resources: [...sending.configurationSetArns, ...(identity === '*' ? [tenantsOf(stack)] : [])],
    }),
  ];
}

/** A phone number has no ARN: everything but topics, which have one (U62). */
const publishTexts = (stack: Stack) =>
  new PolicyStatement({
    actions: ['sns:Publish'],
    notResources: [`arn:${stack.partition}:sns:*:*:*`],
  });

const readSecret = (arn: string) =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [arn] });

const identitiesOf = (stack: Stack) =>
  stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });

const tenantsOf = (stack: Stack) =>
  stack.formatArn({ service: 'ses', resource: 'tenant', resourceName: '*' });

/** Identities are made with our tags, and only those of this stage are changed or removed (A2). */
function changeIdentities(stack: Stack, { config, sending }: Resources): PolicyStatement[] {
  const tagged = (kind: 'RequestTag' | 'ResourceTag') => ({
    StringEquals: { [`aws:${kind}/${stageTag}`]: config.stage },
  });
  const identities = identitiesOf(stack);
  return [
    new PolicyStatement({
      actions: ['ses:CreateEmailIdentity', 'ses:CreateTenant', 'ses:TagResource'],
      resources: [identities, tenantsOf(stack), ...sending.configurationSetArns],
      conditions: tagged('RequestTag'),
    }),
    new PolicyStatement({
      actions: [
        'ses:DeleteEmailIdentity',
        'ses:PutEmailIdentityDkimSigningAttributes',
        'ses:PutEmailIdentityFeedbackAttributes',
        'ses:PutEmailIdentityMailFromAttributes',
      ],
      resources: [identities],
      conditions: tagged('ResourceTag'),
    }),
    // The tenant of an account may use its identities (P18); SES deletes no identity that a tenant may use.
    new PolicyStatement({
      actions: [
        'ses:CreateTenantResourceAssociation',
        'ses:DeleteTenantResourceAssociation',
        'ses:ListResourceTenants',
      ],
      resources: [tenantsOf(stack), identities, ...sending.configurationSetArns],
    }),
  ];
}

function statement(
  grant: Exclude<
    Grant,
    | Send
    | 'ses:send'
    | 'ses:notify'
    | 'ses:identities'
    | 'secrets:seal'
    | 'secrets:open'
    | 'sms:send'
    | 'oidc:secret'
    | 'queues:drain'
  >,
  stack: Stack,
  { queues, schedules }: Resources,
): PolicyStatement {
  switch (grant) {
    case 'dead-letters:drain':
      return new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
        resources: Object.values(queues).map(({ deadLetters }) => deadLetters.queueArn),
      });
    case 'schedules:write':
      return new PolicyStatement({
        actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule'],
        resources: [anySchedule(stack, schedules)],
      });
    case 'schedules:delete':
      return new PolicyStatement({
        actions: ['scheduler:DeleteSchedule'],
        resources: [anySchedule(stack, schedules)],
      });
    case 'ses:read-identities':
      return new PolicyStatement({
        actions: ['ses:GetEmailIdentity'],
        resources: [identitiesOf(stack)],
      });
    case 'ses:rate':
      return new PolicyStatement({
        actions: ['ses:GetAccount', 'ses:ListEmailIdentities'],
        resources: ['*'],
      });
  }
}

const anySchedule = (stack: Stack, { group }: Schedules): string =>
  stack.formatArn({ service: 'scheduler', resource: 'schedule', resourceName: `${group.ref}/*` });

/** Only for values that were sealed for an account and a domain, both of which KMS logs (A48). */
function ofDomain(action: string, key: Key): PolicyStatement {
  return new PolicyStatement({
    actions: [action],
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

/** What cdk-nag finds, and why it is right. */
type Wildcard = [finding: string, reason: string];

const eachObject = 'Every object is something of its own; the functions that use a prefix use any of it.';

const wildcards: Partial<Record<Grant, Wildcard[]>> = {
  'schedules:write': [
    ['Resource::<SCHEDULES>/*', "A schedule is an email's own; every one of this group is one."],
  ],
  'schedules:delete': [
    ['Resource::<SCHEDULES>/*', "A schedule is an email's own; every one of this group is one."],
  ],
  'ses:send': [
    ['Resource::<SES>:identity/*', 'Customers bring their sending domains at run time.'],
    ['Resource::<SES>:tenant/*', 'Each account gets a tenant of SES at run time.'],
  ],
  'ses:read-identities': [
    ['Resource::<SES>:identity/*', 'Customers bring their sending domains at run time.'],
  ],
  'ses:identities': [
    ['Resource::<SES>:identity/*', 'Customers bring their sending domains at run time.'],
    ['Resource::<SES>:tenant/*', 'Each account gets a tenant of SES at run time.'],
  ],
  'ses:rate': [['Resource::*', 'SES knows no resource for the quota and the identities of an account.']],
};

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
