import { readFileSync } from 'node:fs';
import { callsFrom, commandsFrom } from './calls/calls.ts';
import { production, propertiesOf, synthesize } from './templates.ts';

type Statement = {
  Sid: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};

const page = readFileSync('docs/operations/rights.md', 'utf8');

/** The statements of one of the policies of docs/operations/rights.md. */
function policyOf(name: string): Statement[] {
  const [, text = ''] = new RegExp(`\`\`\`json ${name}\n(.*?)\n\`\`\``, 's').exec(page) ?? [];
  return JSON.parse(text).Statement;
}

const list = (value: string | string[]): string[] => [value].flat();
const actionsOf = (statements: Statement[]) => statements.flatMap(({ Action }) => list(Action));

/** Every caller may ask who it is. */
const free = ['sts:GetCallerIdentity'];

test('deploy may do what it calls, assume the roles of the bootstrap, and nothing more [P40]', () => {
  const called = commandsFrom(['infra/deploy/main.ts']).filter((action) => !free.includes(action));
  expect(actionsOf(policyOf('deploy')).sort()).toEqual([...called, 'sts:AssumeRole'].sort());
});

test('stop-sending and its neighbors may do what they call, and nothing more [P57]', () => {
  const called = commandsFrom(['tools/admin/switch-sending.ts', 'tools/admin/import-ses-suppressions.ts']);
  // What `admin` may do anyway.
  const own = called.filter((action) => !actionsOf(policyOf('admin')).includes(action));
  expect(actionsOf(policyOf('stop-sending')).sort()).toEqual(own.sort());
});

/** S3's names of what a command asks for. */
const ofBucket: Record<string, string> = {
  's3:DeleteObjects': 's3:DeleteObjectVersion',
  's3:ListObjectVersions': 's3:ListBucketVersions',
};

test('destroy may do what it calls, and nothing more [P47]', () => {
  const called = commandsFrom(['infra/destroy/main.ts'])
    .filter((action) => !free.includes(action))
    .map((one) => ofBucket[one] ?? one);
  // A group takes its schedules along.
  const allowed = [...called, 'scheduler:DeleteSchedule'].sort();
  expect(actionsOf(policyOf('destroy')).sort()).toEqual([...new Set(allowed)]);
});

/** `dynamodb:PutItem ACC`, or `dynamodb:Query:gsi1 LIST` of an index, for each key that a statement allows. */
function rightsOn({ Action, Resource, Condition }: Statement): string[] {
  // A scan has no leading key.
  const scans = list(Action).filter((action) => action === 'dynamodb:Scan');
  const keys = list(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []);
  const [, index = ''] = /\/index(\/\w+)$/.exec(String(Resource)) ?? [];
  const actions = list(Action).map((action) => `${action}${index.replace('/', ':')}`);
  return [...scans.map((action) => `${action} `), ...rightsOfKeys(actions, keys)];
}

function rightsOfKeys(actions: Statement['Action'], keys: string[]): string[] {
  return list(actions).flatMap((action) => keys.map((key) => `${action} ${key.replace('#*', '')}`));
}

/** What each method of `shared/aws/identities.ts` that an operator's command uses asks of SES. */
const identityCalls: Record<string, string[]> = {
  get: ['ses:GetEmailIdentity'],
  adopt: ['ses:TagResource', 'ses:PutEmailIdentityFeedbackAttributes'],
  deleteTenant: ['ses:DeleteTenant'],
};

