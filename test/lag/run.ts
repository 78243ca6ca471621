import type { Dynamodb } from '../../localstack/dynamodb.ts';
import type { TestRun } from '../../tools/run-tests.ts';
import { seeded } from '../support/seeded.ts';
import { startLag } from './proxy.ts';
import { conflicts } from './settings.ts';

/**
 * Left out: import-command counts the requests that an import takes, which work for a real second each, and fewer rows
 * fit a second here. What those requests do is shown by the other files of imports.
 */
const leftOut = 'test/api/import-command';

/** How late index entries are. */
const lag_ms = 1_000;

type Options = {
  /** For jest: the files, and what else it is told. */
  args: string[];
  /** Repeats the chance of an earlier run, as far as the order of calls does. */
  seed: number;
  /** Files at the same time; more than there are cores, since lists wait for their index. */
  workers?: number;
  /** Takes the place of the emulator's table. */
  dynamodb?: TestRun['dynamodb'];
};

/** The API tests with late indexes and with transactions that conflict by chance (P37). */
export function lateRun({ args, seed, workers = 4, dynamodb }: Options): TestRun {
  return {
    args: [...args, `--maxWorkers=${workers}`, `--testPathIgnorePatterns=/node_modules/|${leftOut}`],
    variables: { INDEX_LAG_MS: String(lag_ms) },
    dynamodb: async (emulator, run) => {
      const behind = await dynamodb?.(emulator, run);
      const upstream = behind?.endpoint ?? emulator;
      const lag = await startLag({ upstream, lag_ms, conflicts, random: seeded(seed) });
      return behind ? before(lag, behind) : lag;
    },
  };
}

/** A proxy and the DynamoDB behind it as one. */
function before(proxy: Dynamodb, { ownTables, close }: Dynamodb): Dynamodb {
  return { ...proxy, ownTables, close: () => proxy.close().finally(close) };
}
