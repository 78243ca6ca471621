// Builds the packages from source: `node packages/build.mjs`. Skips unchanged ones.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

/** The SDK's entries, bundled as ES modules and CommonJS, with declarations. */
const entries = ['index', 'webhooks', 'react-email', 'nodemailer'];

/** Each program is a single file for Node, including the SDK. */
const names = ['sdk', 'cli', 'mcp'];

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

const sharedImport = /from '((?:\.\.\/)+(?:shared|docs)\/[^']+)'/g;

/** The service's files that sources import; these import at most types from others. */
const sharedBy = (sources) =>
  sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(sharedImport)].map(([, path]) => join(dirname(file), path)),
  );

/** A hash over everything a package is built from. */
function stampOf(name) {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  const own = ['package.json', 'tsconfig.json'].map((file) => join(packages, name, file)).filter(existsSync);
  const sources = [...new Set(['sdk', name])].flatMap((one) => filesBelow(join(packages, one, 'src')));
  for (const file of [...own, ...sources, ...sharedBy(sources)]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

const stampFile = (name) => join(packages, name, 'dist', '.built');

const isBuilt = (name) =>
  existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === stampOf(name);

/** Whether every package is built from its current sources. */
export const packagesAreBuilt = () => names.every(isBuilt);

/** Makes declarations refer to files by their names after the build. */
function nameBuiltFiles(folder) {
  for (const file of filesBelow(folder).filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from |import\()(['"])\.[^'"]*?)(?:\.d)?\.ts\2/g, '$1.js$2'));
  }
}

function declare(name, outDir) {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, '-p', join(packages, name), '--outDir', outDir],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`packages/${name}:\n${stdout}${stderr}`);
  nameBuiltFiles(outDir);
}

/**
 * Replaces a folder with a finished one. If several processes build at once, one wins, and all see a complete
 * folder.
 */
function replace(folder, made) {
  const old = `${made}-old`;
  try {
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(made, folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
  }
  for (const one of [old, made]) rmSync(one, { recursive: true, force: true });
}

/** Replaces a module with its exported values, so the result is bundled instead of the API document. */
const evaluated = {
  name: 'evaluated',
  setup: ({ esbuild, onLoad }) =>
    onLoad({ filter: /src[/\\](operations|records)\.ts$/ }, async ({ path }) => {
      const made = await esbuild.build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
      const code = Buffer.from(made.outputFiles[0].contents).toString('base64');
      const values = Object.entries(await import(`data:text/javascript;base64,${code}`));
      return {
        contents: values
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    }),
};

const sourceOf = (name, entry) => join(packages, name, 'src', `${entry}.ts`);

function buildSdk(made) {
  for (const format of ['esm', 'cjs'])
    require('esbuild').buildSync({
      entryPoints: entries.map((entry) => sourceOf('sdk', entry)),
      outdir: join(made, format),
      bundle: true,
      platform: 'neutral',
      target: 'es2022',
      format,
      external: ['@react-email/render'],
      logLevel: 'error',
    });
  declare('sdk', join(made, 'esm'));
  const isNoCode = (path) => !path.endsWith('.js');
  cpSync(join(made, 'esm'), join(made, 'cjs'), { recursive: true, filter: isNoCode });
  writeFileSync(join(made, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

const requireInModule =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

const buildProgram = (name, made) =>
  require('esbuild').build({
    entryPoints: [sourceOf(name, 'index')],
    outdir: made,
    bundle: true,
    plugins: [evaluated],
    platform: 'node',
    alias: { '@mailwright/sdk': sourceOf('sdk', 'index') },
    banner: { js: requireInModule },
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
  });

async function build(name) {
  const stamp = stampOf(name);
  const made = join(packages, name, `dist-${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  if (name === 'sdk') buildSdk(made);
  else await buildProgram(name, made);
  writeFileSync(join(made, '.built'), stamp);
  replace(join(packages, name, 'dist'), made);
}

export async function buildPackages() {
  for (const name of names) if (!isBuilt(name)) await build(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackages();
