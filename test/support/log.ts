import type { Log, Metrics } from '../../shared/domain/context.ts';

/** Collects log lines, so that tests can look at what is written and what is not. */
export function collectLog() {
  const lines: string[] = [];
  const metrics: Metrics[] = [];
  const keep: Log['info'] = (message, fields, carried) => {
    lines.push(JSON.stringify({ message, ...fields }));
    if (carried) metrics.push(carried);
  };
  const log: Log = { info: keep, warn: keep, error: keep };
  return { log, lines, metrics };
}
