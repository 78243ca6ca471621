import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
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

/** A stylesheet and its imports, minified. */
export async function stylesOf(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    external: ['/favicon.ico'],
  });
  return outputFiles[0]?.text ?? '';
}

const scriptOf = async (path: string): Promise<string> =>
  (await transform(await readFile(path, 'utf8'), { minify: true })).code;

/**
 * Minifies the styles and the script that the dashboard embeds as text, because a first visit loads them.
 * Pages need only the hashes in their names. Those are constants, so a cold start doesn't read the texts.
 */
export const smallAssets: Plugin = {
  name: 'small-assets',
  setup: ({ onLoad }) => {
    onLoad({ filter: /dashboard[\\/]assets[\\/]app\.css$/ }, async ({ path }) => ({
      contents: await stylesOf(path),
      loader: 'text',
    }));
    onLoad({ filter: /dashboard[\\/]assets[\\/](app|palette)\.js$/ }, async ({ path }) => ({
      contents: await scriptOf(path),
      loader: 'text',
    }));
    onLoad({ filter: /dashboard[\\/]assets[\\/]hashes\.ts$/ }, async () => {
      const styles = `${await stylesOf(`${assets}/app.css`)}${iconStyles}`;
      const script = `${await scriptOf(`${assets}/app.js`)}${await scriptOf(`${assets}/palette.js`)}`;
      return {
        contents: `export const stylesHash = '${hashOf(styles)}', scriptHash = '${hashOf(script)}';`,
        loader: 'js',
      };
    });
  },
};
