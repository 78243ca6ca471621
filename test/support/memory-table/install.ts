import { seeded } from '../seeded.ts';
import { installMemoryTable } from './memory-table.ts';

/** With STALE_READS, this share (0 to 1) of the eventually consistent reads is as late as the indexes. */
const share = Number(process.env.STALE_READS ?? 0);

/**
 * What may lag by rule or budget, but tests read immediately: suppressions (Q19), counters, a worker's domain and
 * routes (N48), and an event's endpoints (P25: half a read unit per notification).
 */
const mayLag = ({ pk, sk }: { pk: string; sk: string }) =>
  /^(ADR|STAT|DOM)#/.test(pk) || sk.startsWith('WH#');

/** How late index entries are, and how many in 100 writes meet another transaction (P37). */
const lag_ms = 1_000;
const conflicts = { transactions: 0.05, single: 0.02 };

/** For jest's `setupFiles`. With MEMORY_TABLE, its seed, each test file has its own table in this process. */
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
