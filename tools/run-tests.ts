import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type Cloud, type CloudOptions, startCloud } from '../localstack/cloud.ts';
import { endForgottenRuns, localFolder } from '../localstack/running.ts';
import { createSteps } from '../localstack/steps.ts';
import { endAllOnSignal } from './interrupt.ts';

type JestResult = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };

/**
 * Jest with these arguments, against its own local cloud. `dynamodb` replaces the table or stands in front of it.
 * `cloud: false` is for tests that need no cloud or start their own. `variables` are for the tests' environment.
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

/** Clouds start one by one: they share the bundles, the bundler, and this process's variables. */
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
 * Starts the runs of each part together, one part after another, and returns the highest exit code. A signal ends
 * everything. The last line is `N passed, N failed`. A test file that doesn't load counts as one failure.
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

/** A running emulator for one journey (P49). Starting our own removes the variable. */
const { AWS_ENDPOINT_URL: foreign } = process.env;

function runJest(args: string[], variables: Record<string, string>): Promise<number> {
  // Tests read the output of programs, so the caller's color settings must not change it.
  const { NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...env } = process.env;
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    env: { ...env, ...variables, ...(foreign && { FOREIGN_ENDPOINT: foreign }) },
    // With --json, jest also writes its result to stdout. The readable report is on stderr.
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
