import { bundle } from '../localstack/cloud.ts';
import { findObstacle, onDynamodbLocal } from '../localstack/dynamodb-local/install.ts';
import { createSteps, type Steps } from '../localstack/steps.ts';
import { isWhole } from '../test/support/whole.ts';
import { runTests, type TestRun } from './run-tests.ts';

/** The seed for conflicts in the in-process table. It is the same for each run. */
const inProcess = { MEMORY_TABLE: process.env.MEMORY_TABLE ?? '37' };

/** With LANDING, which `.ci/run` sets, DynamoDB Local replaces the emulator's table where it can run (P35). */
async function ownTable(steps: Steps): Promise<Pick<TestRun, 'dynamodb'>> {
  if (process.env.LANDING === undefined) return {};
  const obstacle = await steps.run('DynamoDB Local', findObstacle);
  if (obstacle === null) return { dynamodb: onDynamodbLocal() };
  process.stdout.write(`Using the emulator's table instead of DynamoDB Local: ${obstacle}\n`);
  return {};
}

const projects = (names: string[], workers: number) => [
  '--selectProjects',
  ...names,
  `--maxWorkers=${workers}`,
];

/** The projects of jest.config.cjs in three concurrent jest runs, because most tests wait for other processes. */
async function wholeSuite(): Promise<TestRun[]> {
  const steps = createSteps();
  const [table] = await Promise.all([ownTable(steps), steps.run('functions bundled', bundle)]);
  return [
    { args: projects(isWhole ? ['own', 'landing'] : ['own'], 2), cloud: false },
    { args: projects(['alone'], 1) },
    { args: projects(['memory', 'table'], 3), variables: inProcess, ...table },
  ];
}

/** STALE_READS is the share of eventually consistent reads that are a second late, on the in-process table. */
const stale: TestRun = {
  args: [...projects(['memory'], 2), '--testPathPatterns=test/(api|domain)/'],
  variables: inProcess,
};

// `npm test [-- jest arguments]` runs the named tests, or the whole suite.
const args = process.argv.slice(2);
const isStale = process.env.STALE_READS !== undefined;
process.exitCode = await runTests(async () => {
  if (args.some((arg) => !arg.startsWith('-'))) return [[{ args, ...(isStale && { variables: inProcess }) }]];
  const runs = isStale ? [stale] : await wholeSuite();
  return [runs.map((run) => ({ ...run, args: [...run.args, ...args] }))];
});
