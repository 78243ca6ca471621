import { seeded } from '../seeded.ts';
import { installMemoryTable } from './memory-table.ts';

/** How late indexes are, and with STALE_READS (0 to 1) that part of the reads that are not consistent; how many writes in a hundred meet another transaction (P37). */
const lag_ms = 1_000;
const conflicts = { transactions: 0.05, single: 0.02 };

/** For `setupFiles` of jest: with MEMORY_TABLE, its seed, each test file has a table of its own in this process. */
if (process.env.MEMORY_TABLE) {
  const { catchUp } = installMemoryTable(() => process.env.TABLE_NAME, {
    lag_ms,
    stale: Number(process.env.STALE_READS ?? 0),
    now: Date.now,
    conflicts,
    random: seeded(Number(process.env.MEMORY_TABLE)),
  });
  Object.assign(globalThis, { indexesCatchUp: catchUp });
}
