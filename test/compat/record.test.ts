import { stopReceivers } from '../support/receiver.ts';
import { packRelease } from './bundles.ts';
import { missingKinds } from './kinds.ts';
import { recordEverything } from './recording.ts';
import { writePacked } from './releases.ts';
import { dropTable, makeTable } from './table.ts';

afterEach(stopReceivers);

const release = process.env.COMPAT_RELEASE ?? '';
const table = `compat-record-${process.pid}`;

/**
 * `npm run check -- compat:record` records one of everything that this code stores, for the next release's code to
 * read.
 */
(release === '' ? test.skip : test)('record what this release leaves behind [P5]', async () => {
  await makeTable(table);
  const { recorded } = await recordEverything(table, release);
  expect(missingKinds(recorded)).toEqual([]);
  writePacked(release, recorded);
  await packRelease(release);
  await dropTable(table);
});
