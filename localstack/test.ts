import { findObstacle, onDynamodbLocal } from './dynamodb-local/install.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { createSteps } from './steps.ts';

/** Tests that measure, kill or pause what the others share: one at a time. */
const alone = 'test/(journeys|localstack|bounded|bench|dkim)/';

/** Those of them that leave the shared cloud alone, since they need none or start their own: beside the others. */
const separate =
  'test/(bounded/|bench/meter|localstack/(?!admin|first-deploy)|journeys/(cdk-deploy|doctor|iam|kills)\\.)';

/** The whole suite: first what asks only the APIs, on AWS's own DynamoDB Local where that can run (P35). */
async function wholeSuite(args: string[]): Promise<(TestRun | TestRun[])[]> {
  const obstacle = await createSteps().run('DynamoDB Local', findObstacle);
  if (obstacle !== null)
    process.stdout.write(`The emulator's table stands for DynamoDB Local: ${obstacle}\n`);
  const inBand = [...args, '--runInBand'];
  return [
    {
      args: [...args, '--maxWorkers=2', `--testPathIgnorePatterns=/node_modules/|${alone}`],
      ...(obstacle === null && { dynamodb: onDynamodbLocal() }),
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
