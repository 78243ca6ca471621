import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { eventually } from './net.ts';
import { findByToken, identify, isAlive, type ProcessId, runVariable, signal } from './processes.ts';

/** The folder for `npm start`'s files. Each checkout has one local stack. */
export const localFolder = '.local';

/** The prefix of a run's temporary folders. A run file can't cause any other folder to be deleted. */
export const temporaryPrefix = 'mailwright-cloud-';

const RunFile = z.object({
  token: z.string().regex(/^[0-9a-f]{32,}$/),
  /** The first process is the one that holds the local cloud. When it ends, the run ends. */
  processes: z.array(z.object({ name: z.string(), pid: z.int().min(2), started: z.string().min(1) })).min(1),
  temporary_folders: z.array(z.string()),
});

/** One local cloud: its processes, and what to delete after it. Stored as `run.json` in its folder. */
export type Run = z.output<typeof RunFile>;

export type OwnRun = {
  addProcess: (name: string, pid: number | undefined) => void;
  addTemporaryFolder: (path: string) => void;
  forget: () => void;
};

const runFile = (folder: string) => `${folder}/run.json`;

/** The run in the folder. A damaged or malformed file counts as absent. */
function readRun(folder: string): Run | undefined {
  try {
    return RunFile.parse(JSON.parse(readFileSync(runFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

const holderOf = (run: Run) => run.processes[0] as ProcessId;

/** The local cloud of this folder, if the process that holds it is alive. */
export function findRun(folder = localFolder): Run | undefined {
  const run = readRun(folder);
  return run && isAlive(holderOf(run)) ? run : undefined;
}

/** The token of the run that started this process. Tokens of runs in this process begin with it. */
let outer: string | undefined;

/**
 * Makes this process the holder of the folder's local cloud. First stops what an earlier run left. Everything this
 * process starts from now on carries the token. Throws if another live process is the holder.
 */
export async function beginRun(folder: string): Promise<OwnRun> {
  // Only this user may read logs, inbox, and keys. The folder may have been created by an older start.
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const self = identify(process.pid);
  if (self === undefined) throw new Error('The operating system does not list this process.');
  outer ??= process.env[runVariable] ?? '';
  const token = `${outer}${randomBytes(16).toString('hex')}`;
  const run: Run = { token, processes: [{ name: 'start', ...self }], temporary_folders: [] };
  await endLeftovers(folder);
  createRunFile(folder, run);
  process.env[runVariable] = token;
  const change = (apply: () => void) => {
    apply();
    replaceFile(runFile(folder), run);
  };
  return {
    addProcess: (name, pid) => {
      const id = pid === undefined ? undefined : identify(pid);
      if (id) change(() => run.processes.push({ name, ...id }));
    },
    addTemporaryFolder: (path) => change(() => run.temporary_folders.push(path)),
    forget: () => {
      if (readRun(folder)?.token === token) removeFiles(folder);
    },
  };
}

/** Stops the local cloud of this folder and waits until it is gone. After `seconds`, kills it. */
export async function endRun(
  folder = localFolder,
  seconds = 90,
): Promise<'ended' | 'leftovers ended' | 'nothing ran'> {
  const run = findRun(folder);
  if (run === undefined) return (await endLeftovers(folder)) ? 'leftovers ended' : 'nothing ran';
  const holder = holderOf(run);
  signal(holder, 'SIGTERM');
  const gone = async () => (isAlive(holder) ? undefined : true);
  await eventually(gone, { seconds, complaint: 'the local stack did not stop' }).catch(() => {});
  await removeRun(folder, run);
  return 'ended';
}

/** Stops what a run without a live holder left in this folder. Returns whether there was anything. */
async function endLeftovers(folder: string): Promise<boolean> {
  const run = readRun(folder);
  if (run && isAlive(holderOf(run))) throw new Error(`A local stack is running in ${folder}.`);
  return removeRun(folder, run);
}

async function removeRun(folder: string, run: Run | undefined): Promise<boolean> {
  const ended = run ? await killAll(run) : false;
  for (const path of run?.temporary_folders ?? []) removeTemporaryFolder(path);
  removeFiles(folder);
  return ended;
}

/**
 * Stops what killed test runs and benches left, each in its own folder below `.local`. With `own`, also what this
 * process holds.
 */
export async function endForgottenRuns({ own = false } = {}): Promise<void> {
  const names = readdirSync(localFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of names) {
    const folder = `${localFolder}/${name}`;
    const run = readRun(folder);
    if (run === undefined) continue;
    const isOwn = holderOf(run).pid === process.pid;
    if (isOwn ? own : !isAlive(holderOf(run))) await removeRun(folder, run);
  }
}

/** The listed processes and those they started, such as the functions of an emulator that has ended. */
export async function killAll({ token, processes }: Pick<Run, 'token' | 'processes'>): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  // An ending process no longer shows its variables, so wait for all that were found once.
  const known = new Map<number, ProcessId>(processes.map((id) => [id.pid, id]));
  for (let found = false; ; found = true) {
    for (const id of findByToken(token)) known.set(id.pid, id);
    const left = [...known.values()].filter((id) => isAlive(id) && id.pid !== process.pid);
    if (left.length === 0) return found;
    if (Date.now() > deadline)
      throw new Error(`These processes did not stop: ${left.map(({ pid }) => pid).join(', ')}`);
    for (const id of left) signal(id, 'SIGKILL');
    await wait(20);
  }
}

function removeTemporaryFolder(path: string): void {
  if (dirname(path) !== tmpdir() || !basename(path).startsWith(temporaryPrefix)) return;
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

function removeFiles(folder: string): void {
  for (const name of ['stack', 'environment', 'target', 'run'])
    rmSync(`${folder}/${name}.json`, { force: true });
}

/** If two processes start at the same time, one fails here, because a link can't replace a file. */
function createRunFile(folder: string, run: Run): void {
  const file = runFile(folder);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(run), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`A local stack is already starting in ${folder}.`);
  } finally {
    rmSync(draft);
  }
}

/** Readers see the old file or the new one, never a part. Only the user may read it. */
export function replaceFile(path: string, content: object | string): void {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}
