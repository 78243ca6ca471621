import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createAwsApi } from './aws-api.ts';
import { type Cloud, type CloudOptions, startCloud } from './cloud.ts';
import { endForgottenRuns, localFolder } from './running.ts';
import { createSteps } from './steps.ts';

type JestResult = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };

/** Tests that measure, kill or pause what the others share: one at a time, with nothing beside them. */
const alone = 'test/(journeys|localstack|bounded|bench|dkim)/';

/** The whole suite in two runs of jest, or what the arguments name in one. */
const runsOf = (args: string[]): string[][] =>
  args.some((arg) => !arg.startsWith('-'))
    ? [args]
    : [
        [...args, '--maxWorkers=2', `--testPathIgnorePatterns=/node_modules/|${alone}`],
        [...args, '--runInBand', `--testPathPatterns=${alone}`],
      ];

/**
 * Jest against a local cloud of its own, which MAILWRIGHT_STACK names; the exit code. The last line is
 * `N passed, N failed`; a test file that does not load counts as one failure.
 */
export async function runTests(
  args: string[],
  options: Pick<CloudOptions, 'dynamodb'> = {},
): Promise<number> {
  const folder = `${localFolder}/test-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const runs = runsOf(args).map((run, i) => ({ run, resultFile: `${folder}/jest-${i}.json` }));
  let cloud: Cloud | undefined;
  let code = 1;
  try {
    await endForgottenRuns();
    cloud = await startCloud({ ...options, folder, steps: createSteps(), webhookTargets: 'any' });
    const codes: number[] = [];
    for (const { run, resultFile } of runs) {
      if (codes.length > 0) await emptyDeliverQueues(cloud);
      codes.push(await runJest([...run, '--json', `--outputFile=${resultFile}`], `${folder}/stack.json`));
    }
    code = Math.max(...codes);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  } finally {
    await cloud?.close();
  }
  process.stdout.write(`${occurrences(runs.map(({ resultFile }) => resultFile))}\n`);
  // A failed run keeps its logs.
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  return code;
}

/** What the tests of one run accepted and left takes no turn at SES from the emails of the next. */
async function emptyDeliverQueues({ environment, stack }: Cloud): Promise<void> {
  const aws = createAwsApi(stack.aws_endpoint_url, stack.region);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.PurgeQueue' };
  for (const name of ['DELIVER_QUEUE_URL', 'BULK_QUEUE_URL']) {
    const body = JSON.stringify({ QueueUrl: environment[name] });
    await aws.call('sqs', { method: 'POST', path: '/', headers, body });
  }
}

function runJest(args: string[], stackFile: string): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    env: { ...process.env, MAILWRIGHT_STACK: stackFile },
    // With --json jest writes its result to stdout as well; the readable report is on stderr.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

function occurrences(resultFiles: string[]): string {
  let [passed, failed] = [0, 0];
  for (const file of resultFiles) {
    const result: JestResult | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    passed += result?.numPassedTests ?? 0;
    failed += result ? result.numFailedTests + result.numRuntimeErrorTestSuites : 1;
  }
  return `${passed} passed, ${failed} failed`;
}
