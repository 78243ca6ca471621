import type { Runtime } from '../core/runtime.ts';
import type { SendingState, SendingStateStore } from '../domain/ports/sending.ts';
import { retryConflicts, updateIf } from './conflicts.ts';
import { keys } from './schema.ts';
import { type Item, readRecord, recordOf, type Table } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/** The longest age of the state that a worker uses. */
const cache_ms = 10_000;

/** The pauses within a minute that stop the deployment for a minute (P7). */
const pauses = { max: 5, within_ms: 60_000, stop_ms: 60_000 };

/** The pauses of an account's tenant: how many since when, and until when its mail waits. */
type AccountPauses = Record<string, { since: number; count: number; until: number }>;

type Stored = Partial<Omit<SendingState, 'accounts_paused_until'>> & { account_pauses?: AccountPauses };

/** The state while SES was never asked: its sandbox's rate (P15). */
const unasked = { rate: 1, quota: null, sent: 0, paused_until: 0, denied_at: 0 };

const stateOf = (item: Item | null): SendingState => {
  const { account_pauses = {}, ...stored } = item === null ? {} : recordOf<Stored>(item);
  const { rate, quota, sent, paused_until, denied_at } = { ...unasked, ...stored };
  const ends = Object.entries(account_pauses).map(([account, { until }]) => [account, until]);
  return { rate, quota, sent, paused_until, denied_at, accounts_paused_until: Object.fromEntries(ends) };
};

/** The pauses with one more of an account; ended ones are left out. */
function addPause(known: AccountPauses, account: string, now: number): AccountPauses {
  const isCurrent = ({ since, until }: AccountPauses[string]) =>
    since > now - pauses.within_ms || until > now;
  const kept = Object.fromEntries(Object.entries(known).filter(([, pause]) => isCurrent(pause)));
  const { since, count, until } = kept[account] ?? { since: now, count: 0, until: 0 };
  const stops = until <= now && count + 1 >= pauses.max;
  kept[account] = stops
    ? { since, count: 0, until: now + pauses.stop_ms }
    : { since, count: count + 1, until };
  return kept;
}

/**
 * One item that all workers read: SES's rate and quota, which the sweep writes, and until when nothing is sent. SES's
 * pauses are counted in it, one write at a time for each process: those that come meanwhile join the next.
 */
export function sendingStateStore(table: Table, runtime: Runtime): SendingStateStore {
  const key = keys.sendingState();
  let known: { state: SendingState; at: number } | null = null;
  let reading: Promise<SendingState> | null = null;
  let waiting = 0;
  let counting: Promise<boolean> | null = null;

  const remember = (item: Item | null, at: number): SendingState => {
    const state = stateOf(item);
    known = { state, at };
    return state;
  };

  const load = async (): Promise<SendingState> => {
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

  const stop = async (now: number): Promise<boolean> => {
    const change = { paused_until: now + pauses.stop_ms, pauses: 0 };
    const condition = 'attribute_not_exists(#paused_until) OR #paused_until <= :now';
    const item = await updateIf(table, setFields(key, change, { condition, values: { ':now': now } }));
    if (item !== null) remember(item, now);
    return item !== null;
  };

  const countWaiting = async (now: number): Promise<boolean> => {
    const count = waiting;
    waiting = 0;
    const item = await add(count, now);
    const { paused_until } = remember(item, now);
    return paused_until <= now && Number(item.pauses) >= pauses.max && stop(now);
  };

  return {
    read: () => {
      if (known !== null && runtime.now() - known.at < cache_ms) return Promise.resolve(known.state);
      reading ??= load();
      return reading;
    },

    writeQuota: async ({ rate, quota, sent }) => {
      const now = runtime.now();
      remember(await sendUpdate(table, setFields(key, { rate, quota, sent, read_at: now })), now);
    },

    /** All accounts are in one attribute, which is compared with what was read: pauses of tenants are rare. */
    countAccountPause: (account, now) =>
      retryConflicts(runtime, async () => {
        const { account_pauses: seen } = (await readRecord<Stored>(table, key)) ?? {};
        if ((seen?.[account]?.until ?? 0) > now) return false;
        const next = addPause(seen ?? {}, account, now);
        const unchanged =
          seen === undefined
            ? { condition: 'attribute_not_exists(#account_pauses)' }
            : { condition: '#account_pauses = :seen', values: { ':seen': seen } };
        remember(await sendUpdate(table, setFields(key, { account_pauses: next }, unchanged)), now);
        return (next[account]?.until ?? 0) > now;
      }),

    noteDenied: async (now) => {
      if (known !== null && known.state.denied_at > now - cache_ms) return false;
      remember(await sendUpdate(table, setFields(key, { denied_at: now })), now);
      return true;
    },

    countPause: async (now) => {
      if (known !== null && known.state.paused_until > now) return false;
      waiting++;
      await counting?.catch(() => false);
      if (waiting === 0) return false;
      counting = countWaiting(now);
      return counting;
    },
  };
}
