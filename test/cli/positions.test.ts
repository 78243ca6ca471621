import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../../packages/cli/src/io.ts';
import { type Position, readPositions, storePosition } from '../../packages/cli/src/listen/position.ts';

function folder() {
  const home = mkdtempSync(join(tmpdir(), 'mailwright-positions-'));
  const io = { env: { XDG_CONFIG_HOME: home } } as unknown as Io;
  return { io, path: join(home, 'mailwright') };
}

const position = (webhook_id: string, from: number): Position => ({
  base_url: 'https://mail.example/api',
  webhook_id,
  secret: `whsec_${webhook_id}`,
  from,
  seen: [],
});

test('storing the position of one endpoint writes no file that another one has [D72]', () => {
  const { io, path } = folder();
  storePosition(io, 'wh_a', position('wh_a', 1));
  const filesOf = (webhook_id: string) =>
    readdirSync(path)
      .map((name) => join(path, name))
      .filter((file) => readFileSync(file, 'utf8').includes(webhook_id));
  const writtenAs = (files: string[]) => files.map((file) => statSync(file).ino);
  const [files, before] = [filesOf('wh_a'), writtenAs(filesOf('wh_a'))];
  storePosition(io, 'wh_b', position('wh_b', 1));
  storePosition(io, 'wh_b', position('wh_b', 2));
  expect([filesOf('wh_a'), writtenAs(files)]).toEqual([files, before]);
  storePosition(io, 'wh_b', null);
  expect([writtenAs(files), readPositions(io)]).toEqual([before, [position('wh_a', 1)]]);
});
