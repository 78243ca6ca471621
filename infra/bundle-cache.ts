import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Metafile } from 'esbuild';

/** The files on which a bundle depends in addition to its sources: the packages, and the build itself. */
const recipe = [
  'package-lock.json',
  'infra/build.ts',
  'infra/lazy-bundles.ts',
  'infra/plain-http.ts',
  'infra/stubs.ts',
  'infra/unused-packages.ts',
];

/** Inputs that esbuild or a plugin made itself: `<define>`, and paths in a namespace. */
const isNoFile = /^(?:<|[\w-]+:)/;

/**
 * Identifies what a bundle was made of: its own sources by content, packages by the lockfile. Undefined when
 * a source is gone. Two starts in a row then bundle nothing (2 to 10 s on 2 cores).
 */
export function bundleKey({ inputs }: Metafile): string | undefined {
  const own = Object.keys(inputs).filter((path) => !path.includes('node_modules/') && !isNoFile.test(path));
  const hash = createHash('sha256').update(process.version);
  for (const path of [...recipe, ...own.sort()]) {
    if (!existsSync(path)) return undefined;
    hash.update(`\0${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}
