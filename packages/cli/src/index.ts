import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (line) => process.stdout.write(line),
  err: (line) => process.stderr.write(line),
  stdin: () => text(process.stdin),
  now: () => Date.now(),
  sleep: (ms) => sleep(ms),
});
