import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process's file below /proc. Undefined if the process has ended. */
export function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** See proc_pid_stat(5), from field 3. [] if the process has ended. */
function statOf(pid: number): string[] {
  const stat = readProc(pid, 'stat');
  // The program name comes second and may include spaces and brackets.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
}

/** Clock ticks since boot, with the boot id. A zombie counts as ended (fields 3 and 22). */
export function startFromProc(pid: number): string | undefined {
  const [state, ...fields] = statOf(pid);
  if (state === undefined || state === 'Z' || state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[18]}`;
}

/** The start to the second, as `ps` prints it, for systems without /proc. */
export function startFromPs(pid: number): string | undefined {
  const options = { encoding: 'utf8' as const, env: { ...process.env, LC_ALL: 'C' } };
  const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], options);
  const [state = 'Z', ...started] = stdout?.trim().split(/\s+/) ?? [];
  return state.startsWith('Z') || started.length === 0 ? undefined : started.join(' ');
}
