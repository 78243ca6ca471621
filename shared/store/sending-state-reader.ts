import type { Runtime } from '../core/runtime.ts';
import type { SendingState } from '../domain/ports/sending.ts';
import { keys } from './schema.ts';
import { type Item, recordOf, type Table } from './table.ts';

/** Max age of the state that a process uses. */
const cache_ms = 10_000;

/** Recent pauses (epoch ms), oldest first, and until when they hold mail back. */
export type Pauses = { times: number[]; until: number };

/** The pauses of each account's tenant. */
export type AccountPauses = Record<string, Pauses>;

export type StoredState = Partial<Omit<SendingState, 'accounts_paused_until'>> & {
  pause_times?: number[];
  account_pauses?: AccountPauses;
};

/** The state before SES was ever asked: the sandbox's rate. */
const unasked = {
  rate: 1,
  quota: null,
  sent: 0,
  plan: null,
  paused_until: 0,
  denied_at: 0,
  denied_resource: null,
};

const stateOf = (item: Item | null): SendingState => {
  const { account_pauses = {}, ...stored } = item === null ? {} : recordOf<StoredState>(item);
  const { rate, quota, sent, plan, paused_until, denied_at, denied_resource } = { ...unasked, ...stored };
  const ends = Object.entries(account_pauses).map(([account, { until }]) => [account, until]);
  const accounts_paused_until = Object.fromEntries(ends);
  return { rate, quota, sent, plan, paused_until, denied_at, denied_resource, accounts_paused_until };
};

/** The SES quota, and until when nothing is sent, as this process read or wrote it within the last 10 s. */
export function sendingStateReader(table: Table, runtime: Runtime) {
  let known: { state: SendingState; at: number } | null = null;
  let reading: Promise<SendingState> | null = null;

  const remember = (item: Item | null, at: number): SendingState => {
    const state = stateOf(item);
    known = { state, at };
    return state;
  };

  const load = async (): Promise<SendingState> => {
    const at = runtime.now();
    try {
      return remember(await table.get(keys.sendingState()), at);
    } catch (error) {
      if (known === null) throw error;
      return known.state;
    } finally {
      reading = null;
    }
  };

  return {
    read: (): Promise<SendingState> => {
      if (known !== null && runtime.now() - known.at < cache_ms) return Promise.resolve(known.state);
      reading ??= load();
      return reading;
    },
    known: () => known?.state ?? null,
    remember,
  };
}
