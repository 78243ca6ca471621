import { emailShards, logShards, runShards } from '../../../shared/domain/limits/plans.ts';

test.each([
  [1, 1],
  [3, 1],
  [5, 2],
  [10, 3],
  // 1,100 emails of batches a second.
  [11, 16],
  [50, 16],
  [51, 16],
  [1_000, 16],
])('%i requests a second spread the list of emails over %i keys [P23]', (rate, shards) => {
  expect(emailShards(rate)).toBe(shards);
});

test('50 batches a second leave no key of the list above 500 writes a second [P23]', () => {
  expect((50 * 100) / emailShards(50)).toBeLessThanOrEqual(500);
});

test.each([1, 10, 50, 200, 1_000])(
  '%i events a second leave no key of the list of runs above 500 writes a second [U11]',
  (rate) => {
    const shards = runShards(emailShards(rate));
    expect(rate / shards).toBeLessThanOrEqual(250);
    expect(shards).toBeLessThanOrEqual(4);
  },
);

test('the log of an endpoint has as many keys as emails have, and more for many single sends [E7, P23]', () => {
  expect(logShards(10, 2)).toBe(3);
  expect(logShards(1_000, 2)).toBe(16);
  expect(logShards(10_000, 2)).toBe(50);
});
