import { productSources, readTexts } from './files.ts';
import { explainedIn, faultsOf, rulesIn } from './rule-book.ts';

const [ruleBook] = readTexts(['docs/rules.md']);

/** Everything that may cite a rule; this folder's own examples are no citations. */
const texts = readTexts([...productSources, 'test/**/*.{ts,mjs}', '*.md', 'docs/**/*.md']).filter(
  ({ path }) => path !== 'docs/rules.md' && !path.startsWith('test/docs/'),
);

test('docs/rules.md has a line for every rule that is cited, and no other', () => {
  if (!ruleBook) throw new Error('docs/rules.md is missing');
  expect(texts.length).toBeGreaterThan(400);
  expect(explainedIn(ruleBook.text).length).toBeGreaterThan(100);
  expect(faultsOf(ruleBook, texts)).toEqual([]);
});

test.each([
  ['Throws 422 (rule 6, Q17).', ['Q17', 'POST /emails rule 6']],
  ['H17 with E1-E3, E39', ['H17', 'E1', 'E2', 'E3', 'E39']],
  [
    'rules 2-4: 403; rules 6 and 11; rules 10, 11',
    [2, 3, 4, 6, 11, 10, 11].map((n) => `POST /emails rule ${n}`),
  ],
  [
    'Import rule 3 and Authentication 3 (architecture 5)',
    ['Import rule 3', 'Authentication 3', 'architecture 5'],
  ],
  ["test('C5: pages')", ['C5']],
  ['See C8.', ['C8']],
  // What only looks like a rule.
  ['SHA256, H264, S3, EC2, R0@x.example, =?utf-8?Q?=E2=80=AE?=, A100, #A1, D1.ts', []],
])('a citation in %j is read', (line, rules) => {
  expect(rulesIn(line)).toEqual(rules);
});

describe('what the test says when the rule book is not whole', () => {
  const book = (text: string) => ({ path: 'docs/rules.md', text });
  const cites = (text: string) => [{ path: 'shared/a.ts', text }];

  test('a cited rule without a line: which rule, where, and the row to add', () => {
    const [fault, ...others] = faultsOf(book(''), cites('// one\n// two (Q17)\n// again (Q17)'));
    expect(others).toEqual([]);
    expect(fault).toMatch(/^Q17, cited in shared\/a\.ts:2, has no line: add "\| Q17 \| /);
  });

  test('a line that nothing cites, and a line that is there twice', () => {
    expect(faultsOf(book('| Q1 | first |'), cites(''))).toEqual([
      'Q1 is cited by nothing any more: remove its line from docs/rules.md.',
    ]);
    expect(faultsOf(book('| Q1 | first |\n| Q1 | first |'), cites('(Q1)'))).toEqual([
      'Q1 has two lines: keep one in docs/rules.md.',
    ]);
  });
});
