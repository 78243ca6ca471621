import { runTests } from '../../localstack/run-tests.ts';
import { seeded } from '../support/seeded.ts';
import { startLag } from './proxy.ts';
import { conflicts, patience } from './settings.ts';

/**
 * Left out: import-command counts the requests that an import takes, which work for a real second each, and fewer rows
 * fit a second here. What those requests do is shown by the other files of imports.
 */
const leftOut = ['test/api/import-command'];

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
  // Lists wait for their index, and writes that conflict are repeated: more files at once than there are cores.
  const ignored = `--testPathIgnorePatterns=${['/node_modules/', ...leftOut].join('|')}`;
  const late = ['--maxWorkers=4', ignored, ...patience];
  return runTests([
    {
      args: [...(args.length > 0 ? args : ['test/api']), ...late],
      dynamodb: (upstream) => startLag({ upstream, lag_ms, conflicts, random: seeded(seed) }),
    },
  ]);
}

process.exitCode = await main(process.argv.slice(2));
