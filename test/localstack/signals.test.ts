import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findDescendants, identify, type ProcessId } from '../../localstack/processes.ts';
import { findRun } from '../../localstack/running.ts';
import { until } from '../support/until.ts';

let folder: string;
let runner: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailwright-signals-'));
});
afterEach(async () => {
  for (const pid of [...noted(), ...findDescendants([runner.pid ?? 0]).map((id) => id.pid), runner.pid ?? 0])
    if (identify(pid)) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
  // A run that does not succeed keeps its logs.
  await rm(`.local/test-${runner.pid}-0-0`, { recursive: true, force: true });
});

/** The numbers of the processes that tell theirs. */
const noted = (): number[] =>
  existsSync(`${folder}/pids`) ? readFileSync(`${folder}/pids`, 'utf8').trim().split(/\s+/).map(Number) : [];

/** With its whole group, as a terminal does it, or alone. */
function signalRunner(name: 'SIGINT' | 'SIGTERM', to: 'group' | 'runner'): void {
  process.kill((to === 'group' ? -1 : 1) * (runner.pid ?? 0), name);
}

/** In a group of its own, as a shell starts what is typed there. */
function start(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  runner = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  runner.stderr?.resume();
}

/** It ends with this code, and so does all that it had started. */
async function expectEnd(code: number, started: ProcessId[]): Promise<void> {
  const exit = runner.exitCode === null ? await once(runner, 'exit') : [runner.exitCode];
  expect(exit[0]).toBe(code);
  // What was killed as the runner ended is gone a moment later.
  const isGone = async () =>
    [...started.map(({ pid }) => pid), ...noted()].every((pid) => identify(pid) === undefined);
  await until(isGone, { within_ms: 10_000, what: 'all that it had started is gone' });
}

/** A test that starts a process that is deaf to signals, by way of another one that ends, and waits for it. */
const hangs = `
  const { spawn } = require('node:child_process');
  const deaf = 'process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); setInterval(() => {}, 1000);' +
    'require("node:fs").appendFileSync(process.argv[1], process.pid + " ")';
  const parent = 'require("node:child_process").spawn(process.execPath, ["-e", process.argv[1], process.argv[2]],' +
    '{ detached: true, stdio: "ignore" }).unref()';
  test('hangs', () => new Promise(() => {
    process.on('SIGTERM', () => {});
    spawn(process.execPath, ['-e', parent, deaf, process.env.PIDS]);
  }), 600_000);`;

/** A program that runs the runner, as `npm run check:busy` does. */
const outer = `
  const { endAllOnSignal } = await import('${resolve('tools/interrupt.ts')}');
  endAllOnSignal();
  const { spawn } = await import('node:child_process');
  spawn(process.execPath, process.argv.slice(1), { stdio: 'ignore' });`;

test.each([
  ['SIGTERM', 'runner', 143, []],
  ['SIGINT', 'group', 130, []],
  ['SIGINT', 'runner', 130, ['--input-type=module', '-e', outer]],
] as const)(
  '%s to the %s ends the running part with all its processes, and no part follows',
  async (name, to, code, around) => {
    writeFileSync(`${folder}/one.test.js`, hangs);
    writeFileSync(
      `${folder}/two.test.js`,
      `test('runs', () => require('node:fs').writeFileSync('${folder}/two', ''))`,
    );
    const config = JSON.stringify({ rootDir: folder });
    start(process.execPath, [...around, 'test/localstack/two-parts.ts', config], { PIDS: `${folder}/pids` });
    await until(async () => noted().length === 1, { within_ms: 60_000, what: 'the start of the first part' });
    const started = findDescendants([runner.pid ?? 0]);
    expect(started.length).toBeGreaterThan(0);
    signalRunner(name, to);
    await expectEnd(code, started);
    expect(existsSync(`${folder}/two`)).toBe(false);
  },
);

test('SIGTERM while a local cloud starts ends the cloud, and removes what it had in the temporary folder', async () => {
  start(process.execPath, ['tools/test.ts', 'test/core/ids']);
  const own = `.local/test-${runner.pid}-0-0`;
  const run = await until(
    async () => {
      const found = findRun(own);
      return found?.processes.some((process) => process.name === 'cloud') ? found : undefined;
    },
    { within_ms: 60_000, what: 'the start of the cloud' },
  );
  signalRunner('SIGTERM', 'runner');
  await expectEnd(143, run.processes);
  expect(run.temporary_folders).not.toEqual([]);
  for (const temporary of run.temporary_folders) expect(existsSync(temporary)).toBe(false);
  expect(existsSync(`${own}/run.json`)).toBe(false);
});

test.each([
  ['SIGTERM', 'runner', 143],
  ['SIGINT', 'runner', 130],
  ['SIGINT', 'group', 130],
] as const)('%s to the %s ends .ci/run with what the running step has started', async (name, to, code) => {
  mkdirSync(`${folder}/bin`);
  cpSync('.ci/run', `${folder}/.ci/run`);
  const step = `#!/bin/sh\necho $$ >>"$PIDS"\nsleep 600 &\necho $! >>"$PIDS"\nwait\n`;
  for (const program of ['node', 'npm']) writeFileSync(`${folder}/bin/${program}`, step, { mode: 0o755 });
  start(`${folder}/.ci/run`, [], { PIDS: `${folder}/pids`, PATH: `${folder}/bin:${process.env.PATH}` });
  await until(async () => noted().length === 2, { what: 'the first step' });
  signalRunner(name, to);
  await expectEnd(code, []);
  expect(noted()).toHaveLength(2);
});
