import { pageWithTests } from '../../tools/rule-tests.ts';
import { productSources, readTexts } from './files.ts';
import { explainedIn, faultsOf } from './rule-book.ts';

const [ruleBook] = readTexts(['docs/internals/rules.md']);

/** Everything that may cite a rule; this folder's own examples are no citations. */
const texts = readTexts([...productSources, 'test/**/*.{ts,mjs}', '*.md', 'docs/**/*.md']).filter(
  ({ path }) => path !== 'docs/internals/rules.md' && !path.startsWith('test/docs/'),
);

test('docs/internals/rules.md has a line for every rule that is cited, and no other', () => {
  if (!ruleBook) throw new Error('docs/internals/rules.md is missing');
  expect(texts.length).toBeGreaterThan(400);
  expect(explainedIn(ruleBook.text).length).toBeGreaterThan(100);
  expect(faultsOf(ruleBook, texts)).toEqual([]);
});

test('docs/internals/rules.md links each rule to the tests that cite it (`npm run generate` writes the links)', () => {
  expect(ruleBook?.text).toBe(pageWithTests());
});
