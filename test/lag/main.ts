import { runTests } from '../../localstack/run-tests.ts';
import { seeded } from '../support/seeded.ts';
import { startLag } from './proxy.ts';
import { conflicts, patience } from './settings.ts';

/** How late index entries are. */
const lag_ms = 1_000;

/**
 * `npm run check:lag [-- jest arguments]`: the API tests with late indexes and with transactions that conflict by
 * chance (P37). `LAG_SEED` repeats the chance of an earlier run, as far as the order of calls does.
 */
async function main(args: string[]): Promise<number> {
  const seed = Number(process.env.LAG_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`LAG_SEED=${seed}\n`);
  process.env.INDEX_LAG_MS = String(lag_ms);
  // Each list waits for its index, and writes that conflict are repeated. Most of that is waiting: more files at once.
  const late = ['--maxWorkers=6', ...patience];
  return runTests([
    {
      args: [...(args.length > 0 ? args : ['test/api']), ...late],
      dynamodb: (upstream) => startLag({ upstream, lag_ms, conflicts, random: seeded(seed) }),
    },
  ]);
}

process.exitCode = await main(process.argv.slice(2));
