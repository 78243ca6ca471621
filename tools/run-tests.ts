import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type Cloud, type CloudOptions, startCloud } from '../localstack/cloud.ts';
import { endForgottenRuns, localFolder } from '../localstack/running.ts';
import { createSteps } from '../localstack/steps.ts';
import { endAllOnSignal } from './interrupt.ts';
import { type FileResult, filesOf, writeGroups } from './test-groups.ts';

type JestResult = {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: FileResult[];
};

/**
 * Jest with these arguments against a local cloud of its own; `dynamodb` takes the place of its table or is before it.
 * `cloud: false`: tests that need none, or start their own. `variables` are for the environment of the tests.
 */
export type TestRun = {
  args: string[];
  /** Test files to run as few files of jest. */
  groups?: string[][];
  cloud?: false;
  variables?: Record<string, string>;
  /** A lower priority: leaves the cores to runs that wait for each step of other processes, as it only computes. */
  yields?: true;
} & Pick<CloudOptions, 'dynamodb' | 'stream'>;

type Done = { code: number; result: string; folder: string; run: TestRun };

let starts: Promise<unknown> = Promise.resolve();

/** Clouds start one after the other: they share the bundles, the bundler and the variables of this process. */
function inTurn<T>(start: () => Promise<T>): Promise<T> {
  const started = starts.then(start);
  starts = started.catch(() => {});
  return started;
}

async function runOnce(run: TestRun, folder: string): Promise<Done> {
  const { args, groups, dynamodb, stream, cloud: wanted, variables, yields } = run;
  const result = `${folder}/jest.json`;
  mkdirSync(folder, { recursive: true });
  const grouped = groups ? writeGroups(groups, localFolder) : [];
  let cloud: Cloud | undefined;
  let code = 1;
  try {
    const options = { folder, steps: createSteps(), webhookTargets: 'any' as const, stream };
    if (wanted !== false)
      cloud = await inTurn(() => startCloud({ ...options, ...(dynamodb && { dynamodb }) }));
    const environment = { ...variables, MAILWRIGHT_STACK: `${folder}/stack.json` };
    code = await runJest([...args, ...grouped, '--json', `--outputFile=${result}`], environment, yields);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  } finally {
    await cloud?.close();
  }
  return { code, result, folder, run };
}

type Sequence = TestRun | TestRun[];

/** The runs one after the other; those in one list at the same time. */
export type Runs = (TestRun | Sequence[])[];

async function runSequence(sequence: Sequence, folder: string): Promise<Done[]> {
  const done: Done[] = [];
  for (const [i, run] of [sequence].flat().entries()) done.push(await runOnce(run, `${folder}-${i}`));
  return done;
}

function readResult(file: string): JestResult | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** The most failed files that may fail by chance. */
const maxRepeated = 4;

/** The arguments that chose files and workers for the first run. */
const choosesFiles = /^--(testPathPatterns|testPathIgnorePatterns|shard|maxWorkers|runInBand)/;

/** Runs the failed files again, one at a time: a file that passes now is named, and counts as it ended. */
async function repeatFailed(done: Done[]): Promise<Done[]> {
  const failed = done.map(({ result }) =>
    filesOf(readResult(result)?.testResults ?? []).filter(({ status }) => status === 'failed'),
  );
  const count = failed.flat().length;
  if (count === 0 || count > maxRepeated) return done;
  const all: Done[] = [];
  for (const [i, first] of done.entries()) {
    const files = failed[i]?.map(({ name }) => name) ?? [];
    if (files.length === 0) {
      all.push(first);
      continue;
    }
    process.stdout.write(`Failed, and now run again: ${files.join(' ')}\n`);
    const { groups: _groups, ...run } = first.run;
    const args = run.args.filter((arg) => !choosesFiles.test(arg));
    const again = { ...run, args: [...args, '--runInBand', '--runTestsByPath', ...files] };
    const second = await runOnce(again, `${first.folder}-again`);
    all.push(second, { ...first, code: withoutFiles(first.result, files) ? 0 : first.code });
  }
  return all;
}

/** Takes these files out of a result of jest; false where the run failed by more than its files. */
function withoutFiles(file: string, files: string[]): boolean {
  const result = readResult(file);
  if (!result) return false;
  const rest = filesOf(result.testResults).filter(({ name }) => !files.includes(name));
  const numPassedTests = rest
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  const left: JestResult = {
    numPassedTests,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: rest,
  };
  writeFileSync(file, JSON.stringify(left));
  return true;
}

/**
 * Makes all runs and returns the highest exit code; a signal ends all at once. The last line is `N passed, N failed`; a
 * test file that does not load counts as one failure. `repeats`: files that failed run again.
 */
export async function runTests(
  findRuns: () => Runs | Promise<Runs>,
  { repeats = false }: { repeats?: boolean } = {},
): Promise<number> {
  endAllOnSignal();
  await endForgottenRuns();
  let done: Done[] = [];
  for (const [i, some] of (await findRuns()).entries()) {
    const folder = `${localFolder}/test-${process.pid}-${i}`;
    const parallel = Array.isArray(some) ? some : [some];
    done.push(
      ...(await Promise.all(parallel.map((sequence, n) => runSequence(sequence, `${folder}-${n}`)))).flat(),
    );
  }
  if (repeats) done = await repeatFailed(done);
  process.stdout.write(`${occurrences(done.map(({ result }) => result))}\n`);
  // A failed run keeps its logs.
  for (const { code, folder } of done) if (code === 0) rmSync(folder, { recursive: true, force: true });
  return Math.max(...done.map(({ code }) => code));
}

/** An emulator that runs already, which one journey is to use (P49); starting our own drops the variable. */
const { AWS_ENDPOINT_URL: foreign } = process.env;

const jest = 'node_modules/jest/bin/jest.js';

/** Both cores are busy anyway: compilers and collectors in threads of their own take a fifth more CPU. Workers of jest inherit it. */
const oneThread = '--single-threaded';

/** Marking in steps repeats itself for objects that change meanwhile, and no test minds a pause: 8 % less CPU of sequence 1. */
const inOnePause = '--no-incremental-marking';

/** Buffers count with all other objects: each 64 MB of them would begin a collection of all that a worker has loaded. */
const countBuffers = '--external-memory-accounted-in-global-limit';

/** MB for young objects in place of 16: what a test makes and drops is collected a quarter as often, with 5 % less CPU in all. */
const youngObjects = '--max-semi-space-size=64';

function runJest(args: string[], variables: Record<string, string>, yields = false): Promise<number> {
  // The tests read the output of programs, which must not differ by the caller's variables.
  const { NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...env } = process.env;
  const child = spawn(process.execPath, [oneThread, inOnePause, countBuffers, youngObjects, jest, ...args], {
    env: { ...env, ...variables, ...(foreign && { FOREIGN_ENDPOINT: foreign }) },
    // With --json jest writes its result to stdout as well; the readable report is on stderr.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (yields && child.pid !== undefined) setPriority(child.pid, 3);
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

function occurrences(resultFiles: string[]): string {
  let [passed, failed] = [0, 0];
  for (const file of resultFiles) {
    const result = readResult(file);
    passed += result?.numPassedTests ?? 0;
    failed += result ? result.numFailedTests + result.numRuntimeErrorTestSuites : 1;
  }
  return `${passed} passed, ${failed} failed`;
}
