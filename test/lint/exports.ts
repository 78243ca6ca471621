import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Every export is used by another file; what only its own file uses loses its `export`. A use by a test counts for what
 * is below test/ only, so that the product exports nothing for its tests alone: they use what the product uses, or the
 * function gets a file of its own. Regular expressions are enough for the form that Biome formats and lint allows (no
 * default exports, no barrels).
 */
const rooms = ['functions', 'shared', 'infra', 'localstack', 'tools', 'test', 'packages/*/src'];

type Source = { path: string; text: string };

/** What Lambda loads, and what packages export to others. */
const entryPoint =
  /^(functions\/[a-z-]+\/handler\.ts handler|packages\/sdk\/src\/(index|webhooks|react-email|nodemailer)\.ts \w+|packages\/sdk\/src\/generated\/types\.ts \w+)$/;

const declaration = /^export (?:async )?(?:const|let|function\*?|type|class) (?:\{([^}]*)\}|(\w+))/gm;
const staticImport = /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\* as \w+) from '(\.[^']+)'/gm;
const dynamicImport = /(?:const \{([^}]*)\} = await )?import\('(\.[^']+)'\)(?:\)\.(\w+))?/g;

/** A file that is named by its path from the root is used whole: a replacement in the bundles, say. */
const pathName = new RegExp(`'(?:\\./)?((?:${rooms.join('|')})/[^'*]+\\.tsx?)'`, 'g');
/** Source text in a template. */
const template = /`\n[^`]*`/g;

const names = (list: string) =>
  list
    .split(',')
    .map((one) => /^\s*(?:type )?(\w+)/.exec(one)?.[1])
    .filter((name) => name !== undefined);

/** `path name` of every export of a file. */
const exportsOf = ({ path, text }: Source): string[] =>
  [...text.replace(template, '').matchAll(declaration)].flatMap(([, list, name = '']) =>
    (list === undefined ? [name] : names(list)).map((one) => `${path} ${one}`),
  );

/** `path name` of what a file takes from others; `path *` where it takes a whole file. */
function usesOf({ path, text }: Source): string[] {
  const other = (from: string) => normalize(join(dirname(path), from)).replaceAll('\\', '/');
  const named = [...text.matchAll(staticImport), ...text.matchAll(dynamicImport)].flatMap(
    ([, list, from = '', name = '*']) =>
      (list === undefined ? [name] : names(list)).map((one) => `${other(from)} ${one}`),
  );
  return [...named, ...[...text.matchAll(pathName)].map(([, file]) => `${file} *`)];
}

/** `path name` of every export that no other file uses. */
function unusedExports(sources: Source[]): string[] {
  const isTest = ({ path }: Source) => path.startsWith('test/');
  const byProduct = new Set(sources.filter((source) => !isTest(source)).flatMap(usesOf));
  const byAll = new Set(sources.flatMap(usesOf));
  return sources.flatMap((source) => {
    const used = isTest(source) ? byAll : byProduct;
    const unused = (one: string) => !used.has(one) && !used.has(`${source.path} *`) && !entryPoint.test(one);
    return exportsOf(source).filter(unused);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = rooms
    .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`))
    .map((path) => path.replaceAll('\\', '/'));
  const unused = unusedExports(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })));
  for (const one of unused) {
    const [path, name] = one.split(' ');
    process.stderr.write(`${path}: ${name} is used by no other file (tests do not count): drop its export\n`);
  }
  process.exitCode = unused.length === 0 ? 0 : 1;
}
