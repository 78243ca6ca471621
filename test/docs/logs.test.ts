import { readTexts } from './files.ts';

/** `log.info('name', { … })`, also `ctx.log[level]('name', …)`; the fields as far as they are written in place. */
const call = /\blog(?:\.(?:info|warn|error)|\[[^\]]+\])\(\s*'([^']*)'(?:,\s*\{((?:[^{}]|\{[^{}]*\})*)\})?/g;

/** The names of the fields in an object literal; what it spreads is left out. */
const fieldsOf = (literal: string): string[] =>
  literal
    .replace(/\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}/g, '')
    .split(',')
    .flatMap((member) => /^\s*(\w+)\s*(?::|$)/.exec(member)?.[1] ?? []);

const logged = readTexts(['functions/**/*.{ts,tsx}', 'shared/**/*.ts']).flatMap(({ path, text }) =>
  [...text.matchAll(call)].map(([, name = '', literal = '']) => ({ path, name, fields: fieldsOf(literal) })),
);

const [page] = readTexts(['docs/internals/logs.md']);
const rows = [...(page?.text.split('## Metrics')[0] ?? '').matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)];
const listed = new Map(
  rows.map(([, name = '', fields = '']) => [name, (fields.match(/\w+/g) ?? []) as string[]]),
);

test('docs/internals/logs.md has every event that is logged, and no other', () => {
  expect(logged.length).toBeGreaterThan(40);
  expect([...listed.keys()].sort()).toEqual([...new Set(logged.map(({ name }) => name))].sort());
  expect(rows).toHaveLength(listed.size);
});

test('docs/internals/logs.md has the fields of each event', () => {
  const missing = logged.flatMap(({ path, name, fields }) =>
    fields.filter((field) => !listed.get(name)?.includes(field)).map((field) => `${path}: ${name} ${field}`),
  );
  expect(missing).toEqual([]);
});

test('docs/internals/logs.md has every metric that a log line carries, and no other [P12]', () => {
  const section = page?.text.split('## Metrics')[1] ?? '';
  const named = [...section.matchAll(/^\| (`[A-Za-z_]+`[^|]*) \|.*\| `\w+` \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const carried = readTexts(['shared/**/*.ts']).flatMap(({ text }) =>
    [
      ...text.matchAll(
        /\b(?:counts|times): \{ (\w+):|'email\.\w+': '(emails_\w+)'|\b((?:Smtp|Inbound)[A-Z]\w+): /g,
      ),
    ].map(([, ...names]) => names.find(Boolean)),
  );
  expect([...new Set(named)].sort()).toEqual([...new Set(carried)].sort());
});

test('an event is a name in snake_case, written where it is logged', () => {
  expect(logged.filter(({ name }) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([]);
  const calls = readTexts(['functions/**/*.{ts,tsx}', 'shared/**/*.ts']).flatMap(({ text }) =>
    [...text.matchAll(/\blog\.(info|warn|error)\(/g)].map(([found]) => found),
  );
  expect(calls.length).toBeLessThanOrEqual(logged.length);
});
