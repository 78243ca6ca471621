import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { runVariable } from '../localstack/processes.ts';
import { endForgottenRuns, killAll } from '../localstack/running.ts';

/**
 * From now on the first SIGINT, SIGTERM or SIGHUP ends all that this process has started and then the process itself,
 * whatever it waits for. Logs stay.
 */
export function endAllOnSignal(): void {
  const token = `${process.env[runVariable] ?? ''}${randomBytes(16).toString('hex')}`;
  process.env[runVariable] = token;
  let isEnding = false;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, async () => {
      // A group is signalled in several ways at once: by the terminal and by each parent.
      if (isEnding) return;
      isEnding = true;
      process.stderr.write(`\n${name}: ending what this run has started …\n`);
      await killAll({ token, processes: [] }).catch(() => {});
      await endForgottenRuns({ own: true }).finally(() => process.exit(128 + constants.signals[name]));
    });
  }
}
