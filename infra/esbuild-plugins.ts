import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Loader, type Plugin, transform } from 'esbuild';

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

/**
 * Gives the functions `node:http` as Node's own code gets it. An import of it reads every property of the module, and
 * that of `WebSocket` loads all of undici, which nothing of ours uses: 16 to 20 ms of CPU.
 */
export const plainHttp: Plugin = {
  name: 'plain-http',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:)?http$/ }, () => ({ path: 'node:http', namespace: 'plain-http' }));
    onLoad({ filter: /.*/, namespace: 'plain-http' }, () => ({
      contents: "module.exports = process.getBuiltinModule('node:http');",
      loader: 'js',
    }));
  },
};

/** Minifies the styles and the script that the dashboard carries as text: a cold start reads them, a first visit loads them. */
export const smallAssets: Plugin = {
  name: 'small-assets',
  setup: ({ onLoad }) => {
    for (const loader of ['css', 'js'] satisfies Loader[])
      onLoad({ filter: new RegExp(`dashboard[\\\\/]assets[\\\\/]app\\.${loader}$`) }, async ({ path }) => {
        const { code } = await transform(await readFile(path, 'utf8'), { loader, minify: true });
        return { contents: code, loader: 'text' };
      });
  },
};
