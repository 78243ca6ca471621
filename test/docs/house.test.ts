import { productSources, readTexts } from './files.ts';

// What CONTRIBUTING.md says of the code as a whole.
const product = readTexts(productSources);
const tests = readTexts(['test/**/*.ts']);
const linesOf = (text: string) => text.split('\n').length - 1;

test('half of the files have at most 100 lines, and none has more than 350', () => {
  const lengths = product.map(({ text }) => linesOf(text)).sort((a, b) => a - b);
  expect(lengths.length).toBeGreaterThan(400);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
  const long = [...product, ...tests].filter(({ text }) => linesOf(text) > 350).map(({ path }) => path);
  expect(long).toEqual([]);
});

test('a failed condition is looked at in few places', () => {
  const uses = product.flatMap(({ text }) => text.match(/isConditionFailed\(/g) ?? []);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.length).toBeLessThanOrEqual(10);
});

test('P50: an error that bundles share is known by its brand: each of them has a class of its own', () => {
  const bundled = product.filter(({ path }) => /^(?:shared|functions)\/(?!admin\/)/.test(path));
  const classes = bundled.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name = '']) => name),
  );
  expect(classes).toEqual(expect.arrayContaining(['AppError', 'HostError']));
  const faults = bundled.flatMap(({ path, text }) =>
    [...text.matchAll(/instanceof (\w+)/g)]
      .filter(([, name = '']) => classes.includes(name) && !text.includes(`\nclass ${name} `))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(faults).toEqual([]);
});

test('docs/architecture.md follows POST /emails through at most seven files', () => {
  const [map] = readTexts(['docs/architecture.md']);
  const section = map?.text.split('### POST /emails in seven files')[1] ?? '';
  const rows = [...(/(^\|.*\n)+/m.exec(section)?.[0] ?? '').matchAll(/^\| `([^`]+)` \|/gm)];
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.length).toBeLessThanOrEqual(7);
});

/** Names of the private language that the code once had (CONTRIBUTING, Words). */
const retired =
  /\b(settle|contend|takeTurn|ownEvent|Told|contentOf|storedContent|shownContent|Concerned|buryDelivery|conclude|notOurs|isSuppressedNow|handOver|handOn|endFailed|tally|dueRow|twin)\b/g;

test('no name of the product is of the old language', () => {
  // Without comments and strings, which test/docs/words.test.ts reads.
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*|'(?:[^'\\\n]|\\.)*'/g, '');
  const found = product.flatMap(({ path, text }) =>
    (code(text).match(retired) ?? []).map((one) => `${path}: ${one}`),
  );
  expect(found).toEqual([]);
});
