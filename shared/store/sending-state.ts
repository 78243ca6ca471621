import type { Id, Runtime } from '../core/runtime.ts';
import type { SendingState, SendingStateStore } from '../domain/ports/sending.ts';
import { retryConflicts } from './conflicts.ts';
import { keys } from './schema.ts';
import {
  type AccountPauses,
  type Pauses,
  type StoredState,
  sendingStateReader,
} from './sending-state-reader.ts';
import { type Expression, recordOf, type Table } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/** How long a process doesn't write again that SES denies this deployment access. */
const denied_ms = 10_000;

/** This many pauses within a minute stop the deployment for a minute. */
const pauses = { max: 5, within_ms: 60_000, stop_ms: 60_000 };

function addPauses({ times, until }: Pauses, count: number, now: number): Pauses {
  const last = [...times, ...Array<number>(count).fill(now)].slice(-pauses.max);
  const oldest = last.at(-pauses.max) ?? 0;
  return { times: last, until: oldest > now - pauses.within_ms ? now + pauses.stop_ms : until };
}

/** Adds one pause to an account's pauses. Ended pauses are dropped. */
function addAccountPause(known: AccountPauses, account: Id<'acc'>, now: number): AccountPauses {
  const isCurrent = ({ times, until }: Pauses) => until > now || (times.at(-1) ?? 0) > now - pauses.within_ms;
  const kept = Object.fromEntries(Object.entries(known).filter(([, own]) => isCurrent(own)));
  return { ...kept, [account]: addPauses(kept[account] ?? { times: [], until: 0 }, 1, now) };
}

const unchanged = (field: string, seen: unknown): Expression =>
  seen === undefined
    ? { condition: `attribute_not_exists(#${field})` }
    : { condition: `#${field} = :seen`, values: { ':seen': seen } };

/**
 * One item that all workers read: SES's rate and quota, which the sweep writes, and until when nothing is
 * sent. Each process counts SES's pauses one write at a time. Pauses that arrive during a write are added
 * with the next one.
 */
export function sendingStateStore(table: Table, runtime: Runtime): SendingStateStore {
  const key = keys.sendingState();
  const { read, known, remember } = sendingStateReader(table, runtime);
  let waiting = 0;
  let counting: Promise<boolean> | null = null;

  /**
   * Writes the result of `change` on the stored pauses, retrying if another worker was first. Five such
   * writes stop all workers. Returns the state after the write. `change` returns null while mail already
   * waits.
   */
  const revise = (
    field: 'pause_times' | 'account_pauses',
    change: (stored: StoredState) => StoredState | null,
    now: number,
  ): Promise<SendingState | null> =>
    retryConflicts(runtime, async () => {
      const item = await table.get(key, { consistent: true });
      remember(item, now);
      const stored: StoredState = item === null ? {} : recordOf(item);
      const next = change(stored);
      if (next === null) return null;
      const condition = unchanged(field, stored[field]);
      return remember(await sendUpdate(table, setFields(key, next, condition)), now);
    });

  const countWaiting = async (now: number): Promise<boolean> => {
    const count = waiting;
    waiting = 0;
    const change = ({ pause_times = [], paused_until = 0 }: StoredState): StoredState | null => {
      if (paused_until > now) return null;
      const { times, until } = addPauses({ times: pause_times, until: paused_until }, count, now);
      return { pause_times: times, paused_until: until };
    };
    const state = await revise('pause_times', change, now);
    return state !== null && state.paused_until > now;
  };

  return {
    read,

    writeQuota: async (quota) => {
      const now = runtime.now();
      remember(await sendUpdate(table, setFields(key, { ...quota, read_at: now })), now);
    },

    /** One attribute, compared with the value read, covers all accounts, because tenant pauses are rare. */
    countAccountPause: async (account, now) => {
      const change = ({ account_pauses = {} }: StoredState): StoredState | null =>
        (account_pauses[account]?.until ?? 0) > now
          ? null
          : { account_pauses: addAccountPause(account_pauses, account, now) };
      const state = await revise('account_pauses', change, now);
      return (state?.accounts_paused_until[account] ?? 0) > now;
    },

    noteDenied: async (now, denied_resource) => {
      if ((known()?.denied_at ?? 0) > now - denied_ms) return false;
      remember(await sendUpdate(table, setFields(key, { denied_at: now, denied_resource })), now);
      return true;
    },

    countPause: async (now) => {
      if ((known()?.paused_until ?? 0) > now) return false;
      waiting++;
      await counting?.catch(() => false);
      if (waiting === 0) return false;
      counting = countWaiting(now);
      return counting;
    },
  };
}
