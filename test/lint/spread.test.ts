import { productSources, readTexts } from '../docs/files.ts';

test('no literal spreads another literal: its members are members of the outer one', () => {
  const found = readTexts([...productSources, 'test/**/*.ts']).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (/^\s*\.\.\.\{/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
