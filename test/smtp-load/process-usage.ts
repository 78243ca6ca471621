import { readFileSync } from 'node:fs';

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const tick_ms = 10;

const field = (pid: number, file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);

/** A process's CPU milliseconds so far. Reads /proc, so Linux only. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tick_ms;
}

/** A process's megabytes, now and at the peak. */
export const memoryOf = (pid: number): number => field(pid, 'status', /^VmRSS:\s+(\d+)/m) / 1024;
export const peakMemoryOf = (pid: number): number => field(pid, 'status', /^VmHWM:\s+(\d+)/m) / 1024;
