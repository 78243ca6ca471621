import { timestamp } from '../core/runtime.ts';
import type { Log, Metrics } from '../domain/context.ts';

/**
 * Metrics inside a log line, in CloudWatch's embedded format, so a function needs no metric calls. A number
 * without a unit is a count.
 */
function embed({ counts = {}, times = {}, by = {}, total }: Metrics, stage: string, at: number) {
  const Metrics = [
    ...Object.keys(counts).map((Name) => ({ Name })),
    ...Object.keys(times).map((Name) => ({ Name, Unit: 'Milliseconds' })),
  ];
  const Dimensions = [['stage', ...Object.keys(by)], ...(total ? [['stage']] : [])];
  return {
    ...by,
    ...counts,
    ...times,
    stage,
    _aws: { Timestamp: at, CloudWatchMetrics: [{ Namespace: 'Mailwright', Dimensions, Metrics }] },
  };
}

/**
 * Writes one JSON line per outcome to stdout. A logging library would add 19 KB and 1.3 ms to each cold
 * start. Log bytes cost money, so nothing is repeated: Lambda takes a line without a level as INFO, and a
 * line with metrics has its time in `_aws.Timestamp`. Lambda respects a level only next to a `timestamp`.
 */
export function jsonLog(now: () => number, stage: string): Log {
  const write =
    (level: 'WARN' | 'ERROR' | null): Log['info'] =>
    (message, fields = {}, metrics = null): void => {
      const at = now();
      const embedded = metrics && embed(metrics, stage, at);
      const time = (level || !embedded) && { timestamp: timestamp(at) };
      const line = { ...(level && { level }), message, ...time, ...fields, ...embedded };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    };
  return { info: write(null), warn: write('WARN'), error: write('ERROR') };
}
