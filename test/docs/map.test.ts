import { readdirSync, readFileSync } from 'node:fs';
import { functions } from '../../infra/functions.ts';
import { domainOrder } from '../lint/rooms.ts';

const map = readFileSync('docs/internals/architecture.md', 'utf8');

const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The names in the first column of the first table after `start`, without the folders above them. */
function firstColumn(start: string): string[] {
  const table = /(^\|.*\n)+/m.exec(map.split(start)[1] ?? '')?.[0] ?? '';
  const [, , ...rows] = table.split('\n');
  return rows.flatMap((row) => row.split('|')[1]?.match(/[a-z][a-z-]*(?=[`, ])/g) ?? []);
}

test('docs/internals/architecture.md has every function', () => {
  expect(firstColumn('## 1. What runs').sort()).toEqual(Object.keys(functions).sort());
});

test.each([
  ...folders('shared').map((name) => `shared/${name}`),
  'functions',
  'infra',
  'localstack',
  'tools',
  'test',
])('docs/internals/architecture.md has the room %s', (room) => {
  expect(map).toMatch(new RegExp(`^${room}/? `, 'm'));
});

test('docs/internals/architecture.md has the folders of shared/domain in the order in which they may import', () => {
  expect(firstColumn('each imports only those before it:')).toEqual(domainOrder);
});
