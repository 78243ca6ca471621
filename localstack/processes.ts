import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process by its number and its start: the system gives a number out again, but never with the same start. */
export type ProcessId = { pid: number; started: string };

/** The variable that marks a process, and every process that it starts, as part of one run. */
export const runVariable = 'MAILWRIGHT_RUN';

/**
 * For every Node process of the local cloud. What a request leaves behind is collected every 8 MB, not every 32: a
 * process holds up to 70 MB less and needs no more CPU.
 */
export const smallHeap = '--max-semi-space-size=4';

type Look = (pid: number) => string | undefined;

/** The live process with this number; undefined when there is none. */
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

/** Every live process that carries the token of a run. Only Linux shows the environment of other processes. */
export function findByToken(token: string): ProcessId[] {
  if (process.platform !== 'linux') return [];
  const marked = (pid: number) => readProc(pid, 'environ')?.split('\0').includes(`${runVariable}=${token}`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && marked(Number(name)))
    .flatMap((name) => identify(Number(name)) ?? []);
}

const startOf: Look = process.platform === 'linux' ? startFromProc : startFromPs;

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Clock ticks since boot, with the boot; a zombie has ended. See proc_pid_stat(5), fields 3 and 22. */
function startFromProc(pid: number): string | undefined {
  const stat = readProc(pid, 'stat');
  // The name of the program comes second and may hold spaces and brackets.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  if (state === undefined || state === 'Z' || state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[18]}`;
}

/** The start to the second, as `ps` prints it: for systems without /proc. */
export function startFromPs(pid: number): string | undefined {
  const options = { encoding: 'utf8' as const, env: { ...process.env, LC_ALL: 'C' } };
  const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], options);
  const [state = 'Z', ...started] = stdout?.trim().split(/\s+/) ?? [];
  return state.startsWith('Z') || started.length === 0 ? undefined : started.join(' ');
}
