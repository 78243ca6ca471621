import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type Cloud, type CloudOptions, startCloud } from './cloud.ts';
import { endForgottenRuns, localFolder } from './running.ts';
import { createSteps } from './steps.ts';

type JestResult = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };

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
  const resultFile = `${folder}/jest.json`;
  let cloud: Cloud | undefined;
  let code = 1;
  try {
    await endForgottenRuns();
    cloud = await startCloud({ ...options, folder, steps: createSteps(), webhookTargets: 'any' });
    code = await runJest([...args, '--json', `--outputFile=${resultFile}`], `${folder}/stack.json`);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  } finally {
    await cloud?.close();
  }
  process.stdout.write(`${occurrences(resultFile)}\n`);
  // A failed run keeps its logs.
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  return code;
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

function occurrences(resultFile: string): string {
  if (!existsSync(resultFile)) return '0 passed, 1 failed';
  const result: JestResult = JSON.parse(readFileSync(resultFile, 'utf8'));
  return `${result.numPassedTests} passed, ${result.numFailedTests + result.numRuntimeErrorTestSuites} failed`;
}
