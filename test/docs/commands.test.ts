import { readFileSync } from 'node:fs';
import { checks } from '../../tools/checks.ts';
import { productSources, readTexts } from './files.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Pages, sources, and tests, but not this folder. */
const texts = readTexts([
  ...['*.md', 'docs/**/*.md', 'examples/*/README.md', 'packages/*/README.md', '.ci/*'],
  ...[...productSources, 'test/**/*.{ts,mjs,md}'],
]).filter(({ path }) => !path.startsWith('test/docs/'));

/** `file: name` for each name that the pattern finds and the list lacks. */
const unknown = (pattern: RegExp, known: string[]) =>
  texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter(([, name = '']) => !known.includes(name))
      .map(([, name]) => `${path}: ${name}`),
  );

test('every npm script that a page or comment names exists', () => {
  expect(unknown(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, Object.keys(scripts))).toEqual([]);
});

test('every check that a page or comment names exists', () => {
  const names = checks.map(({ name }) => name);
  const named = /(?:npm run (?:-s |--silent )?check -- |node tools\/check\.ts )([a-z][\w:-]*)/g;
  expect(unknown(named, names)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('every check has a sentence, and a script or a test file', () => {
  const files = readTexts(['test/**/*.ts', 'tools/*.ts']).map(({ path }) => path);
  for (const { name, does, command } of checks) {
    const named = command.filter((word) => /^(?:test|tools)\//.test(word));
    const missing = named.filter((word) => !files.some((path) => path.startsWith(word)));
    expect({ name, does, missing }).toEqual({
      name,
      does: expect.stringMatching(/^[A-Z].*\.$/),
      missing: [],
    });
  }
});
