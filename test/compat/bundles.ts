import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPacked, writePacked } from './releases.ts';

type Answer = { id: number; result?: unknown; error?: string };

/** The functions of an older release that may run on a newer one's data after a rollback. */
const functions = ['deliver', 'sweep', 'attempt-webhook'];

/** Writes this commit's functions as a release's: a JSON object of the files that a deployment uploads. */
export async function packRelease(release: string): Promise<void> {
  const files: Record<string, string> = {};
  for (const name of functions)
    for (const file of (await readdir(`.build/${name}`)).filter((each) => each.endsWith('.mjs')))
      files[`${name}/${file}`] = await readFile(`.build/${name}/${file}`, 'utf8');
  writePacked(`${release}.functions`, files);
}

/** A release's functions as deployed, in a folder. */
export async function unpackRelease(
  release: string,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const files = readPacked<Record<string, string>>(`${release}.functions`);
  const folder = await mkdtemp(join(tmpdir(), `mailwright-${release}-`));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** A process that runs the built functions below `folder`, in a deployment's environment. */
export function runFunctions(folder: string, environment: Record<string, string>) {
  const child: ChildProcess = fork(join(__dirname, 'bundle-process.mjs'), {
    env: { ...environment, PATH: process.env.PATH },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  let calls = 0;
  return {
    invoke: async (name: string, event: unknown): Promise<unknown> => {
      const id = ++calls;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      child.send({ id, bundle: join(folder, name, 'handler.mjs'), event });
      const { result, error } = await answered;
      if (error !== undefined) throw new Error(error);
      return result;
    },
    stop: () => child.kill(),
  };
}
