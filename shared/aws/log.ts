import { timestamp } from '../core/runtime.ts';
import type { Log, Metrics } from '../domain/context.ts';

/**
 * Metrics inside a log line, in CloudWatch's embedded format: CloudWatch reads them from the line, and a function makes no
 * call for them (P12).
 */
function embed({ counts = {}, times = {}, by = {}, total }: Metrics, stage: string, at: number) {
  const named = (numbers: Record<string, number>, Unit: string) =>
    Object.keys(numbers).map((Name) => ({ Name, Unit }));
  const Dimensions = [['stage', ...Object.keys(by)], ...(total ? [['stage']] : [])];
  const all = [...named(counts, 'Count'), ...named(times, 'Milliseconds')];
  return {
    ...by,
    ...counts,
    ...times,
    stage,
    _aws: { Timestamp: at, CloudWatchMetrics: [{ Namespace: 'Mailwright', Dimensions, Metrics: all }] },
  };
}

/**
 * One JSON line per outcome on stdout, which CloudWatch takes as it is. A logging library would be 19 KB and
 * 1.3 ms of every cold start for this one line.
 */
export function jsonLog(now: () => number, stage: string): Log {
  const write =
    (level: 'INFO' | 'WARN' | 'ERROR'): Log['info'] =>
    (message, fields = {}, metrics = null): void => {
      const at = now();
      const embedded = metrics === null ? {} : embed(metrics, stage, at);
      const line = { level, message, timestamp: timestamp(at), ...fields, ...embedded };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    };
  return { info: write('INFO'), warn: write('WARN'), error: write('ERROR') };
}
