import { basename, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * A dynamic import of a module of ours becomes a bundle of its own next to the entry; its path is put into `found`.
 * esbuild's splitting would instead put code that both sides share into chunks that load at once, together with code
 * that only the lazy side needs (49 to 66 KB measured).
 */
export function lazyBundles(found: Set<string>): Plugin {
  return {
    name: 'lazy-bundles',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\./ }, (args) => {
        if (args.kind !== 'dynamic-import') return undefined;
        found.add(resolve(args.resolveDir, args.path));
        return { path: `./${basename(args.path, '.ts')}.mjs`, external: true };
      });
    },
  };
}
