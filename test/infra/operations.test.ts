import { globSync, readFileSync } from 'node:fs';

const page = readFileSync('docs/operations.md', 'utf8');

test('docs/operations.md lists every context value, and no other', () => {
  const code = globSync('infra/*.ts').map((file) => readFileSync(file, 'utf8'));
  const read = code.flatMap((text) => [...text.matchAll(/\(node, '(\w+)'/g)].map(([, name]) => name));
  // `contextName` makes these from the names of the queues.
  const made = ['deliver', 'bulk', 'feedback', 'attemptWebhook', 'domainTasks', 'tenantRemovals'].map(
    (queue) => `${queue}Concurrency`,
  );
  const [, table = ''] = page.split('### Context values');
  const [rows = ''] = table.split(/\n#/);
  const listed = [...rows.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(new Set(listed)).toEqual(new Set([...read, ...made]));
});
