import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startFromPs } from '../../localstack/process-start.ts';
import { identify, isAlive } from '../../localstack/processes.ts';
import { beginRun, endRun, findRun, type Run } from '../../localstack/running.ts';
import { until } from '../support/until.ts';

let folder: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailwright-running-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await until(async () => !findRun(folder), { what: 'the end of the holder' });
  await endRun(folder);
  await rm(folder, { recursive: true, force: true });
});

/** A process that isn't ours. */
function startBystander(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  started.push(child);
  return child.pid ?? 0;
}

/** A process that holds a run in the folder, with the pids of its child and grandchild. */
async function startHolder(...manner: string[]) {
  const holder = spawn(process.execPath, ['test/localstack/holder.ts', folder, ...manner]);
  started.push(holder);
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  const pids = String(line).trim().split(' ').map(Number);
  return { holder, pids };
}

const readRun = async (): Promise<Run> => JSON.parse(await readFile(`${folder}/run.json`, 'utf8'));
const writeRun = (content: unknown) =>
  writeFile(`${folder}/run.json`, typeof content === 'string' ? content : JSON.stringify(content));
const runs = (pid: number) => identify(pid) !== undefined;
const ended = (pids: number[]) =>
  until(async () => !pids.some(runs), { within_ms: 5_000, what: `the end of ${pids}` });

test('a stale file neither ends nor keeps out another process that has its number', async () => {
  const pid = startBystander();
  const stale = {
    token: '0'.repeat(32),
    processes: [{ name: 'start', pid, started: 'another boot 4711' }],
    temporary_folders: [],
  };
  for (const content of [stale, { pid }]) {
    await writeRun(content);
    expect(findRun(folder)).toBeUndefined();
    expect(await endRun(folder)).toBe('nothing ran');
    await writeRun(content);
    (await beginRun(folder)).forget();
  }
  expect(runs(pid)).toBe(true);
});

test('npm run stop leaves such a process alone, and removes the files of the stack that was killed', async () => {
  const pid = startBystander();
  await mkdir(`${folder}/.local`);
  await writeFile(`${folder}/.local/run.json`, JSON.stringify({ pid }));
  await writeFile(`${folder}/.local/stack.json`, '{}');
  const stop = promisify(execFile)(process.execPath, [resolve('localstack/stop.ts')], { cwd: folder });
  expect((await stop).stderr).toContain('No local stack is running.');
  expect(runs(pid)).toBe(true);
  expect(existsSync(`${folder}/.local/stack.json`)).toBe(false);
});

test.each([
  ['empty', ''],
  ['cut', '{"token":"0123'],
  ['of another shape', '{"token":"0123","processes":[]}'],
  ['no object', '[1]'],
])('a file that is %s counts as absent', async (_, content) => {
  await writeRun(content);
  expect(findRun(folder)).toBeUndefined();
  const run = await beginRun(folder);
  expect(findRun(folder)?.processes[0]?.pid).toBe(process.pid);
  run.forget();
  expect(await readdir(folder)).toEqual([]);
});

test('the file lists every process with its start, only the user may read it, and no draft stays behind', async () => {
  const run = await beginRun(folder);
  const pid = startBystander();
  run.addProcess('cloud', pid);
  const { processes } = await readRun();
  expect(processes).toEqual([
    { name: 'start', ...identify(process.pid) },
    { name: 'cloud', ...identify(pid) },
  ]);
  expect(statSync(`${folder}/run.json`).mode & 0o777).toBe(0o600);
  // Logs and the inbox are in it, too.
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await readdir(folder)).toEqual(['run.json']);
  run.forget();
});

test('a folder has one holder at a time', async () => {
  const { holder } = await startHolder();
  await expect(beginRun(folder)).rejects.toThrow('A local stack is running');
  expect(runs(holder.pid ?? 0)).toBe(true);
});

test('kill -9 of the holder: the next stop ends its children, and what they started', async () => {
  const { holder, pids } = await startHolder();
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
  expect(pids.map(runs)).toEqual([true, true]);
  expect(findRun(folder)).toBeUndefined();
  expect(await endRun(folder)).toBe('leftovers ended');
  await ended(pids);
  expect(await readdir(folder)).toEqual([]);
});

test('kill -9 of the holder: so does the next start', async () => {
  const { holder, pids } = await startHolder();
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
  const run = await beginRun(folder);
  await ended(pids);
  run.forget();
});

test('a holder that does not end is killed, with all that belongs to it', async () => {
  const { holder, pids } = await startHolder('deaf');
  expect(await endRun(folder, 0.2)).toBe('ended');
  await ended([holder.pid ?? 0, ...pids]);
});

test('of the folders that a file names, only temporary ones of a run are deleted', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'mailwright-cloud-'));
  const precious = join(folder, 'precious');
  await mkdir(precious);
  await writeRun({
    token: '0'.repeat(32),
    processes: [{ name: 'start', pid: process.pid, started: 'another boot 4711' }],
    temporary_folders: [temporary, precious, `${tmpdir()}/mailwright-cloud-x/../../${precious}`],
  });
  await endRun(folder);
  expect({ temporary: existsSync(temporary), precious: existsSync(precious) }).toEqual({
    temporary: false,
    precious: true,
  });
});

test('where there is no /proc, the start that ps prints identifies a process', () => {
  const pid = startBystander();
  const self = identify(process.pid, startFromPs);
  expect(self?.started).toMatch(/\d{2}:\d{2}:\d{2}/);
  expect(self && isAlive(self, startFromPs)).toBe(true);
  expect(isAlive({ pid, started: 'Mon Jan 1 00:00:00 2024' }, startFromPs)).toBe(false);
  expect(identify(2 ** 22 + 1, startFromPs)).toBeUndefined();
});
