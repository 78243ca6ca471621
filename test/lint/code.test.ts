import { productSources, readTexts, type TextFile } from '../docs/files.ts';

// What CONTRIBUTING.md says of the code and neither Biome nor the compiler sees.
const product = readTexts(productSources);
const tests = readTexts(['test/**/*.ts']);
const deployed = product.filter(({ path }) => /^(functions|shared)\//.test(path));

const pathsOf = (files: TextFile[], pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('no file has more than 350 lines', () => {
  expect(pathsOf([...product, ...tests], /^(?:.*\n){351}/)).toEqual([]);
});

test('no test asserts that something takes less than some time: CPU time, counts and order hold on a busy machine', () => {
  expect(pathsOf(tests, /expect\((?:Date|performance)\.now\(\) - [^;]*\)\s*\.toBeLess/)).toEqual([]);
});

test('a deployed function has the clock of its machine, and no way in for another one [U21]', () => {
  expect(pathsOf(deployed, /\bDate\.now\b/)).toEqual(['shared/core/runtime.ts']);
  expect(pathsOf(deployed, /\bsystemRuntime\(/)).toEqual([
    // The time that a connection was idle, also while its function was frozen.
    ...['shared/aws/kept-connections.ts', 'shared/aws/parts.ts', 'shared/core/runtime.ts'],
  ]);
  // What `compose` and `makeParts` let tests replace, no handler gives them.
  const handlers = deployed.filter(({ path }) => path.startsWith('functions/'));
  expect(pathsOf(handlers, /\bruntime\s*[:,}]|\bOverrides\b/)).toEqual([]);
  // Nor does the environment, which is read in one place.
  expect(pathsOf(deployed, /\bprocess\.env\b/)).toEqual(['shared/aws/config.ts']);
  expect(pathsOf(readTexts(['shared/aws/config.ts']), /[A-Z_]*(?:CLOCK|OFFSET|NOW)[A-Z_]*:/)).toEqual([]);
});

test('one file alone takes the template of html, and lets no text through as html [D36]', () => {
  expect(pathsOf(deployed, /['"]hono\/(?:html|utils\/html|jsx)/)).toEqual(['shared/http/html.ts']);
  const [template] = readTexts(['shared/http/html.ts']);
  const calls = [...(template?.text ?? '').matchAll(/\braw\(([^)]*)\)/g)].map(([, given]) => given);
  expect(calls).toEqual(["''"]);
  expect(template?.text).not.toMatch(/export [^;]*[{=]\s*raw\b(?!\()/);
});

test('components are in the pages of dashboard and documentation alone, and let no text through as html [D83]', () => {
  const components = product.filter(({ path }) => path.endsWith('.tsx')).map(({ path }) => path);
  expect(components.filter((path) => !/^functions\/(dashboard|docs)\//.test(path))).toEqual([]);
  expect(components.length).toBeGreaterThan(5);
  expect(pathsOf(deployed, /dangerouslySetInnerHTML|isEscaped/)).toEqual([]);
});

test('an error that bundles share is known by its brand: each of them has a class of its own [P50]', () => {
  const bundled = deployed.filter(({ path }) => !path.startsWith('functions/admin/'));
  const classes = bundled.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name = '']) => name),
  );
  const faults = bundled.flatMap(({ path, text }) =>
    [...text.matchAll(/instanceof (\w+)/g)]
      .filter(([, name = '']) => classes.includes(name) && !text.includes(`\nclass ${name} `))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(faults).toEqual([]);
});
