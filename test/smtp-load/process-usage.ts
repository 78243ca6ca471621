import { readFileSync } from 'node:fs';

/** Of `getconf CLK_TCK`, which is 100 on every Linux that Node runs on. */
const tick_ms = 10;

const field = (pid: number, file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);

/** CPU milliseconds of a process so far; from /proc, so on Linux only. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tick_ms;
}

/** Megabytes that a process holds, and the most that it held so far. */
export const memoryOf = (pid: number): number => field(pid, 'status', /^VmRSS:\s+(\d+)/m) / 1024;
export const peakMemoryOf = (pid: number): number => field(pid, 'status', /^VmHWM:\s+(\d+)/m) / 1024;
