import { type Waiting, waitAfterConflict } from '../core/backoff.ts';
import { tryAgain } from '../core/revise.ts';
import {
  type ConditionFailed,
  type Item,
  isConditionFailed,
  isTransactionConflict,
  type Once,
  recordOf,
  type Table,
  type TransactionConflict,
  type Update,
  type Write,
} from './table.ts';
import { sendUpdate } from './updates.ts';

/** A concurrent write broke the condition, or its transaction still holds an item. */
export type Conflict = ConditionFailed | TransactionConflict;

export const isConflict = (error: unknown): error is Conflict =>
  isConditionFailed(error) || isTransactionConflict(error);

/** Whether another transaction held the item, so the condition itself was not checked. */
export const isRunning: (conflict: Conflict) => boolean = isTransactionConflict;

/** With ten concurrent writers to an item, one succeeds per round, so ten rounds serve all. */
const usualAttempts = 12;

type RetryOptions = { attempts?: number; retryOn?: (conflict: Conflict) => boolean };

/**
 * Repeats `attempt` (a read and its write, or a write alone) while it loses to concurrent writes. Each
 * attempt gets the previous conflict. Throws 503 `unavailable` after the last attempt, and rethrows conflicts
 * that `retryOn` rejects.
 */
export async function retryConflicts<T>(
  runtime: Waiting,
  attempt: (last: Conflict | null) => Promise<T>,
  { attempts = usualAttempts, retryOn = () => true }: RetryOptions = {},
): Promise<T> {
  let last: Conflict | null = null;
  for (let made = 0; made < attempts; made++) {
    // A failed condition means that the other write is done. Only running transactions need a wait.
    if (last !== null && isRunning(last)) await waitAfterConflict(runtime, made - 1);
    try {
      return await attempt(last);
    } catch (error) {
      if (!isConflict(error) || !retryOn(error)) throw error;
      last = error;
    }
  }
  throw tryAgain(last);
}

/**
 * Resends the same transaction while another transaction holds an item. A failed condition ends the retries.
 */
export const retryTransaction = (
  table: Table,
  runtime: Waiting,
  writes: Write[],
  options?: Once,
): Promise<void> => retryConflicts(runtime, () => table.transact(writes, options), { retryOn: isRunning });

/** The same for a single update. Returns the item after the update. */
export const retryUpdate = (
  table: Table,
  runtime: Waiting,
  update: Update,
  options: Once = {},
): Promise<Item> =>
  retryConflicts(runtime, () => sendUpdate(table, { ...update, ...options }), { retryOn: isRunning });

/** The result of a conditional write, or of `otherwise` if the condition fails. */
export async function unlessFailed<T, F>(
  write: Promise<T>,
  otherwise: (failure: ConditionFailed) => F | Promise<F>,
): Promise<T | F> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailed(error)) return otherwise(error);
    throw error;
  }
}

/** The result of a conditional write. Null if the condition fails. */
export const orNull = <T>(write: Promise<T>): Promise<T | null> => unlessFailed(write, () => null);

/** The item after an update. Null if the condition fails. */
export const updateIf = (table: Table, update: Update): Promise<Item | null> =>
  orNull(sendUpdate(table, update));

/** The record after an update. Null if the condition fails. */
export async function updateRecord<T>(table: Table, update: Update): Promise<T | null> {
  const item = await updateIf(table, update);
  return item && recordOf<T>(item);
}

/** The failed condition of a write. Null if it succeeded. */
export const failureOf = (write: Promise<unknown>): Promise<ConditionFailed | null> => {
  const made = write.then(() => null);
  return unlessFailed(made, (failure) => failure);
};

export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> =>
  (await failureOf(write)) === null;

/** Whether a write succeeded. False if its condition failed or a transaction held an item. */
export const noConflict = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error) => {
      if (isConflict(error)) return false;
      throw error;
    },
  );
