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
  /** Undefined if the deployment has no key. */
  key: Key | undefined;
  /** The functions created so far, by name. */
  functions: Record<string, Alias>;
};

/** Gives a function's role exactly the permissions in its row of `infra/functions.ts`. */
export function grantAll(role: Role, spec: Rights, resources: Resources): void {
  const { table, objects = {}, grants } = spec;
  const all = [
    ...tableStatements(table, resources.table),
    ...objectStatements(objects, resources.bodies),
    ...keyStatements(resources.key, spec),
    ...grants.flatMap((grant) => statementsOf(grant, Stack.of(role), resources)),
    ...(grants.includes('schedules:write') ? [passScheduleRole(resources.schedules)] : []),
  ];
  for (const one of all) role.addToPolicy(one);
  const byPrefix = Object.keys(objects).map(
    (prefix): Wildcard => [`Resource::<BODIES>/${prefix}/*`, eachObject],
  );
  const byGrant = grants.flatMap((grant) => wildcards[grant] ?? []);
  for (const [finding, reason] of [...byPrefix, ...byGrant])
    Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[${spell(finding, resources)}]`, reason });
}

type Conditions = Record<string, Record<string, string | string[]>>;

const allow = (actions: string[], resources: string[], conditions?: Conditions) =>
  new PolicyStatement({ actions, resources, conditions });

type Send = keyof typeof queuesOfGrant;

const isSend = (grant: Grant): grant is Send => grant in queuesOfGrant;

function statementsOf(grant: Grant, stack: Stack, resources: Resources): PolicyStatement[] {
  if (!isSend(grant)) return others[grant](stack, resources);
  const queues = queuesOfGrant[grant].map((name) => resources.queues[name].queue.queueArn);
  return [allow(['sqs:SendMessage'], queues)];
}

/** The permissions of each grant other than sending to a queue. */
const others: Record<Exclude<Grant, Send>, (stack: Stack, resources: Resources) => PolicyStatement[]> = {
  'ses:send': (stack, resources) => {
    const { sendFrom, sandboxDomain } = resources.config;
    return sendAs(stack, resources, sendFrom && [...sendFrom, ...(sandboxDomain ? [sandboxDomain] : [])]);
  },
  'ses:notify': (stack, resources) => {
    const { sandboxDomain } = resources.config;
    return sandboxDomain ? sendAs(stack, resources, [sandboxDomain]) : [];
  },
  'ses:identities': changeIdentities,
  'ses:read-identities': (stack) => [allow(['ses:GetEmailIdentity'], [identitiesOf(stack)])],
  'ses:rate': () => [allow(['ses:GetAccount', 'ses:ListEmailIdentities'], ['*'])],
  'secrets:seal': (_, { key }) => (key ? [ofDomain('kms:GenerateDataKey', key)] : []),
  'secrets:open': (_, { key }) => (key ? [ofDomain('kms:Decrypt', key)] : []),
  'oidc:secret': (_, { config: { oidcSecretArn: arn } }) =>
    arn ? [allow(['secretsmanager:GetSecretValue'], [arn])] : [],
  // A phone number has no ARN: allows everything except topics, which have one (U62).
  'sms:send': ({ partition }, { config }) =>
    config.sms === 'sns'
      ? [new PolicyStatement({ actions: ['sns:Publish'], notResources: [`arn:${partition}:sns:*:*:*`] })]
      : [],
  'queues:drain': (_, resources) => drainStatements(resources),
  'dead-letters:drain': (_, { queues }) => {
    const deadLetters = Object.values(queues).map((queue) => queue.deadLetters.queueArn);
    return [allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'], deadLetters)];
  },
  'schedules:write': (stack, { schedules }) => [
    allow(['scheduler:CreateSchedule', 'scheduler:UpdateSchedule'], [anySchedule(stack, schedules)]),
  ],
  'schedules:delete': (stack, { schedules }) => [
    allow(['scheduler:DeleteSchedule'], [anySchedule(stack, schedules)]),
  ],
};

/**
 * Allows sending from these domains, or from any if undefined. The condition uses the From address, because
 * sending calls support no tag condition. Covers all identities: SES's sandbox also checks the recipient's.
 */
function sendAs(stack: Stack, { sending }: Resources, domains: string[] | undefined): PolicyStatement[] {
  const actions = ['ses:SendEmail', 'ses:SendRawEmail'];
  const from = domains && { StringLike: { 'ses:FromAddress': domains.map((domain) => `*@${domain}`) } };
  return [
    allow(actions, [identitiesOf(stack)], from),
    allow(actions, [...sending.configurationSetArns, tenantsOf(stack)]),
  ];
}

const ofSes = (stack: Stack, resource: 'identity' | 'tenant', resourceName: string) =>
  stack.formatArn({ service: 'ses', resource, resourceName });

const identitiesOf = (stack: Stack) => ofSes(stack, 'identity', '*');
const tenantsOf = (stack: Stack) => ofSes(stack, 'tenant', '*');

/** New identities get our tags. Only this stage's identities can be changed or removed. */
function changeIdentities(stack: Stack, { config, sending }: Resources): PolicyStatement[] {
  const tagged = (kind: 'RequestTag' | 'ResourceTag') => ({
    StringEquals: { [`aws:${kind}/${stageTag}`]: config.stage },
  });
  const identities = identitiesOf(stack);
  const all = [tenantsOf(stack), identities, ...sending.configurationSetArns];
  return [
    allow(['ses:CreateEmailIdentity', 'ses:CreateTenant', 'ses:TagResource'], all, tagged('RequestTag')),
    allow(
      [
        'ses:DeleteEmailIdentity',
        'ses:PutEmailIdentityDkimSigningAttributes',
        'ses:PutEmailIdentityFeedbackAttributes',
        'ses:PutEmailIdentityMailFromAttributes',
      ],
      [identities],
      tagged('ResourceTag'),
    ),
    // An account's tenant can use its identities (P18); SES doesn't delete an identity that a tenant may use.
    allow(
      [
        'ses:CreateTenantResourceAssociation',
        'ses:DeleteTenantResourceAssociation',
        'ses:ListResourceTenants',
      ],
      all,
    ),
  ];
}

const anySchedule = (stack: Stack, { group }: Schedules): string =>
  stack.formatArn({ service: 'scheduler', resource: 'schedule', resourceName: `${group.ref}/*` });

/**
 * A schedule sends with its own role. A function that creates schedules can pass this role only to the
 * Scheduler.
 */
const passScheduleRole = ({ role }: Schedules) =>
  allow(['iam:PassRole'], [role.roleArn], {
    StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
  });

/** Only for values sealed for an account and a domain, both of which KMS logs. */
const ofDomain = (action: string, { keyArn }: Key) =>
  allow([action], [keyArn], {
    Null: { 'kms:EncryptionContext:account': 'false', 'kms:EncryptionContext:domain': 'false' },
  });

/** A cdk-nag finding, and why it is accepted. */
type Wildcard = [finding: string, reason: string];

const eachObject =
  'Object names are not known in advance. A function that uses a prefix needs every object under it.';
const eachSchedule: Wildcard = [
  'Resource::<SCHEDULES>/*',
  "A schedule is an email's own; every one of this group is one.",
];
const eachIdentity: Wildcard = [
  'Resource::<SES>:identity/*',
  "Customers bring their sending domains at run time, and SES's sandbox asks for the recipient's identity.",
];
const eachTenant: Wildcard = ['Resource::<SES>:tenant/*', 'Each account gets a tenant of SES at run time.'];

const wildcards: Partial<Record<Grant, Wildcard[]>> = {
  'schedules:write': [eachSchedule],
  'schedules:delete': [eachSchedule],
  'ses:send': [eachIdentity, eachTenant],
  'ses:notify': [eachIdentity, eachTenant],
  'ses:read-identities': [eachIdentity],
  'ses:identities': [eachIdentity, eachTenant],
  'ses:rate': [['Resource::*', 'SES knows no resource for the quota and the identities of an account.']],
};

/** cdk-nag names a finding by the ARN as written in the template. */
function spell(finding: string, { bodies, schedules }: Resources): string {
  const logicalId = Stack.of(bodies).getLogicalId(bodies.node.defaultChild as CfnBucket);
  const arn = (service: string) => `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>`;
  const group = Stack.of(bodies).getLogicalId(schedules.group);
  return finding
    .replace('<BODIES>', `<${logicalId}.Arn>`)
    .replace('<SES>', arn('ses'))
    .replace('<SCHEDULES>', `${arn('scheduler')}:schedule/<${group}>`);
}
