import { nextWait, retryAfter } from '../../../shared/domain/webhooks/retry.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const plain = { status_code: 500, retry_after: null };

test('failed deliveries are retried at 0s, 5s, 30s, 2m and 2m', () => {
  expect([1, 2, 3, 4, 5].map((attempt) => nextWait(attempt, plain, now))).toEqual([5, 30, 120, 120, null]);
});

test.each([
  ['7', 7],
  [' 7 ', 7],
  ['0', 0],
  ['Sat, 21 Nov 2026 10:01:30 GMT', 90],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['Saturday, 21-Nov-26 10:01:30 GMT', 90],
  ['Sat Nov 21 10:01:30 2026', 90],
  ['Thu Nov  5 10:01:30 2026', 0],
  ['Sat, 21-Nov-26 10:01:30 GMT', null],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2026-11-21T10:01:30Z', null],
  ['Sat, 21 Nov 2026 10:01:30 +0100', null],
  ['Sat, 99 Nov 2026 10:01:30 GMT', null],
  ['99999999999999999999', null],
  ['', null],
  [null, null],
])('Retry-After %p is %p seconds [E27]', (header, seconds) => {
  expect(retryAfter(header, now)).toBe(seconds);
});

test.each([
  [429, '60', 1, 60],
  [503, '60', 1, 60],
  [503, '1', 2, 30],
  [429, '86400', 1, 900],
  [500, '60', 1, 5],
  [404, '60', 1, 5],
  [503, 'later', 3, 120],
  [503, '600', 5, null],
])('%i with Retry-After %p after attempt %i waits %p [E27]', (status_code, retry_after, attempt, wait) => {
  expect(nextWait(attempt, { status_code, retry_after }, now)).toBe(wait);
});
