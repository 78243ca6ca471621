import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * No file of the product imports itself by way of others, types included: what two files need of each other is in a third.
 * Biome's noImportCycles does not look at types.
 */
const rooms = ['functions', 'shared', 'infra', 'localstack', 'tools', 'packages/*/src'];

const imported = /(?:from|import) ?\(?'(\.[^']+)'/g;

/** Each file with those that it imports. */
type Imports = ReadonlyMap<string, string[]>;

export const importsOf = (sources: { path: string; text: string }[]): Imports =>
  new Map(
    sources.map(({ path, text }) => [
      path,
      [...text.matchAll(imported)].map(([, to = '']) =>
        normalize(join(dirname(path), to)).replaceAll('\\', '/'),
      ),
    ]),
  );

/** Cycles, as `a -> b -> a`; one for each import that closes one. */
export function cyclesIn(imports: Imports): string[] {
  const done = new Set<string>();
  const visit = (path: string, above: string[]): string[] => {
    if (above.includes(path)) return [[...above.slice(above.indexOf(path)), path].join(' -> ')];
    if (done.has(path)) return [];
    const found = (imports.get(path) ?? []).flatMap((to) => visit(to, [...above, path]));
    done.add(path);
    return found;
  };
  return [...imports.keys()].flatMap((path) => visit(path, []));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = rooms
    .flatMap((room) => globSync(`${room}/**/*.ts`))
    .map((path) => path.replaceAll('\\', '/'));
  const cycles = cyclesIn(importsOf(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))));
  for (const cycle of cycles) process.stderr.write(`${cycle}: move what both ends need into a third file\n`);
  process.exitCode = cycles.length === 0 ? 0 : 1;
}
