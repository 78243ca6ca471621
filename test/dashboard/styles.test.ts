import { globSync, readFileSync } from 'node:fs';

/** The selectors of all rules outside of `@media` and the like. */
function selectorsOf(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  const text = css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '');
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '{' && depth++ === 0) found.push(text.slice(start, i).trim());
    if (character === '}' && --depth === 0) start = i + 1;
  }
  return found.filter((one) => !one.startsWith('@'));
}

test('a class has one rule of its own, so two components don’t share a name by accident [D84]', () => {
  const files = globSync('functions/dashboard/assets/css/*.css');
  const classes = files
    .flatMap((path) => selectorsOf(readFileSync(path, 'utf8')))
    .filter((one) => /^\.[a-z-]+$/.test(one));
  expect(classes.length).toBeGreaterThan(50);
  expect(classes.filter((one, i) => classes.indexOf(one) !== i)).toEqual([]);
});
