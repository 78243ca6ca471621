import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type Cloud, type CloudOptions, startCloud } from '../localstack/cloud.ts';
import { endForgottenRuns, localFolder } from '../localstack/running.ts';
import { createSteps } from '../localstack/steps.ts';
import { endAllOnSignal } from './interrupt.ts';

type JestResult = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };

/**
 * Jest with these arguments against a local cloud of its own; `dynamodb` takes the place of its table or is before it.
 * `cloud: false`: tests that need none, or start their own. `variables` are for the environment of the tests.
 */
export type TestRun = {
  args: string[];
  cloud?: false;
  variables?: Record<string, string>;
} & Pick<CloudOptions, 'dynamodb'>;

type Done = { code: number; folder: string };

const resultOf = (folder: string) => `${folder}/jest.json`;

async function cloudFor({ cloud, dynamodb }: TestRun, folder: string): Promise<Cloud | undefined> {
  if (cloud === false) return undefined;
  const options = { folder, steps: createSteps(), webhookTargets: 'any' as const };
  return startCloud({ ...options, ...(dynamodb && { dynamodb }) });
}

async function runOn(cloud: Cloud | undefined, run: TestRun, folder: string): Promise<Done> {
  const variables = { ...run.variables, MAILWRIGHT_STACK: `${folder}/stack.json` };
  const code = await runJest([...run.args, '--json', `--outputFile=${resultOf(folder)}`], variables);
  await cloud?.close();
  return { code, folder };
}

/** Clouds start one after the other: they share the bundles, the bundler and the variables of this process. */
async function runAtOnce(runs: TestRun[], folder: string): Promise<Done[]> {
  const started: Promise<Done>[] = [];
  for (const [n, run] of runs.entries()) {
    const own = `${folder}-${n}`;
    mkdirSync(own, { recursive: true });
    try {
      started.push(runOn(await cloudFor(run, own), run, own));
    } catch (error) {
      process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
      started.push(Promise.resolve({ code: 1, folder: own }));
    }
  }
  return Promise.all(started);
}

/**
 * Makes the runs of each part at the same time, one part after the other, and returns the highest exit code; a signal
 * ends all at once. The last line is `N passed, N failed`; a test file that does not load counts as one failure.
 */
export async function runTests(findParts: () => TestRun[][] | Promise<TestRun[][]>): Promise<number> {
  endAllOnSignal();
  await endForgottenRuns();
  const done: Done[] = [];
  for (const [i, runs] of (await findParts()).entries())
    done.push(...(await runAtOnce(runs, `${localFolder}/test-${process.pid}-${i}`)));
  process.stdout.write(`${occurrences(done)}\n`);
  // A failed run keeps its logs.
  for (const { code, folder } of done) if (code === 0) rmSync(folder, { recursive: true, force: true });
  return Math.max(...done.map(({ code }) => code));
}

/** An emulator that runs already, which one journey is to use (P49); starting our own drops the variable. */
const { AWS_ENDPOINT_URL: foreign } = process.env;

function runJest(args: string[], variables: Record<string, string>): Promise<number> {
  // The tests read the output of programs, which must not differ by the caller's variables.
  const { NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...env } = process.env;
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    env: { ...env, ...variables, ...(foreign && { FOREIGN_ENDPOINT: foreign }) },
    // With --json jest writes its result to stdout as well; the readable report is on stderr.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

function occurrences(done: Done[]): string {
  let [passed, failed] = [0, 0];
  for (const { folder } of done) {
    const file = resultOf(folder);
    const result: JestResult | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    passed += result?.numPassedTests ?? 0;
    failed += result ? result.numFailedTests + result.numRuntimeErrorTestSuites : 1;
  }
  return `${passed} passed, ${failed} failed`;
}
