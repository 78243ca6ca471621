import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { runVariable } from '../localstack/processes.ts';
import { endForgottenRuns, killAll } from '../localstack/running.ts';

/**
 * From now on, the first SIGINT, SIGTERM, or SIGHUP ends every process that this one has started, and then this one.
 * Logs stay.
 */
export function endAllOnSignal(): void {
  const token = `${process.env[runVariable] ?? ''}${randomBytes(16).toString('hex')}`;
  process.env[runVariable] = token;
  let isEnding = false;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, async () => {
      // The terminal and each parent process may signal the group, so a signal may arrive several times.
      if (isEnding) return;
      isEnding = true;
      process.stderr.write(`\n${name}: stopping everything this run started …\n`);
      await killAll({ token, processes: [] }).catch(() => {});
      await endForgottenRuns({ own: true }).finally(() => process.exit(128 + constants.signals[name]));
    });
  }
}
