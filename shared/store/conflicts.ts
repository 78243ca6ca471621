import { type Waiting, waitAfterConflict } from '../core/backoff.ts';
import { AppError } from '../core/errors.ts';
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

/** A concurrent write changed what the condition expects, or its transaction still holds an item. */
export type Conflict = ConditionFailed | TransactionConflict;

export const isConflict = (error: unknown): error is Conflict =>
  isConditionFailed(error) || isTransactionConflict(error);

/** Whether another transaction held the item: the condition itself was not looked at. */
export const isRunning: (conflict: Conflict) => boolean = isTransactionConflict;

/** Of ten concurrent writers of one item one succeeds in each round, so ten rounds serve all of them. */
const usualAttempts = 12;

type RetryOptions = { attempts?: number; retryOn?: (conflict: Conflict) => boolean };

/**
 * Runs `attempt` (a read and the write that it decides, or a write alone) again while it loses against concurrent
 * writers; it is given the conflict that ended the attempt before. Throws 503 `unavailable` when the attempts are used
 * up, and at once a conflict that `retryOn` does not accept.
 */
export async function retryConflicts<T>(
  runtime: Waiting,
  attempt: (last: Conflict | null) => Promise<T>,
  { attempts = usualAttempts, retryOn = () => true }: RetryOptions = {},
): Promise<T> {
  let last: Conflict | null = null;
  for (let made = 0; made < attempts; made++) {
    // A failed condition means that the other write is done: only a running transaction is waited for.
    if (last !== null && isRunning(last)) await waitAfterConflict(runtime, made - 1);
    try {
      return await attempt(last);
    } catch (error) {
      if (!isConflict(error) || !retryOn(error)) throw error;
      last = error;
    }
  }
  const headers = { 'retry-after': '1' };
  throw new AppError('unavailable', 'Too many concurrent changes, try again', { headers, cause: last });
}

/** Sends the same transaction again while another one holds an item of it; a failed condition is its result. */
export const retryTransaction = (
  table: Table,
  runtime: Waiting,
  writes: Write[],
  options?: Once,
): Promise<void> => retryConflicts(runtime, () => table.transact(writes, options), { retryOn: isRunning });

/** Likewise for one update; the item after it. */
export const retryUpdate = (
  table: Table,
  runtime: Waiting,
  update: Update,
  options: Once = {},
): Promise<Item> =>
  retryConflicts(runtime, () => sendUpdate(table, { ...update, ...options }), { retryOn: isRunning });

/** The result of a conditional write, or of `otherwise` when its condition does not hold. */
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

/** The result of a conditional write; null when its condition does not hold. */
export const orNull = <T>(write: Promise<T>): Promise<T | null> => unlessFailed(write, () => null);

/** The item after an update; null when its condition does not hold. */
export const updateIf = (table: Table, update: Update): Promise<Item | null> =>
  orNull(sendUpdate(table, update));

/** The record after an update; null when its condition does not hold. */
export async function updateRecord<T>(table: Table, update: Update): Promise<T | null> {
  const item = await updateIf(table, update);
  return item && recordOf<T>(item);
}

/** The condition of a write that does not hold; null: it was made. */
export const failureOf = (write: Promise<unknown>): Promise<ConditionFailed | null> => {
  const made = write.then(() => null);
  return unlessFailed(made, (failure) => failure);
};

export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> =>
  (await failureOf(write)) === null;

/** Whether a write was made: false where its condition does not hold or a transaction holds an item of it. */
export const noConflict = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error) => {
      if (isConflict(error)) return false;
      throw error;
    },
  );
