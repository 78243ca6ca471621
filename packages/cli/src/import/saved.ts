import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../io.ts';
import type { Options } from './options.ts';

/** The last cursor, which is useless without the key. The file includes no key and no secrets. */
type Saved = { cursor: string; id: string };

const choiceOf = ({ provider, region, resources }: Options) => JSON.stringify([provider, region, resources]);

/** The file of an unfinished import, under the working folder. */
export function savedImport({ cwd }: Io, options: Options, account: string) {
  const folder = join(cwd, '.local', 'imports');
  const path = join(folder, `${options.provider}-${account}.json`);
  return {
    read: (): Saved | null => {
      try {
        const { choice, ...saved } = JSON.parse(readFileSync(path, 'utf8')) as Saved & { choice: string };
        return choice === choiceOf(options) ? saved : null;
      } catch {
        return null;
      }
    },
    write: (saved: Saved): void => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // Written atomically, because a kill between two responses must leave a cursor.
      writeFileSync(`${path}.new`, JSON.stringify({ choice: choiceOf(options), ...saved }), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
    remove: (): void => rmSync(path, { force: true }),
  };
}
