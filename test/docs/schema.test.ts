import { globSync, readFileSync } from 'node:fs';

const source = readFileSync('shared/store/schema.ts', 'utf8');

/** `ACC#${account}` and `ACC#<acc>` alike become `ACC#*`. */
const shapeOf = (key: string) => key.replace(/\$\{.*?\}+|<[^>]*>/g, '*');

const rows = [...source.matchAll(/^ \* \| ([^|]+) \| `([^`]+)` \| ([^|]+) \|/gm)].map(([, name, pk, sk]) => ({
  name: name as string,
  pk: shapeOf(pk as string),
  // The constant beginning of the sort key: `TEN#` of `TEN#<ten>`, nothing of an id.
  sk: shapeOf(/`([^`]+)`/.exec(sk as string)?.[1] ?? '*').split('*')[0] as string,
}));

const builders = [...source.matchAll(/ key\(\s*[`'](.+?)[`'],\s+(?:[`'](.*?)[`'])?/g)].map(([, pk, sk]) => ({
  pk: shapeOf(pk as string),
  sk: sk === undefined ? null : (shapeOf(sk).split('*')[0] as string),
}));

const isBuilt = (row: (typeof rows)[number]) =>
  builders.some(({ pk, sk }) => pk.startsWith(row.pk) && (sk === null || sk === row.sk));

test('the header of schema.ts marks exactly the entities without a key builder as planned', () => {
  expect(rows.length).toBeGreaterThan(40);
  const wrong = rows
    .filter((row) => isBuilt(row) === row.name.endsWith('(planned)'))
    .map(({ name }) =>
      name.endsWith('(planned)')
        ? `"${name}" has a key builder in \`keys\`: remove "(planned)" from its row`
        : `"${name}" has no key builder in \`keys\`: add one, or "(planned)" to its row`,
    );
  expect(wrong).toEqual([]);
});

test('no other file builds a key or knows one, but the table itself and what reads the whole of it', () => {
  const files = globSync('shared/**/*.ts').filter(
    (path) => !['schema.ts', 'table.ts', 'owners.ts'].some((name) => path === `shared/store/${name}`),
  );
  expect(files.length).toBeGreaterThan(200);
  const keyIn = /[`'"][A-Z]{3,}#|gsi[12](pk|sk)|[`'"](EMAIL|ENVELOPE|BODY)[`'"]/;
  expect(files.filter((path) => keyIn.test(readFileSync(path, 'utf8')))).toEqual([]);
});
