import { readTexts } from '../docs/files.ts';

const pathsOf = (files: string[], pattern: RegExp) =>
  readTexts(files)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

test('U21: a deployed function has the clock of its machine, and no way in for another one', () => {
  const product = ['functions/**/*.ts', 'shared/**/*.ts'];
  expect(pathsOf(product, /\bDate\.now\b/)).toEqual(['shared/core/runtime.ts']);
  expect(pathsOf(product, /\bsystemRuntime\(/)).toEqual([
    // AWS compares the time of a signature with its own.
    ...['shared/aws/parts.ts', 'shared/aws/signed/client.ts', 'shared/core/runtime.ts'],
  ]);
  // What `compose` and `makeParts` let tests replace, no handler gives them.
  expect(pathsOf(['functions/**/*.ts'], /\bruntime\s*[:,}]|\bOverrides\b/)).toEqual([]);
  // Nor does the environment, which is read in one place.
  expect(pathsOf(product, /\bprocess\.env\b/)).toEqual(['shared/aws/config.ts']);
  expect(pathsOf(['shared/aws/config.ts'], /[A-Z_]*(?:CLOCK|OFFSET|NOW)[A-Z_]*:/)).toEqual([]);
});
