import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.ts';

/** Prompts on the terminal. `hidden` turns off echo. Ctrl-C ends the process as usual. */
async function ask(question: string, { hidden }: { hidden: boolean }): Promise<string> {
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await new Promise<string>((answered) => {
      lines.question(hidden ? '' : question, answered);
      // From here on, the terminal doesn't echo input.
      if (hidden) process.stderr.write(question);
      lines.once('close', () => answered(''));
    });
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // A second interruption doesn't wait for running work.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });

/** If a reader stops early (`| head`), the work ends like an interruption. A full disk is a failure. */
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
// Interrupted work may have requests in progress.
if (interruption.signal.aborted) process.exit(status);
process.exitCode = status;
