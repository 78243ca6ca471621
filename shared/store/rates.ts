import { setImmediate as nextTick } from 'node:timers/promises';
import type { Id, Runtime } from '../core/runtime.ts';
import type { RateStore } from '../domain/ports/accounts.ts';
import { cellRates, partsOf } from './cell-rate.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/** Times are floating point, where a third of a second isn't exact. */
const rounding_ms = 0.01;

/** Emails fail after 24 hours, so a slot further in the future comes from a wrong clock. */
const places_ms = { limit: 24 * 3_600_000, wrong: 25 * 3_600_000 };

/** Request rates, and the places of an account's emails waiting for SES. */
export function rateStore(table: Table, runtime: Runtime): RateStore {
  const takeFrom = cellRates(table, runtime);
  /** This process's reservations that go to the table in one write. */
  const open = new Map<string, { want: number; first: Promise<number> }>();

  const reserveTogether = async (account: Id<'acc'>, name: string, by: number): Promise<number> => {
    const now = runtime.now();
    const limit = now + places_ms.limit;
    const ask = { now, by, floor: now, limit, wrong: now + places_ms.wrong };
    return (await takeFrom(keys.rate(account, name), ask)).at ?? limit;
  };

  return {
    take: async ({ account, name, rate, burst }) => {
      const now = runtime.now();
      const parts = partsOf(rate);
      const by = (parts * 1000) / rate;
      const full = Math.ceil(burst / parts) * by;
      const limit = now + full - by + rounding_ms;
      const first = Math.floor(runtime.random() * parts);
      let tat = Number.POSITIVE_INFINITY;
      for (let i = 0; i < parts; i++) {
        const key = keys.rate(account, name, (first + i) % parts);
        const taken = await takeFrom(key, { now, by, floor: now, limit, wrong: limit + by + 1000 });
        if (taken.at !== null) return { taken: true, tat: taken.tat };
        tat = Math.min(tat, taken.tat);
      }
      return { taken: false, tat };
    },

    reserve: ({ account, name, rate }, want) => {
      const key = `${account} ${name}`;
      const joined = open.get(key);
      if (joined !== undefined) {
        const before = (joined.want * 1000) / rate;
        joined.want += want;
        return joined.first.then((place) => place + before);
      }
      const together = { want, first: Promise.resolve(0) };
      together.first = nextTick().then(() => {
        open.delete(key);
        return reserveTogether(account, name, (together.want * 1000) / rate);
      });
      open.set(key, together);
      return together.first;
    },
  };
}
