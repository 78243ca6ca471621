import { readdirSync, readFileSync } from 'node:fs';

/** The parts of the local stack, each with one or more processes. The edge and the stand-ins run in this one. */
export const parts = ['functions', 'emulator', 'edge and stand-ins', 'inbox'] as const;
export type Part = (typeof parts)[number];

/** What one process has used so far. */
export type Usage = { part: Part; cpu_ms: number; pss_mb: number };

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const tick_ms = 10;

/** This process and its descendants, by pid. Reads /proc, so Linux only. */
export function usageBelow(root: number, except: number[] = []): Map<number, Usage> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(statOf(Number(name))?.[1]) : Number.NaN;
    if (!Number.isNaN(parent)) parents.set(Number(name), parent);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && !except.includes(pid) && (pid === root || isBelow(parents.get(pid)));
  const usages = [...parents.keys()].filter(isBelow).map((pid) => [pid, usageOf(pid)] as const);
  return new Map(usages.filter((entry): entry is [number, Usage] => entry[1] !== undefined));
}

function usageOf(pid: number): Usage | undefined {
  const [stat, memory] = [statOf(pid), read(pid, 'smaps_rollup')];
  if (stat === undefined || memory === undefined) return undefined;
  const [user, system] = [Number(stat[11]), Number(stat[12])];
  return {
    part: partOf(pid),
    cpu_ms: (user + system) * tick_ms,
    pss_mb: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1024,
  };
}

function partOf(pid: number): Part {
  const command = read(pid, 'cmdline') ?? '';
  if (read(pid, 'environ')?.includes('\0AWS_LAMBDA_FUNCTION_NAME=')) return 'functions';
  if (command.includes('ministack')) return 'emulator';
  return command.includes('maildev') ? 'inbox' : 'edge and stand-ins';
}

/** The fields of /proc/pid/stat after the name, which may include spaces and brackets: state, parent, … */
function statOf(pid: number): string[] | undefined {
  const stat = read(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
