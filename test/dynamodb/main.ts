import { findObstacle, onDynamodbLocal } from '../../localstack/dynamodb-local/install.ts';
import { createSteps } from '../../localstack/steps.ts';
import { runTests } from '../../tools/run-tests.ts';

/**
 * Everything that uses the table: first a journey through everything and one along its stream, which run alone
 * because their emails would wait behind those of the API tests. Then the store, the API, and the domain.
 */
const everything = [
  ['test/journeys/one-email.test.ts', 'test/journeys/counters.test.ts'],
  ['test/store', 'test/api', 'test/domain'],
];

/**
 * `npm run check -- dynamodb [jest arguments]` runs tests on AWS's own DynamoDB Local instead of the emulator's table
 * (P35). It needs Java 17, and Maven the first time. `.ci/run` does the same if it finds both.
 */
async function main(args: string[]): Promise<number> {
  const obstacle = await createSteps().run('DynamoDB Local', findObstacle);
  if (obstacle !== null) {
    process.stdout.write(`The tests did not run on DynamoDB Local: ${obstacle}\n`);
    return 1;
  }
  const dynamodb = onDynamodbLocal();
  return runTests(() => (args.length > 0 ? [args] : everything).map((some) => [{ args: some, dynamodb }]));
}

process.exitCode = await main(process.argv.slice(2));