/** What the code of a command asks of SES. */
function identityActions(file: string): string[] {
  const methods = [...readFileSync(file, 'utf8').matchAll(/\bidentities\.(\w+)\(/g)];
  const used = new Set(methods.map(([, method = '']) => method));
  return [...used].flatMap((method) => identityCalls[method] ?? [method]).sort();
}

/** What only delete-account does, which has a policy of its own (N24). */
const deletes = /^account_removals\.(emptyTable|emptyBucket|end)$/;

test('admin and doctor may do what they call, on the items that they call it for, and nothing more [P40]', () => {
  const policy = policyOf('admin');
  const all = callsFrom(['tools/admin/commands.ts', 'tools/admin/doctor/examine.ts']);
  const called = all.filter(({ via }) => !via.every((method) => deletes.test(method)));
  expect(policy.flatMap(rightsOn).sort()).toEqual(called.map(({ action, on }) => `${action} ${on}`).sort());
  const ses = actionsOf(policy).filter((action) => action.startsWith('ses:'));
  expect(ses.sort()).toEqual(identityActions('shared/domain/domains/adopt-domain.ts'));
});

test('delete-account may besides delete any item and object of the deployment, and nothing more [N24]', () => {
  const deleting = callsFrom(['tools/admin/account-commands.ts']).filter(({ via }) =>
    via.some((method) => deletes.test(method)),
  );
  const usual = actionsOf(policyOf('admin'));
  const items = new Set(deleting.map(({ action }) => action));
  const more = [...items].filter((action) => !usual.includes(action) || action.endsWith('BatchWriteItem'));
  const objects = ['s3:DeleteObject', 's3:ListBucket'];
  const tenant = identityActions('shared/domain/accounts/delete-account.ts');
  expect(tenant).toEqual(['ses:DeleteTenant']);
  expect(actionsOf(policyOf('delete-account')).sort()).toEqual([...more, ...objects, ...tenant].sort());
});

/** The services of CloudFormation's types by the names that IAM has for them. */
const services: Record<string, string> = {
  ApiGatewayV2: 'apigateway',
  ApplicationAutoScaling: 'application-autoscaling',
  CertificateManager: 'acm',
};

const stacksOfPolicy = () => [
  synthesize({ ...production, alarmCost: '100' }),
  synthesize(production, 'Smtp'),
  synthesize({ ...production, capacity: 'provisioned', peakSendsPerSecond: '100' }),
];

test('CloudFormation may use the services of the stacks, and no other [P40]', () => {
  const stacks = stacksOfPolicy();
  const types = stacks.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type));
  const used = types.map((type) => {
    const [, service = ''] = type.split('::');
    return services[service] ?? service.toLowerCase().replace(/v2$/, '');
  });
  const allowed = actionsOf(policyOf('cloudformation')).map((action) => action.split(':')[0] ?? '');
  expect([...new Set(allowed)].sort()).toEqual([...new Set(used)].sort());
});

test('CloudFormation may do what Application Auto Scaling asks of who makes a scaling policy [P40]', () => {
  const targets = stacksOfPolicy().flatMap((stack) =>
    propertiesOf(stack, 'AWS::ApplicationAutoScaling::ScalableTarget'),
  );
  expect(targets.length).toBeGreaterThan(1);
  // Its alarms are named by the table and the service, and it asks for them without a name first.
  const [unnamed] = policyOf('cloudformation').filter(({ Resource }) => Resource === '*');
  const alarms = ['cloudwatch:DeleteAlarms', 'cloudwatch:DescribeAlarms', 'cloudwatch:PutMetricAlarm'];
  expect(unnamed?.Action).toEqual(expect.arrayContaining(alarms));
  const [passes] = policyOf('cloudformation').filter(({ Action }) => list(Action).includes('iam:PassRole'));
  const role = String(passes?.Resource).split('role/')[1]?.replaceAll('*', '.*');
  for (const { RoleARN } of targets) expect(JSON.stringify(RoleARN)).toMatch(new RegExp(`role/${role}`));
});

test('it makes roles of the stack only, and keys, tables and buckets by the name of the stage [P40]', () => {
  const iam = policyOf('cloudformation').filter(({ Action }) =>
    list(Action).some((action) => action.startsWith('iam:')),
  );
  expect(iam.flatMap(({ Resource }) => list(Resource))).toEqual([
    'arn:aws:iam::<ACCOUNT>:role/mailwright-<STAGE>-*',
    'arn:aws:iam::<ACCOUNT>:role/aws-service-role/*',
    'arn:aws:iam::<ACCOUNT>:role/aws-service-role/*.application-autoscaling.amazonaws.com/*',
  ]);
  expect(actionsOf(policyOf('cloudformation'))).not.toContain('*');
});

test('CloudFormation uses its role itself: no condition on what calls it holds there [P48]', () => {
  expect(JSON.stringify(policyOf('cloudformation'))).not.toContain('aws:CalledVia');
  const [network] = policyOf('cloudformation').filter(({ Action }) => list(Action).includes('ecs:*'));
  expect(network?.Condition).toEqual({ StringEquals: { 'aws:RequestedRegion': '<REGION>' } });
});
