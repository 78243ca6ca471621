import type { Runtime } from '../core/runtime.ts';
import type { SlotStore } from '../domain/ports/sending.ts';
import { cellRates, partsOf } from './cell-rate.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/** A late worker may still use the last half second: SES counts by the second. */
const credit_ms = 500;

/** Only a wrong clock puts a slot this far into the future. */
const wrong_ms = 60_000;

/** The times at which this deployment calls SES, one after another at SES's rate. */
export function slotStore(table: Table, runtime: Runtime): SlotStore {
  const takeFrom = cellRates(table, runtime);
  return {
    take: async ({ rate, want, ahead_ms }) => {
      const now = runtime.now();
      const parts = partsOf(rate);
      const { at, tat } = await takeFrom(keys.slots(Math.floor(runtime.random() * parts)), {
        now,
        by: (want * parts * 1000) / rate,
        floor: now - credit_ms,
        limit: now + ahead_ms,
        wrong: now + wrong_ms,
      });
      return at === null ? { again_at: tat - ahead_ms } : { slot: at };
    },
  };
}
