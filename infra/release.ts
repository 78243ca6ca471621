import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A deploy's version and git commit. There is no commit outside a checkout. */
export function releaseVariables(): { VERSION: string; COMMIT?: string } {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  // At the top of a checkout, the prefix is empty. A copy inside another repository has no commit.
  const { stdout } = spawnSync('git', ['rev-parse', '--show-prefix', 'HEAD'], { encoding: 'utf8' });
  const commit = /^\n([0-9a-f]{40})\n$/.exec(stdout ?? '')?.[1];
  return { VERSION: version, ...(commit && { COMMIT: commit }) };
}
