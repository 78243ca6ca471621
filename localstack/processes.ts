import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readProc, startFromProc, startFromPs } from './process-start.ts';

/** A process by its number and its start: the system gives a number out again, but never with the same start. */
export type ProcessId = { pid: number; started: string };

/** The variable that marks a process, and every process that it starts, as part of one run. */
export const runVariable = 'MAILWRIGHT_RUN';

/**
 * For every Node process of the local cloud. The garbage of requests is collected every 8 MB, not every 32: a process
 * holds up to 70 MB less and needs no more CPU.
 */
export const smallHeap = '--max-semi-space-size=4';

type Look = (pid: number) => string | undefined;

export function identify(pid: number, look: Look = startOf): ProcessId | undefined {
  const started = look(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether this very process still runs, and not another one that got its number. */
export function isAlive({ pid, started }: ProcessId, look: Look = startOf): boolean {
  return look(pid) === started;
}

/** Sends the signal if the process is still the one that was noted. */
export function signal(id: ProcessId, name: NodeJS.Signals): void {
  if (!isAlive(id)) return;
  try {
    process.kill(id.pid, name);
  } catch {
    // It ended between the two calls.
  }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Asks a child to end, kills it after `grace_ms`, and returns once it is gone. */
export async function endChild(child: ChildProcess, grace_ms: number): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), grace_ms);
  await gone;
  clearTimeout(killer);
}

/**
 * Every live process of this run, and of the runs that it has started, whose tokens begin with its own. Only Linux shows
 * the environment of others.
 */
export function findByToken(token: string): ProcessId[] {
  if (process.platform !== 'linux') return [];
  const isOf = (entry: string) => entry.startsWith(`${runVariable}=${token}`);
  return pidsOfProc()
    .filter((pid) => readProc(pid, 'environ')?.split('\0').some(isOf))
    .flatMap((pid) => identify(pid) ?? []);
}

const pidsOfProc = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const startOf: Look = process.platform === 'linux' ? startFromProc : startFromPs;
