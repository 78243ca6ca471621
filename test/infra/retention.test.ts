import { readFileSync } from 'node:fs';
import {
  assembly,
  configOf,
  only,
  production,
  propertiesOf,
  type Resource,
  resourcesOf,
  synthesize,
} from './templates.ts';

const kept = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
const gone = { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' };
const types = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::Scheduler::ScheduleGroup'];

const policiesOf = ({ DeletionPolicy, UpdateReplacePolicy }: Resource) => ({
  DeletionPolicy,
  UpdateReplacePolicy,
});

describe('a stage that protects data [P2]', () => {
  const core = synthesize(production);

  test.each(types)('keeps its %s, but for what a failed first deploy leaves', (type) => {
    expect(policiesOf(only(core, type))).toEqual(kept);
  });

  test('keeps the logs, and stacks that nobody can delete by accident', () => {
    const logs = Object.values(resourcesOf(core, 'AWS::Logs::LogGroup'));
    expect(logs.length).toBeGreaterThan(0);
    for (const log of logs) expect(policiesOf(log)).toEqual(kept);
    for (const stack of ['Core', 'Smtp']) expect(terminationProtection(production, stack)).toBe(true);
  });

  test('locks table and stacks from the second pass on: a first deploy that fails must be taken back', () => {
    expect(only(core, 'AWS::DynamoDB::Table').Properties.DeletionProtectionEnabled).toBe(true);
    const first = { ...production, firstDeploy: 'true' };
    const table = only(synthesize(first), 'AWS::DynamoDB::Table');
    expect(table.Properties.DeletionProtectionEnabled).toBe(false);
    expect(policiesOf(table)).toEqual(kept);
    const [Core, Smtp] = ['Core', 'Smtp'].map((stack) => terminationProtection(first, stack));
    expect({ Core, Smtp }).toEqual({ Core: false, Smtp: false });
  });
});

describe('a stage that is thrown away [P2]', () => {
  const context = { deletionProtection: 'false' };
  const core = synthesize(context);

  test.each([...types, 'AWS::Logs::LogGroup'])('takes its %s along', (type) => {
    for (const resource of Object.values(resourcesOf(core, type))) expect(policiesOf(resource)).toEqual(gone);
  });

  test('may be deleted', () => {
    expect(only(core, 'AWS::DynamoDB::Table').Properties.DeletionProtectionEnabled).toBe(false);
    expect(terminationProtection(context, 'Core')).toBe(false);
  });
});

/** A name with the id of its stack is another one in each stack. */
const isFixed = (name: unknown) => name !== undefined && !JSON.stringify(name).includes('AWS::StackId');

test('what is kept has no name of its own, so that a new stack can be made beside it [P2]', () => {
  for (const stack of ['Core', 'Smtp']) {
    const named = Object.values(synthesize(production, stack).Resources)
      .filter(({ Type, Properties }) => nameOf(Type).some((name) => isFixed(Properties?.[name])))
      .map(({ Type }) => Type);
    expect([...new Set(named)].sort()).toEqual(namedTypes[stack]);
  }
});

/** The name of an `AWS::SQS::Queue` is its `QueueName`, or plainly its `Name`. */
const nameOf = (type: string) => [`${type.split('::').at(-1)}Name`, 'Name'];

/** Configuration sets are found by name (A20); the names of the others are their own within something else. */
const namedTypes: Record<string, string[]> = {
  Core: [
    'AWS::ApiGatewayV2::Api',
    'AWS::ApiGatewayV2::Stage',
    'AWS::CloudWatch::Alarm',
    'AWS::CloudWatch::Dashboard',
    'AWS::IAM::Policy',
    'AWS::Lambda::Alias',
    'AWS::Logs::QueryDefinition',
    'AWS::Route53::RecordSet',
    'AWS::SES::ConfigurationSet',
    'AWS::SSM::Parameter',
  ],
  Smtp: ['AWS::IAM::Policy', 'AWS::Route53::RecordSet'],
};

test('every log is kept for 30 days, or as long as the context says [P2]', () => {
  const kept = (context: Record<string, string>) =>
    ['Core', 'Smtp'].flatMap((stack) =>
      propertiesOf(synthesize({ ...production, ...context }, stack), 'AWS::Logs::LogGroup').map(
        ({ RetentionInDays }) => RetentionInDays,
      ),
    );
  expect(new Set(kept({}))).toEqual(new Set([30]));
  expect(new Set(kept({ logRetentionDays: '7' }))).toEqual(new Set([7]));
  expect(() => configOf({ logRetentionDays: '31' })).toThrow(
    'context logRetentionDays: must be one of 1, 3, 5, 7, 14, 30',
  );
});

function terminationProtection(context: Record<string, string>, stack: string): boolean {
  const manifest = JSON.parse(readFileSync(`${assembly(context)}/manifest.json`, 'utf8'));
  return manifest.artifacts[stack].properties.terminationProtection ?? false;
}

test('logical ids of what holds data or is found by name stay: a new id would replace the resource [P2]', () => {
  const pinned = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SQS::Queue', 'AWS::SES::ConfigurationSet'];
  const ids = Object.entries(synthesize(production).Resources)
    .filter(([, { Type }]) => pinned.includes(Type))
    .map(([id]) => id);
  expect(ids.sort()).toEqual([
    'Bodies3FF2AA63',
    'Sendingenforced',
    'Sendingopportunistic',
    'TableCD117FA1',
    'advancerundeadletters5A58348F',
    'advancerunqueue83FA68FA',
    'attemptwebhookdeadletters4CC752F8',
    'attemptwebhookqueue12B545F3',
    'bulkdeadletters27857DD2',
    'bulkqueue3EE34C10',
    'countdeadlettersDE741B30',
    'deliverdeadlettersC122F94C',
    'deliverqueueA7ECD83F',
    'domaintasksdeadlettersEC26F630',
    'domaintasksqueueB65D3822',
    'feedbackdeadletters8530534E',
    'feedbackqueue00B0261B',
    'noticesdeadletters9DC7B1F1',
    'noticesqueue294472A1',
    'receivedeadletters5A98323C',
    'receivequeueA0EECA8C',
    'tenantremovalsdeadlettersD8BD9B20',
    'tenantremovalsqueue31EF8315',
  ]);
});
