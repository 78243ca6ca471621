import { lruCache } from '../core/cache.ts';
import { clientKey } from '../core/ip-ranges.ts';
import type { Id } from '../core/runtime.ts';

/** Max connections per address: concurrent, and new per minute (table "Limits"). */
type AddressLimits = { at_once: number; per_minute: number };

const minute_ms = 60_000;
const failures_ms = 15 * minute_ms;
const maxFailures = 5;

type Window = { began: number; count: number };

/** Counters by key, each over a window that starts with its first count. */
export function windows(now: () => number, length_ms: number) {
  const counts = lruCache<Window>({ max: 50_000 });
  const open = (key: string): Window | undefined => {
    const found = counts.get(key);
    return found && now() - found.began < length_ms ? found : undefined;
  };
  return {
    count: (key: string): number => open(key)?.count ?? 0,
    add: (key: string): number => {
      const { began, count } = open(key) ?? { began: now(), count: 0 };
      counts.set(key, { began, count: count + 1 });
      return count + 1;
    },
  };
}

/** Recent failures by key. Five within 15 minutes lock the key until the first of them is 15 minutes old. */
function locks(now: () => number) {
  const times = lruCache<number[]>({ max: 50_000 });
  const isLocked = (key: string): boolean => {
    const first = times.get(key)?.at(-maxFailures);
    return first !== undefined && now() - first < failures_ms;
  };
  return {
    isLocked,
    /** True when the failure locks the key. */
    add: (key: string): boolean => {
      times.set(key, [...(times.get(key) ?? []), now()].slice(-maxFailures));
      return isLocked(key);
    },
  };
}

/** Counters by key. Removed when back at 0. */
export function counts() {
  const open = new Map<string, number>();
  return {
    /** The count after the change. */
    change: (key: string, by: 1 | -1): number => {
      const count = (open.get(key) ?? 0) + by;
      if (count > 0) open.set(key, count);
      else open.delete(key);
      return count;
    },
  };
}

/** This process's counters by address and account. All are limited in size. */
export function createGuard(now: () => number, limits: AddressLimits) {
  const arrivals = windows(now, minute_ms);
  const failures = locks(now);
  const { change } = counts();
  return {
    /** Counts a connection of the address until `left`. True if it is one too many. */
    arrived: (address: string): boolean => {
      const key = `ip ${clientKey(address)}`;
      const often = arrivals.add(key) > limits.per_minute;
      return change(key, 1) > limits.at_once || often;
    },
    left: (address: string): void => void change(`ip ${clientKey(address)}`, -1),
    /** Counts a connection of an account. Returns the number of open connections, including this one. */
    joined: (account: Id<'acc'>): number => change(`acc ${account}`, 1),
    parted: (account: Id<'acc'>): void => void change(`acc ${account}`, -1),
    /** Whether the address is locked out, because five of its logins failed within 15 minutes. */
    isLocked: (address: string): boolean => failures.isLocked(clientKey(address)),
    /** Counts a failed login. True if it is the fifth. */
    failed: (address: string): boolean => failures.add(clientKey(address)),
  };
}

export type Guard = ReturnType<typeof createGuard>;
