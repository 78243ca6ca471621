import { bundle } from '../localstack/cloud.ts';
import { findObstacle, onDynamodbLocal } from '../localstack/dynamodb-local/install.ts';
import { createSteps, type Steps } from '../localstack/steps.ts';
import { lateRun } from '../test/lag/run.ts';
import { isWhole } from '../test/support/whole.ts';
import { type Runs, runTests, type TestRun } from './run-tests.ts';
import { groupsOf, testFiles } from './test-groups.ts';

/**
 * Tests that measure, kill or pause parts that the others share: one at a time. Two journeys do not, and run on
 * DynamoDB Local with the tests of the APIs alone: one through everything, and one along the table's stream (P35).
 */
const alone = 'test/(journeys/(?!one-email|counters)|(localstack|bounded|bench|dkim)/)';

/** Those of them that do not use the shared cloud, since they need none or start their own. */
const separate =
  'test/(localstack/(?!admin|first-deploy|own-)|journeys/(cdk-deploy|doctor|foreign-emulator|iam|kills)\\.|bounded/|bench/meter)';

/** The slowest of these, in their order. */
const long = [
  'cdk-deploy',
  'journeys/kills',
  'doctor',
  'bounded/',
  'localstack/start',
  'journeys/iam',
  'second-runs',
];

/** Makes CI repeatable, as far as the order of calls is; `npm run check:lag` takes another one each time. */
const seed = 37;

/**
 * The tests with a table in their own process, or none: the APIs, the SDK, the domain, SMTP, templates and documents,
 * except the files that share the table with another process, read its stream, or count their calls.
 */
const inMemory =
  'test/(infra/|docs/|lint/|core/|http/|smtp/|dashboard/|sdk/|cli/|mcp/|examples/|domain/(?!batches/crash|feedback/long-reasons)|api/(?!import-command|imports\\.(crashes|large)\\.|bundles\\.|runs\\.counts\\.|scheduling\\.limits\\.))';

/** The API tests that have late indexes and conflicts on the table itself (P37); `npm run check:lag` has all. */
const late = 'test/api/\\w+\\.happy';

/** For tests that pass on a table in their process, which has no stream. */
const withoutStream = { stream: false } as const;

/** `.ci/run` sets it: AWS's DynamoDB Local in place of the emulator's table where that can run (P35), and late indexes on it. */
const landing = process.env.LANDING !== undefined;

/**
 * Deployments of another kind than the journeys have, each with a cloud of its own, the cost of parsers at their
 * limits, programs of other providers, and the findings of checkers: as DynamoDB Local, due before a change lands, and
 * in `npm run test:whole`.
 */
const beforeLanding =
  'test/(journeys/(cdk-deploy|foreign-emulator|iam|import-samples)|localstack/second-runs|bounded/bounded|infra/findings)\\.';

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
 * The whole suite, in four sequences at the same time: more of them, or more workers, wait less and take a third more
 * CPU. The first has the tests on a table in their own process, with late indexes and conflicts; the second those that
 * need no shared cloud; the third those that need a table of their own; the last the journeys, then, before a change
 * lands, the late indexes on the table itself.
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
  const journeys: TestRun = { args: atOnce(1), groups: groupsOf(filesOf(alone, separate), 25) };
  const onItsTable: TestRun = {
    args: atOnce(1),
    groups: groupsOf(filesOf('.', alone, inMemory), 40),
    ...onOwnTable,
  };
  const lateTable: TestRun = {
    ...lateRun({ args: [...args, `--testPathPatterns=${late}`], seed, workers: 1, ...onOwnTable }),
    ...withoutStream,
  };
  return [
    [
      {
        args: atOnce(3),
        groups: groupsOf(filesOf(inMemory), 40),
        variables: { MEMORY_TABLE: String(seed) },
        yields: true,
        ...withoutStream,
      },
      withoutCloud,
      onItsTable,
      landing ? [journeys, lateTable] : journeys,
    ],
  ];
}

/** With STALE_READS that part of the reads that are not consistent is a second late, in the table in process. */
const isStale = process.env.STALE_READS !== undefined;
const inProcess = { MEMORY_TABLE: process.env.MEMORY_TABLE ?? String(seed) };

const staleRun = (args: string[]): TestRun => ({
  args: [...args, '--maxWorkers=2'],
  groups: groupsOf(
    filesOf(inMemory).filter((file) => /test\/(api|domain)\//.test(file)),
    40,
  ),
  variables: inProcess,
});

function findRuns(args: string[]): Runs | Promise<Runs> {
  if (isNamed) return [{ args, ...(isStale && { variables: inProcess }) }];
  return isStale ? [staleRun(args)] : wholeSuite(args);
}

// `npm test [-- jest arguments]`: the named tests, or the whole suite.
const args = process.argv.slice(2);
const isNamed = args.some((arg) => !arg.startsWith('-'));
// `RUN_ONCE`: a chance is a failure, to measure how often there is one.
const repeats = !isNamed && !process.env.RUN_ONCE;
process.exitCode = await runTests(() => findRuns(args), { repeats });
