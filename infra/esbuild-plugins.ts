import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Loader, type Plugin, transform } from 'esbuild';

/** Bundles these modules, by the ends of their paths, with other contents. */
function stubs(name: string, contentsByPath: [path: RegExp, contents: string][]): Plugin {
  return {
    name,
    setup: ({ onLoad }) => {
      for (const [filter, contents] of contentsByPath) onLoad({ filter }, () => ({ contents, loader: 'js' }));
    },
  };
}

/**
 * Leaves zod's JSON Schema writer out of the functions (17 KB): every schema carries a method for it, and only the
 * OpenAPI document, which is made at build time, calls one.
 */
export const noJsonSchema = stubs('no-json-schema', [
  [
    /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/,
    `
const unavailable = () => { throw new Error('JSON Schema is made at build time (npm run openapi)'); };
export const createToJSONSchemaMethod = () => unavailable;
export const createStandardJSONSchemaMethod = () => unavailable;
export const [toJSONSchema, initializeContext, processSchema, extractDefs, finalize, handleUnrepresentable] =
  Array(6).fill(unavailable);
export const allProcessors = {};
`,
  ],
]);

/**
 * Leaves nodemailer's table of file types out of the functions (76 KB): every part that we compose names its type, and
 * every file its name, so that nothing is ever looked up.
 */
export const noMimeTypes = stubs('no-mime-types', [
  [
    /nodemailer[\\/].*mime-funcs[\\/]mime-types\.js$/,
    `
export const detectMimeType = () => 'application/octet-stream';
export const detectExtension = () => 'bin';
`,
  ],
]);

const ofSmithy = (path: string) => new RegExp(`@smithy/core/dist-es/.*/${path}\\.js$`);

/**
 * Leaves out of the functions what the SDK does on machines that are no Lambda: hashes in JavaScript, the profile
 * files, the metadata of an instance (10 KB, and two reads of files that are not there).
 */
export const noSdkFallbacks = stubs('no-sdk-fallbacks', [
  // Node always has both hashes.
  [ofSmithy('checksum/sha256/Sha256Js'), 'export class Sha256Js {}'],
  [ofSmithy('checksum/md5/Md5Js'), 'export class Md5Js {}'],
  // The runtime says the region in the environment; there is no instance to ask.
  [
    ofSmithy('config-resolver/regionConfig/getInstanceMetadataRegion'),
    'export const getInstanceMetadataRegion = async () => undefined;',
  ],
  // A function has no home folder with a profile.
  [
    ofSmithy('shared-ini-file-loader/loadSharedConfigFiles'),
    `
export const CONFIG_PREFIX_SEPARATOR = '.';
export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });
`,
  ],
]);

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

/** CommonJS packages that do nothing but export. */
const exportOnly = /^ipaddr\.js$/;

/** Leaves such a package out where nothing that it exports is used; esbuild keeps a CommonJS package that is imported. */
export const unusedPackages: Plugin = {
  name: 'unused-packages',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: exportOnly }, async ({ path, pluginData, ...place }) => {
      if (pluginData === exportOnly) return undefined;
      const { importer, namespace, resolveDir, kind } = place;
      const options = { importer, namespace, resolveDir, kind, pluginData: exportOnly };
      return { ...(await resolve(path, options)), sideEffects: false };
    });
  },
};
