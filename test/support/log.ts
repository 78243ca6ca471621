import type { Log } from '../../shared/domain/context.ts';

/** Collects log lines, so that tests can look at what is written and what is not. */
export function collectLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string, fields?: Record<string, unknown>) => {
    lines.push(JSON.stringify({ message, ...fields }));
  };
  return { log: { info: keep, warn: keep, error: keep }, lines };
}
