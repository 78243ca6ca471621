import { cyclesIn, importsOf } from './cycles.ts';

const cycles = (texts: Record<string, string>) =>
  cyclesIn(importsOf(Object.entries(texts).map(([path, text]) => ({ path, text }))));

test('a cycle of types is found, in other folders too', () => {
  const texts = {
    'shared/a.ts': "import type { B } from './rooms/b.ts';",
    'shared/rooms/b.ts': "import { c } from '../c.ts';",
    'shared/c.ts': "const lazy = () => import('./a.ts');",
    'shared/d.ts': "import type { A } from './a.ts';",
  };
  expect(cycles(texts)).toEqual(['shared/a.ts -> shared/rooms/b.ts -> shared/c.ts -> shared/a.ts']);
});

test('files that two others share make none', () => {
  const texts = {
    'a.ts': "import { b } from './b.ts';\nimport { c } from './c.ts';",
    'b.ts': "import type { C } from './c.ts';",
    'c.ts': '',
  };
  expect(cycles(texts)).toEqual([]);
});
