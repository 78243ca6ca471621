import { seeded } from '../seeded.ts';
import { installMemoryTable } from './memory-table.ts';

/** With STALE_READS, 0 to 1, that part of the reads that are not consistent is as late as the indexes are. */
const share = Number(process.env.STALE_READS ?? 0);

/**
 * What rules or budgets let lag, and tests read at once: suppressions (Q19), counters, the domain and routes of a worker
 * (N48), the endpoints of an event (P25: half a read unit a notification).
 */
const mayLag = ({ pk, sk }: { pk: string; sk: string }) =>
  /^(ADR|STAT|DOM)#/.test(pk) || sk.startsWith('WH#');

/** How late index entries are, and how many writes in a hundred meet another transaction (P37). */
const lag_ms = 1_000;
const conflicts = { transactions: 0.05, single: 0.02 };

/** For `setupFiles` of jest: with MEMORY_TABLE, its seed, each test file has a table of its own in this process. */
if (process.env.MEMORY_TABLE) {
  const { catchUp } = installMemoryTable(() => process.env.TABLE_NAME, {
    lag_ms,
    ...(share > 0 && { stale: { share, of: (key) => !mayLag(key) } }),
    now: Date.now,
    conflicts,
    random: seeded(Number(process.env.MEMORY_TABLE)),
  });
  Object.assign(globalThis, { indexesCatchUp: catchUp });
}
