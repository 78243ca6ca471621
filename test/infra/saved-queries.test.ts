import { readFileSync } from 'node:fs';
import { functions } from '../../infra/functions.ts';
import { production, propertiesOf, resourcesOf, synthesize } from './templates.ts';

const core = synthesize(production);
const queries = propertiesOf(core, 'AWS::Logs::QueryDefinition');
const names = queries.map(({ Name }) => Name as string);

test('D81: the four queries are saved under the name of the stage, over the log of every function', () => {
  expect(names.sort()).toEqual(
    ['refused-by-code', 'slow-requests', 'trace-email', 'trace-request'].map(
      (name) => `mailwright-prod/${name}`,
    ),
  );
  const logs = Object.keys(resourcesOf(core, 'AWS::Logs::LogGroup')).filter((id) =>
    /log[0-9A-F]{8}$/.test(id),
  );
  expect(logs.length).toBeGreaterThanOrEqual(Object.keys(functions).length);
  for (const { LogGroupNames } of queries) {
    const over = LogGroupNames.map(({ Ref }: { Ref: string }) => Ref);
    for (const name of Object.keys(functions))
      expect(over).toContainEqual(expect.stringMatching(new RegExp(`^${name.replaceAll('-', '')}log`)));
  }
});

test('D81: a query shows and compares only fields that docs/logs.md lists', () => {
  const page = readFileSync('docs/logs.md', 'utf8');
  const fields = new Set(
    [...page.matchAll(/^\| `\w+` \|([^|]*)\|/gm)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []),
  );
  const own = /^(@\w+|message|requests|accounts|asc|desc|by|as|in|like|count|count_distinct|ispresent)$/;
  for (const { QueryString } of queries) {
    const text = QueryString.replace(/'[^']*'/g, '');
    const words =
      text.replace(/^(?:\| )?(?:fields|filter|stats|sort|limit) /gm, '').match(/@?[a-z_]+/g) ?? [];
    expect(words.filter((word: string) => !own.test(word) && !fields.has(word))).toEqual([]);
  }
});

test('D81: docs/operations.md names each query', () => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Follow an email\n');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(listed.map((name) => `mailwright-prod/${name}`).sort()).toEqual(names.sort());
});
