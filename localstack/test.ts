import { lateFiles, lateRun } from '../test/lag/run.ts';
import { findObstacle, onDynamodbLocal } from './dynamodb-local/install.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { createSteps } from './steps.ts';

/**
 * Tests that measure, kill or pause what the others share: one at a time. Two journeys do not, and have DynamoDB Local with
 * what asks only the APIs: one through everything, and one along the table's stream (P35).
 */
const alone = 'test/(journeys/(?!one-email|counters)|(localstack|bounded|bench|dkim)/)';

/** Those of them that leave the shared cloud alone, since they need none or start their own: beside the others. */
const separate =
  'test/(bounded/|bench/meter|localstack/(?!admin|first-deploy)|journeys/(cdk-deploy|doctor|iam|kills)\\.)';

/** So that CI is repeatable, as far as the order of calls is; `npm run check:lag` takes another one each time. */
const lateSeed = 37;

/**
 * The whole suite: the API tests behind late indexes (P37), then what else asks only the APIs, both on AWS's own
 * DynamoDB Local where that can run (P35), then the rest.
 */
async function wholeSuite(args: string[]): Promise<(TestRun | TestRun[])[]> {
  const obstacle = await createSteps().run('DynamoDB Local', findObstacle);
  if (obstacle !== null)
    process.stdout.write(`The emulator's table stands for DynamoDB Local: ${obstacle}\n`);
  const inBand = [...args, '--runInBand'];
  const onOwnTable = obstacle === null ? { dynamodb: onDynamodbLocal() } : {};
  return [
    lateRun({ args: [...args, `--testPathPatterns=${lateFiles}`], seed: lateSeed, ...onOwnTable }),
    {
      args: [...args, '--maxWorkers=2', `--testPathIgnorePatterns=/node_modules/|${alone}|${lateFiles}`],
      ...onOwnTable,
    },
    [
      {
        args: [
          ...inBand,
          `--testPathPatterns=${alone}`,
          `--testPathIgnorePatterns=/node_modules/|${separate}`,
        ],
      },
      { args: [...inBand, `--testPathPatterns=${separate}`], cloud: false },
    ],
  ];
}

// `npm test [-- jest arguments]`: what the arguments name, or the whole suite.
const args = process.argv.slice(2);
const isNamed = args.some((arg) => !arg.startsWith('-'));
process.exitCode = await runTests(isNamed ? [{ args }] : await wholeSuite(args));
