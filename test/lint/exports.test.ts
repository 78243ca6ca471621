import { unusedExports } from './exports.ts';

const unused = (files: Record<string, string>) =>
  unusedExports(Object.entries(files).map(([path, text]) => ({ path, text })));

test.each([
  ['an import', "import { one } from './a.ts';\n"],
  ['an import of several lines', "import {\n  type Two,\n  one as other,\n} from './a.ts';\n"],
  ['an import of all of it', "import * as a from './a.ts';\n"],
  ['an import when it is needed', "const { one } = await import('./a.ts');\n"],
  ['a member of what is imported', "const b = (await import('./a.ts')).one();\n"],
  ['the path of the file', "const alias = { x: './shared/a.ts' };\n"],
])('%s is a use', (_name, text) => {
  expect(unused({ 'shared/a.ts': 'export const one = 1;\n', 'shared/b.ts': text })).toEqual([]);
});

test('what only its own file uses is unused, whatever it is', () => {
  const text = [
    'export const one = 1;',
    'export async function two() {}',
    'export type Three = typeof one;',
    'export class Four {}',
    'export const { five, six: seven } = eight;',
    'const source = `',
    'export const nine = 9;',
    '`;',
  ].join('\n');
  const names = ['one', 'two', 'Three', 'Four', 'five', 'six'];
  expect(unused({ 'shared/a.ts': text })).toEqual(names.map((name) => `shared/a.ts ${name}`));
});

test('a use by a test counts for the tests alone', () => {
  const files = {
    'shared/a.ts': 'export const one = 1;\n',
    'test/support/b.ts': 'export const two = 2;\n',
    'test/c.test.ts': "import { one } from '../shared/a.ts';\nimport { two } from './support/b.ts';\n",
  };
  expect(unused(files)).toEqual(['shared/a.ts one']);
});

test('the handler of a function is used by Lambda', () => {
  expect(unused({ 'functions/emails/handler.ts': 'export const handler = 1;\n' })).toEqual([]);
});
