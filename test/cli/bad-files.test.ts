import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../packages/cli/src/io.ts';
import { readPositions } from '../../packages/cli/src/listen/position.ts';
import { settingsOf } from '../../packages/cli/src/settings.ts';
import { shellOf } from '../support/cli.ts';

/** A home whose files of the program, and of the local stack, hold this text. */
function homeOf(text: string): Io {
  const { io, folder } = shellOf();
  const config = join(folder, '.config', 'mailwright');
  for (const path of [config, join(folder, '.local')]) mkdirSync(path, { recursive: true });
  for (const name of ['config.json', 'listen-wh_1.json']) writeFileSync(join(config, name), text);
  writeFileSync(join(folder, '.local', 'stack.json'), text);
  return { ...io, env: { HOME: folder } };
}

test.each(['', '{', 'null', '7', '"x"', '[]'])(
  'a file that holds %j is as one that is not there [D67]',
  (text) => {
    const io = homeOf(text);
    expect(() => settingsOf(io, {})).toThrow('No API key or base URL');
    const given = { apiKey: 'svc_x', baseUrl: 'http://localhost/api' };
    expect(settingsOf(io, given)).toEqual(given);
  },
);

test('endpoints that were listened to before are none where their files hold null [D72]', () => {
  expect(readPositions(homeOf('null'))).toEqual([]);
});
