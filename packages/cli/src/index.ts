import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.ts';
import { ask } from './terminal.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The second one does not wait for what is under way.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });

const status = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (line) => process.stdout.write(line),
  err: (line) => process.stderr.write(line),
  stdin: () => text(process.stdin),
  ask: process.stdin.isTTY ? ask : undefined,
  now: () => Date.now(),
  sleep: (ms) => sleep(ms, undefined, { signal: interruption.signal }).catch(() => undefined),
  signal: interruption.signal,
});
// Work that was interrupted may have requests under way.
if (interruption.signal.aborted) process.exit(status);
process.exitCode = status;
