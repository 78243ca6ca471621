import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { eventually } from './net.ts';

/** Where `npm start` keeps what it writes; one local stack per checkout. */
export const localFolder = '.local';

const runFile = `${localFolder}/run.json`;

/** The process that holds the local stack; its end is the stack's end. */
export type Run = { pid: number };

/** The local stack's process, when it is alive. A leftover of one that was killed is cleared away. */
export function findRun(): Run | undefined {
  if (!existsSync(runFile)) return undefined;
  const run: Run = JSON.parse(readFileSync(runFile, 'utf8'));
  if (isAlive(run.pid)) return run;
  forgetRun();
  return undefined;
}

export function noteRun(run: Run): void {
  writeFileSync(runFile, JSON.stringify(run));
}

export function forgetRun(): void {
  for (const name of ['run', 'stack', 'environment', 'target']) {
    rmSync(`${localFolder}/${name}.json`, { force: true });
  }
}

/** Ends a local stack and waits until all of it is gone. */
export async function endRun({ pid }: Run): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const gone = async () => (isAlive(pid) ? undefined : true);
  await eventually(gone, { seconds: 30, complaint: `the local stack (process ${pid}) does not end` });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
