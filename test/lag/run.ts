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
};

/** The API tests with late indexes and with transactions that conflict by chance (P37). */
export function lateRun({ args, seed }: Options): TestRun {
  return {
    // More files at the same time than there are cores, since lists wait for their index.
    args: [...args, '--maxWorkers=4', `--testPathIgnorePatterns=/node_modules/|${leftOut}`],
    variables: { INDEX_LAG_MS: String(lag_ms) },
    dynamodb: (upstream) => startLag({ upstream, lag_ms, conflicts, random: seeded(seed) }),
  };
}
