import { readTexts } from '../docs/files.ts';
import { wallTimeBounds } from './wall-time.ts';

test.each([
  ['the clock itself', 'expect(Date.now() - began).toBeLessThan(5_000);'],
  ['a name', 'const took = performance.now() - began;\nexpect(took).toBeLessThanOrEqual(5);'],
  [
    'a rounded name',
    'const ms = Math.round(performance.now() - began);\nexpect(Math.max(ms, 0)).toBeLessThan(5);',
  ],
  ['a member', 'return { took: Date.now() - began };\nexpect(found?.took)\n  .toBeLessThan(5);'],
])('an upper bound on wall time is found: %s', (_name, text) => {
  expect(wallTimeBounds(text)).toHaveLength(1);
});

test.each([
  ['CPU time', 'expect(cpuOf(() => parse(text))).toBeLessThan(5_000);'],
  ['a count', 'const at = Date.now() - 1000;\nexpect(calls.length).toBeLessThan(5);'],
  ['a lower bound', 'expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);'],
])('what a busy machine does not change is none: %s', (_name, text) => {
  expect(wallTimeBounds(text)).toEqual([]);
});

test('no test asserts that something takes less than some time: CPU time, counts and order hold on a busy machine', () => {
  const found = readTexts(['test/**/*.test.ts'])
    .filter(({ path }) => !path.startsWith('test/lint/'))
    .flatMap(({ path, text }) => wallTimeBounds(text).map((bound) => `${path}: ${bound}`));
  expect(found).toEqual([]);
});
