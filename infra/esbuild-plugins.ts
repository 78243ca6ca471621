import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Plugin, transform } from 'esbuild';
import { hashOf } from '../functions/dashboard/assets/hash-of.ts';
import { iconStyles } from '../functions/dashboard/assets/icons.ts';

/**
 * Turns a dynamic import of our own module into a separate bundle next to the entry, and adds its path to
 * `found`. esbuild's splitting would put shared code, and code that only the lazy side needs, into chunks
 * that load at startup (49 to 66 KB measured).
 */
export function lazyBundles(found: Set<string>): Plugin {
  return {
    name: 'lazy-bundles',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\./ }, (args) => {
        if (args.kind !== 'dynamic-import') return undefined;
        found.add(resolve(args.resolveDir, args.path));
        return { path: `./${basename(args.path).replace(/\.tsx?$/, '')}.mjs`, external: true };
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

const assets = 'functions/dashboard/assets';

const minified = async (path: string, loader: 'css' | 'js'): Promise<string> =>
  (await transform(await readFile(path, 'utf8'), { loader, minify: true })).code;

/**
 * Minifies the styles and the script that the dashboard embeds as text, because a first visit loads them.
 * Pages need only the hashes in their names. Those are constants, so a cold start doesn't read the texts.
 */
export const smallAssets: Plugin = {
  name: 'small-assets',
  setup: ({ onLoad }) => {
    for (const loader of ['css', 'js'] as const)
      onLoad(
        { filter: new RegExp(`dashboard[\\\\/]assets[\\\\/](app|palette)\\.${loader}$`) },
        async ({ path }) => ({
          contents: await minified(path, loader),
          loader: 'text',
        }),
      );
    onLoad({ filter: /dashboard[\\/]assets[\\/]hashes\.ts$/ }, async () => {
      const styles = `${await minified(`${assets}/app.css`, 'css')}${iconStyles}`;
      const script = `${await minified(`${assets}/app.js`, 'js')}${await minified(`${assets}/palette.js`, 'js')}`;
      return {
        contents: `export const stylesHash = '${hashOf(styles)}', scriptHash = '${hashOf(script)}';`,
        loader: 'js',
      };
    });
  },
};
