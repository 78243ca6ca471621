import type { Runtime } from '../core/runtime.ts';
import { conditionHeld, retryConflicts } from './conflicts.ts';
import { keys } from './schema.ts';
import type { Item, Table } from './table.ts';

/** How long a worker believes what it read. */
const cache_ms = 10_000;

/** So many pauses within a minute stop the deployment for a minute (P7). */
const pauses = { most: 5, within_ms: 60_000, stop_ms: 60_000 };

type Quota = { rate: number; quota: number | null; sent: number };
type State = Quota & { paused_until: number };

/** Where SES was never asked: its sandbox's rate (P15). */
const unasked: Quota = { rate: 1, quota: null, sent: 0 };

const stateOf = (item: Item | null): State => {
  const {
    rate = unasked.rate,
    quota = unasked.quota,
    sent = unasked.sent,
    paused_until = 0,
  } = (item ?? {}) as Partial<State>;
  return { rate, quota, sent, paused_until };
};

/**
 * One item that all workers read: SES's rate and quota, which the sweep writes, and until when nothing is sent. SES's
 * pauses are counted in it, one write at a time for each process: what comes meanwhile joins the next.
 */
export function sendingStateStore(table: Table, runtime: Runtime) {
  const key = keys.sendingState();
  let known: { state: State; at: number } | null = null;
  let reading: Promise<State> | null = null;
  let waiting = 0;
  let counting: Promise<boolean> | null = null;

  const remember = (item: Item | null, at: number): State => {
    const state = stateOf(item);
    known = { state, at };
    return state;
  };

  const load = async (): Promise<State> => {
    const at = runtime.now();
    try {
      return remember(await table.get(key), at);
    } catch (error) {
      if (known === null) throw error;
      return known.state;
    } finally {
      reading = null;
    }
  };

  /** Adds to the minute's count, or begins one. */
  const add = (count: number, now: number): Promise<Item> =>
    retryConflicts(runtime, (last) => {
      const since = now - pauses.within_ms;
      const runs = last === null || Number(last.item?.pauses_since ?? 0) > since;
      return runs
        ? table.update(key, 'ADD pauses :count', {
            condition: 'pauses_since > :since',
            values: { ':count': count, ':since': since },
          })
        : table.update(key, 'SET pauses = :count, pauses_since = :now', {
            condition: 'attribute_not_exists(pauses_since) OR pauses_since <= :since',
            values: { ':count': count, ':now': now, ':since': since },
          });
    });

  const stop = (now: number): Promise<boolean> =>
    conditionHeld(
      table
        .update(key, 'SET paused_until = :until, pauses = :none', {
          condition: 'attribute_not_exists(paused_until) OR paused_until <= :now',
          values: { ':until': now + pauses.stop_ms, ':now': now, ':none': 0 },
        })
        .then((item) => remember(item, now)),
    );

  const countWaiting = async (now: number): Promise<boolean> => {
    const count = waiting;
    waiting = 0;
    const item = await add(count, now);
    const { paused_until } = remember(item, now);
    return paused_until <= now && Number(item.pauses) >= pauses.most && stop(now);
  };

  return {
    read: (): Promise<State> => {
      if (known !== null && runtime.now() - known.at < cache_ms) return Promise.resolve(known.state);
      reading ??= load();
      return reading;
    },

    writeQuota: async ({ rate, quota, sent }: Quota): Promise<void> => {
      const now = runtime.now();
      const item = await table.update(
        key,
        'SET #rate = :rate, #quota = :quota, #sent = :sent, read_at = :now',
        {
          names: { '#rate': 'rate', '#quota': 'quota', '#sent': 'sent' },
          values: { ':rate': rate, ':quota': quota, ':sent': sent, ':now': now },
        },
      );
      remember(item, now);
    },

    countPause: async (now: number): Promise<boolean> => {
      if (known !== null && known.state.paused_until > now) return false;
      waiting++;
      await counting?.catch(() => false);
      if (waiting === 0) return false;
      counting = countWaiting(now);
      return counting;
    },
  };
}
