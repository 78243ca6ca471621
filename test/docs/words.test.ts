import { productSources, readTexts } from './files.ts';
import { commentsIn, idioms, idiomsIn } from './words.ts';

/** Percent of the comments that may use private idiom: only ever lowered. */
const ceiling = 0.5;

test('comments use the words of the field', () => {
  const comments = readTexts(productSources).flatMap(commentsIn);
  expect(comments.length).toBeGreaterThan(1000);
  const idiomatic = comments.flatMap((one) => {
    const [first] = idiomsIn(one.text);
    return first ? [`${one.path}:${one.line} "${first.pattern.exec(one.text)?.[0]}": say ${first.say}`] : [];
  });
  const percent = (100 * idiomatic.length) / comments.length;
  if (percent <= ceiling) return;
  throw new Error(
    [
      `${idiomatic.length} of ${comments.length} comments (${percent.toFixed(1)} %, at most ${ceiling} %) use private idiom.`,
      'Write what is meant in the words of CONTRIBUTING.md:',
      ...idiomatic,
    ].join('\n'),
  );
});

test.each(readTexts(['*.md', 'docs/**/*.md']).map(({ path, text }) => [path, text] as const))(
  '%s uses the words of the field',
  (path, text) => {
    // The table of the words themselves.
    const page = path === 'CONTRIBUTING.md' ? text.replace(/^\| not \| but \|\n(\|.*\n)+/m, '') : text;
    const found = page.split('\n').flatMap((line, index) => {
      const [first] = idiomsIn(line);
      return first ? [`${path}:${index + 1} "${first.pattern.exec(line)?.[0]}": say ${first.say}`] : [];
    });
    expect(found).toEqual([]);
  },
);

test('CONTRIBUTING.md lists each idiom with the words to use', () => {
  const [contributing] = readTexts(['CONTRIBUTING.md']);
  for (const { idiom, say } of idioms) expect(contributing?.text).toContain(`| ${idiom} | ${say} |`);
});

test.each([
  '// The row that stands wins; whoever was quicker had it.',
  '/** Tells the endpoints anew of what was handed over. */',
  '// A twin waits its turn in the lane for crowds, kept apart.',
])('%j is idiom', (text) => {
  expect(idiomsIn(text)).not.toEqual([]);
});

test.each([
  '// The stand-in of SES stands for AWS; `Promise.allSettled` waits for all.',
  '/** One log line per idempotency claim; turns on the handler in turn. */',
  '// Outstanding writes; an announcement is a noun; foretold.',
  '// Hands the body to SES; a department; a planetary stallion.',
])('%j is plain', (text) => {
  expect(idiomsIn(text)).toEqual([]);
});

test('a comment is a block, a run of lines, or what follows code', () => {
  const text = [
    '/**',
    ' * one',
    ' */',
    "const url = 'https://a.example/*'; // two",
    '// three',
    '// goes on',
    "const glob = '**/*.ts';",
    '/* four */',
    '',
  ].join('\n');
  expect(commentsIn({ path: 'a.ts', text })).toEqual([
    { path: 'a.ts', line: 1, text: 'one' },
    { path: 'a.ts', line: 4, text: 'two' },
    { path: 'a.ts', line: 5, text: 'three goes on' },
    { path: 'a.ts', line: 8, text: 'four' },
  ]);
});
