import type { Log, Metrics } from '../../shared/domain/context.ts';

/** What no log line may include: email addresses, our secrets and tokens, and fields with their names. */
const forbidden = [
  /[^\s"'<>@\\:=]+@[^\s"'<>@\\]+\.[a-z]{2,}/i,
  /\b(?:svc|smtp|whsec|sk|re)_[A-Za-z0-9]{24,}/,
  /"(?:subject|text|html|token|secret|password|cookie|authorization|api_key|email)":/,
];

/** Lines of this test file that break this rule. `no-private-logs.ts` fails their test. */
export const privateLines: string[] = [];

/** Collects log lines, so that tests can check them. */
export function collectLog() {
  const lines: string[] = [];
  const metrics: Metrics[] = [];
  const keep: Log['info'] = (message, fields, carried) => {
    const line = JSON.stringify({ message, ...fields });
    if (forbidden.some((form) => form.test(line))) privateLines.push(line);
    lines.push(line);
    if (carried) metrics.push(carried);
  };
  const log: Log = { info: keep, warn: keep, error: keep };
  return { log, lines, metrics };
}
