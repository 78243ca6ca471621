import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { type BundleSize, measure } from './bundle-size.ts';
import { buildFolder } from './functions.ts';

export type Bundle = { name: string } & BundleSize;

/** CommonJS dependencies inside an ES module call `require` for Node's own modules. */
const requireBanner =
  "import{createRequire as mailwrightRequire}from'node:module';const require=mailwrightRequire(import.meta.url);";

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  splitting: true,
  treeShaking: true,
  metafile: true,
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunk-[hash]',
  banner: { js: requireBanner },
  sourcemap: 'external',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * A dynamic import becomes a bundle of its own beside the entry. esbuild's splitting would instead put what
 * both sides share into chunks that load at once, with 49 KB that only the lazy side needs.
 */
function lazyBundles(found: Set<string>): Plugin {
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
 * Bundles every `functions/<name>/handler.ts` into `.build/<name>/handler.mjs`, and the SMTP task into
 * `.build/smtp/`. Rejects when one does not compile. `only` names the functions to rebuild.
 */
export async function buildFunctions(only?: string[]): Promise<Bundle[]> {
  const names = functionNames().filter((name) => !only?.length || only.includes(name));
  const bundles = await Promise.all(names.map(buildFunction));
  if (!only?.length || only.includes('smtp')) await buildSmtp();
  return bundles;
}

/** The functions that have a handler, in alphabetical order. */
export function functionNames(): string[] {
  return readdirSync('functions')
    .filter((name) => existsSync(`functions/${name}/handler.ts`))
    .sort();
}

async function buildFunction(name: string): Promise<Bundle> {
  const outdir = `${buildFolder}/${name}`;
  await rm(outdir, { recursive: true, force: true });
  const alias = { '@aws-sdk/credential-provider-node': './infra/credentials.ts' };
  const lazy = new Set<string>();
  const plugins = [lazyBundles(lazy)];
  const { metafile } = await build({
    ...common,
    entryPoints: [`functions/${name}/handler.ts`],
    outdir,
    alias,
    plugins,
  });
  if (lazy.size > 0) {
    await build({ ...common, splitting: false, entryPoints: [...lazy], outdir, alias });
  }
  await mkdir(`${buildFolder}/meta`, { recursive: true });
  await writeFile(`${buildFolder}/meta/${name}.json`, JSON.stringify(metafile));
  return { name, ...measure(metafile, `${outdir}/handler.mjs`) };
}

/** The task runs in a container with a role of its own: it keeps the SDK's whole credential chain. */
async function buildSmtp(): Promise<void> {
  if (!existsSync('functions/smtp/main.ts')) return;
  const outdir = `${buildFolder}/smtp`;
  await rm(outdir, { recursive: true, force: true });
  await build({ ...common, entryPoints: ['functions/smtp/main.ts'], outdir });
  await copyFile('functions/smtp/Dockerfile', `${outdir}/Dockerfile`);
}

async function report(): Promise<void> {
  for (const { name, bytes, lazyBytes } of await buildFunctions()) {
    const lazy = lazyBytes ? ` (+ ${Math.ceil(lazyBytes / 1000)} KB on demand)` : '';
    process.stderr.write(`${name.padEnd(16)} ${String(Math.ceil(bytes / 1000)).padStart(4)} KB${lazy}\n`);
  }
}

if (process.argv[1]?.endsWith('infra/build.ts')) void report();
