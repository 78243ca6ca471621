import { readFileSync } from 'node:fs';
import { groupsOf, testFiles } from '../../tools/test-groups.ts';

const files = testFiles('^test/(infra|localstack|store|api)/');
const groups = groupsOf(files, 20, ['localstack/start', 'localstack/edge']);

test('every file is in one group', () => {
  expect(groups.flat().sort()).toEqual(files);
  expect(Math.max(...groups.map(({ length }) => length))).toBeGreaterThan(20);
});

test('what takes longest comes first, in its order, and has a group of its own', () => {
  expect(groups.slice(0, 2)).toEqual([['test/localstack/start.test.ts'], ['test/localstack/edge.test.ts']]);
});

test('what loads aws-cdk-lib is one group', () => {
  const heavy = groups.filter((group) => group.some((file) => file.startsWith('test/infra/')));
  expect(heavy.map((group) => group.toSorted())).toEqual([
    files.filter((file) => file.startsWith('test/infra/')),
  ]);
});

test('the others are dealt out to groups of at most 20', () => {
  const isHeavy = (file: string) =>
    file.startsWith('test/infra/') || /unit: '(binary|grapheme)'/.test(readFileSync(file, 'utf8'));
  const light = groups.filter(([file = '', ...more]) => more.length > 0 && !isHeavy(file));
  const sizes = light.map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});
