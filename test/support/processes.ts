import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
};

const parentOf = (pid: string) => /^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1];

/**
 * What a user of this machine can see of its processes: all arguments, and the variables of those that `pid` started.
 * Without /proc, only the arguments.
 */
export function visibleProcesses(pid: number): { arguments: string; variables: string } {
  const listed = spawnSync('ps', ['-A', '-ww', '-o', 'args'], { encoding: 'utf8' }).stdout;
  if (!existsSync('/proc/self/environ')) return { arguments: listed, variables: '' };
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const below = (parent: string): string[] =>
    all.filter((one) => parentOf(one) === parent).flatMap((one) => [one, ...below(one)]);
  return {
    arguments: [listed, ...all.map((one) => read(`/proc/${one}/cmdline`))].join('\n'),
    variables: below(String(pid))
      .map((one) => read(`/proc/${one}/environ`))
      .join('\n'),
  };
}
