import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Loader, type Plugin, transform } from 'esbuild';

/**
 * Turns a dynamic import of our own module into a separate bundle next to the entry, and adds its path to
 * `found`. esbuild's splitting would put shared code into chunks that load at once, together with code only
 * the lazy side needs (49 to 66 KB measured).
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
 * Gives functions `node:http` the way Node's own code gets it. A normal import reads every property of the
 * module, and `WebSocket` loads all of undici, which we don't use: 16 to 20 ms of CPU.
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

/** Minifies the dashboard's inlined styles and script: cold starts read them, first visits load them. */
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
