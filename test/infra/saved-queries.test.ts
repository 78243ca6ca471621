import { readFileSync } from 'node:fs';
import { functions } from '../../infra/functions.ts';
import { production, propertiesOf, resourcesOf, synthesize } from './templates.ts';

const core = synthesize(production);
const queries = propertiesOf(core, 'AWS::Logs::QueryDefinition');
const names = queries.map(({ Name }) => Name as string);

test('the four queries are saved under the name of the stage, over the log of every function and of the relay [D81]', () => {
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
    for (const name of [...Object.keys(functions), 'smtp'])
      expect(over).toContainEqual(expect.stringMatching(new RegExp(`^${name.replaceAll('-', '')}log`)));
  }
});

test('the task writes to the log that the queries read; a deployment without it has none [D81]', () => {
  const [{ ContainerDefinitions: [container] = [] } = {}] = propertiesOf(
    synthesize(production, 'Smtp'),
    'AWS::ECS::TaskDefinition',
  );
  const { Ref } = container.LogConfiguration.Options['awslogs-group'];
  expect(synthesize(production, 'Smtp').Parameters?.[Ref]?.Default).toBe('/mailwright/prod/SMTP_LOG_GROUP');
  const [{ Value }] = propertiesOf(core, 'AWS::SSM::Parameter').filter(
    ({ Name }) => Name === '/mailwright/prod/SMTP_LOG_GROUP',
  ) as [{ Value: { Ref: string } }];
  expect(Value.Ref).toMatch(/^smtplog/);
  const without = resourcesOf(synthesize({ stage: 'prod' }), 'AWS::Logs::LogGroup');
  expect(Object.keys(without).filter((id) => id.startsWith('smtplog'))).toEqual([]);
});

test('a query shows and compares only fields that docs/internals/logs.md lists [D81]', () => {
  const page = readFileSync('docs/internals/logs.md', 'utf8');
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

test('docs/operations.md names each query [D81]', () => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Follow an email\n');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(listed.map((name) => `mailwright-prod/${name}`).sort()).toEqual(names.sort());
});
