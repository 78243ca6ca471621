import { bundle } from '../localstack/cloud.ts';
import { findObstacle, onDynamodbLocal } from '../localstack/dynamodb-local/install.ts';
import { createSteps, type Steps } from '../localstack/steps.ts';
import { lateRun } from '../test/lag/run.ts';
import { isWhole } from '../test/support/whole.ts';
import { type Runs, runTests, type TestRun } from './run-tests.ts';
import { groupsOf, testFiles } from './test-groups.ts';

/**
 * Tests that measure, kill or pause what the others share: one at a time. Two journeys do not, and have DynamoDB Local with
 * what asks only the APIs: one through everything, and one along the table's stream (P35).
 */
const alone = 'test/(journeys/(?!one-email|counters)|(localstack|bounded|bench|dkim)/)';

/** Those of them that leave the shared cloud alone, since they need none or start their own. */
const separate =
  'test/(localstack/(?!admin|first-deploy)|journeys/(cdk-deploy|doctor|foreign-emulator|iam|kills)\\.|bounded/|bench/meter)';

/** Of these what takes longest, in its order. */
const long = [
  'cdk-deploy',
  'journeys/kills',
  'doctor',
  'bounded/',
  'localstack/start',
  'journeys/iam',
  'second-runs',
];

/** So that CI is repeatable, as far as the order of calls is; `npm run check:lag` takes another one each time. */
const seed = 37;

/**
 * What has a table in its own process, or none: the APIs, the SDK, the domain, SMTP, templates and documents, but for the files that share
 * the table with another process, read its stream, or count their calls.
 */
const inMemory =
  'test/(infra/|docs/|lint/|core/|http/|smtp/|dashboard/|sdk/|cli/|mcp/|examples/|domain/(?!batches/crash|feedback/long-reasons)|api/(?!import-command|imports\\.(crashes|large)\\.|bundles\\.|runs\\.counts\\.))';

/** Of the API tests those that have late indexes and conflicts on the table itself (P37); `npm run check:lag` has all. */
const late = 'test/api/\\w+\\.happy';

/** `.ci/run` sets it: AWS's DynamoDB Local in place of the emulator's table where that can run (P35), and late indexes on it. */
const landing = process.env.LANDING !== undefined;

/**
 * Deployments of another kind than the journeys have, each with a cloud of its own, what parsers cost at their limits, programs
 * of other providers, and the findings of checkers: as DynamoDB Local, due before a change lands, and in `npm run test:whole`.
 */
const beforeLanding =
  'test/(journeys/(cdk-deploy|foreign-emulator|iam|import-samples)|localstack/second-runs|bounded/bounded|infra/findings)\\.';

/** The test files of which the path fits, in this run. */
const filesOf = (pattern: string, ...without: string[]): string[] =>
  testFiles(pattern, isWhole ? without : [...without, beforeLanding]);

/** DynamoDB Local, if this run is to have it and it can run here. */
async function ownTable(steps: Steps): Promise<Pick<TestRun, 'dynamodb'>> {
  if (!landing) return {};
  const obstacle = await steps.run('DynamoDB Local', findObstacle);
  if (obstacle === null) return { dynamodb: onDynamodbLocal() };
  process.stdout.write(`The emulator's table stands for DynamoDB Local: ${obstacle}\n`);
  return {};
}

/**
 * The whole suite, in four sequences at the same time: more of them, or more workers, wait less and take a third more CPU. What is on a
 * table in the process of the test, with late indexes and conflicts. What needs no shared cloud. What needs a table of
 * its own. The journeys, then, before a change lands, the late indexes on the table itself.
 */
async function wholeSuite(args: string[]): Promise<Runs> {
  const steps = createSteps();
  // Before the sequences, each of which would make the same bundles.
  const [onOwnTable] = await Promise.all([ownTable(steps), steps.run('functions bundled', bundle)]);
  const atOnce = (workers: number) => [...args, `--maxWorkers=${workers}`];
  const withoutCloud: TestRun = {
    args: atOnce(2),
    groups: groupsOf(filesOf(separate), 10, long),
    cloud: false,
  };
  const journeys: TestRun = {
    args: atOnce(1),
    groups: groupsOf(filesOf(alone, separate), 25),
  };
  const onItsTable: TestRun = {
    args: atOnce(1),
    groups: groupsOf(filesOf('.', alone, inMemory), 40),
    ...onOwnTable,
  };
  const lateTable = lateRun({
    args: [...args, `--testPathPatterns=${late}`],
    seed,
    workers: 1,
    ...onOwnTable,
  });
  return [
    [
      {
        args: atOnce(3),
        groups: groupsOf(filesOf(inMemory), 30),
        variables: { MEMORY_TABLE: String(seed) },
        yields: true,
      },
      withoutCloud,
      onItsTable,
      landing ? [journeys, lateTable] : journeys,
    ],
  ];
}

// `npm test [-- jest arguments]`: what the arguments name, or the whole suite.
const args = process.argv.slice(2);
const isNamed = args.some((arg) => !arg.startsWith('-'));
// `RUN_ONCE`: a chance is a failure, to measure how often there is one.
const repeats = !isNamed && !process.env.RUN_ONCE;
process.exitCode = await runTests(() => (isNamed ? [{ args }] : wholeSuite(args)), { repeats });
