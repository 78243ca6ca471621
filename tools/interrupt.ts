import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import {
  findByVariable,
  findDescendants,
  isAlive,
  type ProcessId,
  signal,
  testsVariable,
} from '../localstack/processes.ts';
import { endForgottenRuns } from '../localstack/running.ts';

/** A process that does not end by SIGKILL in this time is left to the system. */
const patience_ms = 8_000;

/**
 * From now on the first SIGINT, SIGTERM or SIGHUP ends all that this process has started and then the process itself,
 * whatever it waits for. Logs stay.
 */
export function endAllOnSignal(): void {
  // One of a runner within another begins with that one's, which finds by it what this one has detached.
  const token = `${process.env[testsVariable] ?? ''}${randomBytes(16).toString('hex')}`;
  process.env[testsVariable] = token;
  let isEnding = false;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      // A group is signalled in several ways at once: by the terminal and by each parent.
      if (isEnding) return;
      isEnding = true;
      process.stderr.write(`\n${name}: ending what this run has started …\n`);
      killAll(token);
      endForgottenRuns({ own: true }).finally(() => process.exit(128 + constants.signals[name]));
    });
  }
}

/**
 * Synchronous: nothing else runs meanwhile in this process, such as the next part of a run. All that is found is killed
 * once at least: on a machine without free memory the look alone may take longer than the patience.
 */
function killAll(token: string): void {
  const deadline = Date.now() + patience_ms;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const left = startedBy(token);
    for (const id of left) signal(id, 'SIGKILL');
    if (left.length === 0 || Date.now() > deadline) return;
    Atomics.wait(sleeper, 0, 0, 20);
  }
}

function startedBy(token: string): ProcessId[] {
  const roots = findByVariable(testsVariable, token).filter(({ pid }) => pid !== process.pid);
  const below = findDescendants([process.pid, ...roots.map(({ pid }) => pid)]);
  return [...roots, ...below].filter((id) => isAlive(id));
}
