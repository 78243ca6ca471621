import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { localFolder } from '../../localstack/running.ts';
import { endAllOnSignal } from '../../tools/interrupt.ts';

const usage = `npm run check -- busy [--loops 4] [--runs 3] [-- jest arguments]

Runs the suite repeatedly while busy loops use up the cores, and prints the result of each run.
`;

/** Processes that only count. */
const startLoops = (count: number) =>
  Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));

type Outcome = { code: number; last: string; seconds: number; log: string };

/** Runs the suite once, with its output in a file. */
async function runOnce(n: number, args: string[]): Promise<Outcome> {
  const log = `${localFolder}/busy-${process.pid}-${n}.log`;
  const out = openSync(log, 'w');
  const began = Date.now();
  const child = spawn(process.execPath, ['localstack/setup.mjs', 'tools/test.ts', ...args], {
    stdio: ['ignore', out, out],
  });
  const code = await new Promise<number>((done) => child.once('exit', (exit) => done(exit ?? 1)));
  const last = spawnSync('tail', ['-n', '1', log], { encoding: 'utf8' }).stdout.trim();
  return { code, last, seconds: Math.round((Date.now() - began) / 1000), log };
}

/** `npm run check -- busy` shows whether the suite passes on a busy machine. */
async function main(): Promise<number> {
  const options = { loops: { type: 'string' }, runs: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return process.stdout.write(usage) ? 0 : 1;
  mkdirSync(localFolder, { recursive: true });
  endAllOnSignal();
  const [loops, runs] = [Number(values.loops ?? 4), Number(values.runs ?? 3)];
  const busy = startLoops(loops);
  let failed = 0;
  for (let n = 1; n <= runs; n++) {
    const { code, last, seconds, log } = await runOnce(n, positionals);
    if (code !== 0) failed++;
    process.stdout.write(
      `run ${n} of ${runs}, ${loops} busy loops: ${last}, ${seconds} s${code === 0 ? '' : `; ${log}`}\n`,
    );
  }
  for (const loop of busy) loop.kill('SIGKILL');
  process.stdout.write(`${runs - failed} of ${runs} passed\n`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
