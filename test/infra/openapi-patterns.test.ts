import { execFileSync } from 'node:child_process';
import { openApiText } from '../../infra/openapi.ts';

/** Every pattern of the document, with one place where it is. */
function patternsIn(node: unknown, path = '#', found = new Map<string, string>()): Map<string, string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [name, value] of Object.entries(node)) {
    const at = `${path}/${name}`;
    if (name === 'pattern' && typeof value === 'string') found.set(value, at);
    if (name === 'patternProperties') for (const key of Object.keys(value)) found.set(key, at);
    patternsIn(value, at, found);
  }
  return found;
}

const patterns = [...patternsIn(JSON.parse(openApiText()))];

/**
 * What ECMAScript, Python, Go (RE2), Java, .NET and Rust read alike: characters, classes of them, plain groups,
 * counts and anchors. No look-around, no back references, no `\p`, `\d`, `\w`, `\u`.
 */
const escaped = String.raw`\\(?:[\\.^$*+?()[\]{}|/-]|x[0-9a-f]{2})`;
const classes = String.raw`\[\^?(?:[^\\\][]|${escaped})+\]`;
const groups = String.raw`\((?:\?:|(?!\?))|\)|\|`;
const counts = String.raw`[*+?]|\{\d+(?:,\d*)?\}`;
const subset = new RegExp(
  String.raw`^(?:[\^$.]|${groups}|${counts}|${classes}|${escaped}|[A-Za-z0-9 _:@,;!~=<>"'#%&/-])+$`,
);

test('the document has patterns', () => expect(patterns.length).toBeGreaterThan(3));

test.each(patterns)('%j (%s) is of the subset that all readers share', (pattern) => {
  expect(pattern).toMatch(subset);
  expect(() => new RegExp(pattern, 'u')).not.toThrow();
});

test.each([
  String.raw`\p{L}`,
  '(?!a)b',
  '(?<=a)b',
  String.raw`(a)\1`,
  String.raw`\d`,
  String.raw`\u2028`,
  '(?<n>a)',
])('%j is not', (pattern) => expect(pattern).not.toMatch(subset));

test("Python's re compiles each", () => {
  const script = 'import json, re, sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)';
  const input = JSON.stringify(patterns.map(([pattern]) => pattern));
  expect(() => execFileSync('python3', ['-c', script], { input })).not.toThrow();
});
