import { runTests } from '../../tools/run-tests.ts';
import { lateRun } from './run.ts';

/**
 * `npm run check:lag [-- jest arguments]`: the API tests with late indexes and with transactions that conflict by
 * chance (P37), on the emulator's table. `LAG_SEED` repeats the chance of an earlier run.
 */
async function main(args: string[]): Promise<number> {
  const seed = Number(process.env.LAG_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`LAG_SEED=${seed}\n`);
  return runTests(() => [[lateRun({ args: args.length > 0 ? args : ['test/api'], seed })]]);
}

process.exitCode = await main(process.argv.slice(2));
