import { type Id, isId } from './runtime.ts';

/** A run's wait at a step. Names its schedule and its row for the sweep. */
export const waitName = (run: Id<'run'>, step: number): string => `${run}-${step}`;

/** The wait that a schedule name refers to, or null. */
export function waitOfName(name: string): { run: Id<'run'>; step: number } | null {
  const [run = '', step = ''] = name.split('-');
  return isId('run', run) && /^\d+$/.test(step) ? { run, step: Number(step) } : null;
}
