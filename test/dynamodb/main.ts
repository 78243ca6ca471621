import { runTests } from '../../localstack/run-tests.ts';
import { createSteps } from '../../localstack/steps.ts';
import { findObstacle, verifiedFiles } from './install.ts';
import { startDynamodbLocal } from './server.ts';

/**
 * What the table is used for: one journey through everything and one along its stream, alone since their emails would
 * wait behind those of the API's tests; then the store, the API and the domain.
 */
const everything = [
  ['test/journeys/one-email.test.ts', 'test/journeys/counters.test.ts'],
  ['test/store', 'test/api', 'test/domain'],
];

const wherePossible = '--where-possible';

/**
 * `npm run check:dynamodb [-- --where-possible] [jest arguments]`: tests on AWS's own DynamoDB Local in place of the
 * emulator's table (P35). It needs Java 17, and Maven at the first time; with --where-possible it says what is
 * missing and succeeds.
 */
async function main(args: string[]): Promise<number> {
  const tests = args.filter((arg) => arg !== wherePossible);
  const obstacle = await createSteps().run('DynamoDB Local', findObstacle);
  if (obstacle !== null) {
    process.stdout.write(`The tests did not run on DynamoDB Local: ${obstacle}\n`);
    return args.includes(wherePossible) ? 0 : 1;
  }
  const files = verifiedFiles();
  for (const some of tests.length > 0 ? [tests] : everything) {
    const code = await runTests(some, { dynamodb: (_emulator, run) => startDynamodbLocal(files, { run }) });
    if (code !== 0) return code;
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
