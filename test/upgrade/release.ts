import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { localFolder } from '../../localstack/running.ts';

const run = promisify(execFile);

/** The commits of the releases, for a checkout with the history. */
const commits: Record<string, string> = { '0.2': '05e2332a' };

/** Checks out a release with its packages. It stays in .local for the next run. */
export async function checkoutOf(release: string): Promise<string> {
  const commit = commits[release] ?? '';
  const folder = resolve(localFolder, `release-${release}`);
  if (existsSync(`${folder}/node_modules/.bin/node`)) return folder;
  await mkdir(folder, { recursive: true });
  await run('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`]);
  await run('npm', ['ci', '--strict-allow-scripts'], { cwd: folder, maxBuffer: 1e8 });
  return folder;
}
