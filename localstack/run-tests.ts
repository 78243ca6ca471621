import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type Cloud, type CloudOptions, startCloud } from './cloud.ts';
import { endForgottenRuns, localFolder } from './running.ts';
import { createSteps } from './steps.ts';

type JestResult = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };

/**
 * Jest with these arguments against a local cloud of its own; `dynamodb` takes the place of its table or stands before
 * it. `cloud: false`: tests that need none, or start their own. `variables` are for the environment of the tests.
 */
export type TestRun = {
  args: string[];
  cloud?: false;
  variables?: Record<string, string>;
} & Pick<CloudOptions, 'dynamodb'>;

type Done = { code: number; result: string; folder: string };

/** One run; where it wrote its result. */
async function runOnce({ args, dynamodb, cloud: wanted, variables }: TestRun, folder: string): Promise<Done> {
  const result = `${folder}/jest.json`;
  mkdirSync(folder, { recursive: true });
  let cloud: Cloud | undefined;
  let code = 1;
  try {
    const options = { folder, steps: createSteps(), webhookTargets: 'any' as const };
    if (wanted !== false) cloud = await startCloud({ ...options, ...(dynamodb && { dynamodb }) });
    code = await runJest([...args, '--json', `--outputFile=${result}`], {
      ...variables,
      MAILWRIGHT_STACK: `${folder}/stack.json`,
    });
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  } finally {
    await cloud?.close();
  }
  return { code, result, folder };
}

/**
 * One after the other, those of one list at the same time; the highest exit code. The last line is `N passed, N failed`;
 * a test file that does not load counts as one failure.
 */
export async function runTests(runs: (TestRun | TestRun[])[]): Promise<number> {
  await endForgottenRuns();
  const done: Done[] = [];
  for (const [i, some] of runs.entries()) {
    const folder = `${localFolder}/test-${process.pid}-${i}`;
    done.push(...(await Promise.all([some].flat().map((run, n) => runOnce(run, `${folder}-${n}`)))));
  }
  process.stdout.write(`${occurrences(done.map(({ result }) => result))}\n`);
  // A failed run keeps its logs.
  for (const { code, folder } of done) if (code === 0) rmSync(folder, { recursive: true, force: true });
  return Math.max(...done.map(({ code }) => code));
}

function runJest(args: string[], variables: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    env: { ...process.env, ...variables },
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
