import { readTexts } from './files.ts';

test('each decision has a number of its own, which its heading repeats', () => {
  const decisions = readTexts(['docs/internals/decisions/*.md']);
  const numbers = decisions.map(({ path }) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]);
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const [i, { text }] of decisions.entries()) expect(text).toMatch(new RegExp(`^# ${numbers[i]}: `));
});
