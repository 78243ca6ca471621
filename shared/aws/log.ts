import { timestamp } from '../core/runtime.ts';
import type { Log, Metrics } from '../domain/context.ts';

/**
 * Metrics inside a log line, in CloudWatch's embedded format: CloudWatch reads them from the line, so that a function
 * makes no call for them. A number is a count, where no unit is named.
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
 * One JSON line per outcome on stdout, which CloudWatch takes as it is. A logging library would be 19 KB and 1.3 ms of
 * every cold start for this one line. Its bytes are paid for, so it says nothing twice: Lambda takes a line without a
 * level as INFO, and the time of a line with metrics is `_aws.Timestamp`. Lambda heeds a level only next to a
 * `timestamp`.
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
