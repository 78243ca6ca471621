import { backoff } from '../../shared/core/backoff.ts';
import { conditionHeld, noConflict, retryConflicts, unlessFailed } from '../../shared/store/conflicts.ts';
import { ConditionFailed, TransactionConflict } from '../../shared/store/table.ts';

/** A runtime whose waits are noted, not waited for. */
function noted() {
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return { waits, runtime: { random: () => 1, sleep } };
}

const failing = (error: Error, times: number) => {
  let left = times;
  return async () => {
    if (left-- > 0) throw error;
    return 'written';
  };
};

test('a conflicting transaction is waited for, each time longer; a failed condition is retried at once', async () => {
  const { waits, runtime } = noted();
  expect(await retryConflicts(runtime, failing(new TransactionConflict(), 7))).toBe('written');
  expect(waits).toEqual([10, 20, 40, 80, 160, 250, 250]);
  expect(await retryConflicts(runtime, failing(new ConditionFailed(null), 11))).toBe('written');
  expect(waits).toHaveLength(7);
});

test('each attempt is given the conflict before it', async () => {
  const item = { pk: 'p', sk: 's', tat: 7 };
  const seen: unknown[] = [];
  const attempt = async (last: { item: unknown } | null) => {
    seen.push(last?.item);
    if (last === null) throw new ConditionFailed(item);
  };
  await retryConflicts(noted().runtime, attempt);
  expect(seen).toEqual([undefined, item]);
});

test('503 with the conflict as its cause when the attempts are used up; every other error at once', async () => {
  const conflict = new TransactionConflict();
  const { waits, runtime } = noted();
  await expect(retryConflicts(runtime, failing(conflict, 3), { attempts: 3 })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '1' },
    cause: conflict,
  });
  expect(waits).toHaveLength(2);
  await expect(retryConflicts(runtime, failing(new Error('down'), 1))).rejects.toThrow('down');
  const retryOn = () => false;
  await expect(retryConflicts(runtime, failing(conflict, 1), { retryOn })).rejects.toBe(conflict);
});

test('a failed condition is a result, every other error is thrown', async () => {
  const item = { pk: 'p', sk: 's' };
  const refused = () => Promise.reject(new ConditionFailed(item));
  expect(await conditionHeld(Promise.resolve())).toBe(true);
  expect(await conditionHeld(refused())).toBe(false);
  expect(await unlessFailed(refused(), (failure) => failure.item)).toBe(item);
  await expect(conditionHeld(Promise.reject(new TransactionConflict()))).rejects.toThrow(TransactionConflict);
  expect(await noConflict(Promise.reject(new TransactionConflict()))).toBe(false);
  await expect(noConflict(Promise.reject(new Error('down')))).rejects.toThrow('down');
});

test('a wait is random, and at least half of its length', () => {
  expect(backoff(() => 0, 3, { base: 10, cap: 300, least: 0.5 })).toBe(40);
});
