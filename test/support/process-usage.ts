import { readFileSync } from 'node:fs';

/** Milliseconds per clock tick. `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const tick_ms = 10;

/** A process's CPU milliseconds so far. Reads /proc, so Linux only. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before the last bracket may include spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tick_ms;
}

/** A process's resident megabytes, now and at the peak. */
export function memoryOf(pid: number): { now_mb: number; peak_mb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { now_mb: field('VmRSS'), peak_mb: field('VmHWM') };
}
