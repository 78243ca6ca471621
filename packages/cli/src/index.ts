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

/** A reader that has seen enough (`| head`) ends the work as an interruption does; a disk that is full is a failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return interruption.abort();
  process.stderr.write(`error: ${error.message}\n`);
  process.exit(1);
});
process.stderr.on('error', () => {});

const status = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (line) => process.stdout.write(line),
  err: (line) => process.stderr.write(line),
  columns: process.stdout.columns || Number(process.env.COLUMNS) || undefined,
  stdin: () => text(process.stdin),
  ask: process.stdin.isTTY ? ask : undefined,
  now: () => Date.now(),
  sleep: (ms) => sleep(ms, undefined, { signal: interruption.signal }).catch(() => undefined),
  signal: interruption.signal,
});
// Work that was interrupted may have requests under way.
if (interruption.signal.aborted) process.exit(status);
process.exitCode = status;
