import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stopReceivers } from '../support/receiver.ts';
import { packRelease } from './bundles.ts';
import { recordEverything } from './recording.ts';
import { dropTable, makeTable } from './table.ts';
import type { Recorded } from './world.ts';

afterEach(stopReceivers);

const release = process.env.COMPAT_RELEASE ?? '';
const table = `compat-record-${process.pid}`;

/** Every `et` that a repository writes. */
const kinds = [
  ...new Set(
    readdirSync('shared/store').flatMap((file) =>
      [...readFileSync(`shared/store/${file}`, 'utf8').matchAll(/\bet: '(\w+)'/g)].map(([, et]) => et),
    ),
  ),
].filter((et) => !(process.env.COMPAT_WITHOUT ?? '').split(',').includes(et ?? ''));

/** `npm run compat:record`: one of everything that this code keeps, to be read by the code of the next release. */
(release === '' ? test.skip : test)('P5: record what this release leaves behind', async () => {
  await makeTable(table);
  const { recorded } = await recordEverything(table, release);
  const found = new Set(recorded.items.map(({ et }) => (et as { S: string } | undefined)?.S));
  expect([...kinds].filter((et) => !found.has(et))).toEqual([]);
  mkdirSync('test/compat/releases', { recursive: true });
  const path = `test/compat/releases/${release}.json`;
  writeFileSync(path, textOf(recorded));
  await packRelease(release);
  await dropTable(table);
});

/** One line for each item, so that a later recording can be compared. */
function textOf({ items, ...rest }: Recorded): string {
  const lines = items.map((item) => JSON.stringify(item)).join(',\n');
  return `${JSON.stringify(rest, null, 1).slice(0, -2)},\n "items": [\n${lines}\n]}\n`;
}
