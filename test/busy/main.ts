import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { localFolder } from '../../localstack/running.ts';
import { endAllOnSignal } from '../../tools/interrupt.ts';

/** Runs the suite once, with its output in a file. Returns whether it passed. */
async function runOnce(n: number, args: string[]): Promise<boolean> {
  const log = `${localFolder}/busy-${process.pid}-${n}.log`;
  const out = openSync(log, 'w');
  const began = Date.now();
  const child = spawn(process.execPath, ['localstack/setup.mjs', 'tools/test.ts', ...args], {
    stdio: ['ignore', out, out],
  });
  const [code] = await once(child, 'exit');
  const last = spawnSync('tail', ['-n', '1', log], { encoding: 'utf8' }).stdout.trim();
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(`run ${n}: ${last}, ${seconds} s${code === 0 ? '' : `; ${log}`}\n`);
  return code === 0;
}

/**
 * `npm run check -- busy [--loops 4] [--runs 3] [-- jest arguments]` shows whether the suite passes while busy loops
 * compete for the cores.
 */
async function main(): Promise<number> {
  const options = {
    loops: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  mkdirSync(localFolder, { recursive: true });
  endAllOnSignal();
  const loop = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const busy = Array.from({ length: Number(values.loops) }, loop);
  let failed = 0;
  for (let n = 1; n <= Number(values.runs); n++) if (!(await runOnce(n, positionals))) failed++;
  for (const child of busy) child.kill('SIGKILL');
  process.stdout.write(`${failed} of ${values.runs} runs failed\n`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
