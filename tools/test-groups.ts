import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The result of one test file in jest; the first title of a test in a group is the file that it is from. */
export type FileResult = {
  name: string;
  status: 'passed' | 'failed';
  assertionResults: { status: string; ancestorTitles: string[] }[];
};

/** The properties of a file that jest keeps for itself: its bound, its environment, its mocks of the SDK's clients. */
const keptAlone =
  /jest\.setTimeout|process\.env\.\w+ = |(?:delete |assign\()process\.env|\(tableIsPassing\)|useDeployedStack/;

export function testFiles(pattern: string, without: string[] = []): string[] {
  const [wanted, unwanted] = [new RegExp(pattern), without.map((one) => new RegExp(one))];
  const all = globSync('test/**/*.test.ts').map((path) => path.replaceAll('\\', '/'));
  return all.filter((path) => wanted.test(path) && !unwanted.some((one) => one.test(path))).sort();
}

/** Each kind is one group: aws-cdk-lib takes longer to load than all the rest, fast-check's index of Unicode 0.5 s. */
const loadsMuch = [
  (file: string) => file.startsWith('test/infra/'),
  (file: string) => /unit: '(binary|grapheme)'/.test(readFileSync(file, 'utf8')),
];

/**
 * Groups of about equal size, behind files that are to be alone. Slow files, by name, come first and alone: nothing
 * else is left to run next to them at the end.
 */
export function groupsOf(files: string[], perGroup: number, long: string[] = []): string[][] {
  const first = long.flatMap((name) => files.filter((file) => file.includes(name)));
  const isAlone = (file: string) => keptAlone.test(readFileSync(file, 'utf8'));
  const alone = [...new Set([...first, ...files.filter(isAlone)])];
  const others = files.filter((file) => !alone.includes(file));
  const heavy = loadsMuch.map((loads) => others.filter(loads));
  const light = others.filter((file) => !heavy.flat().includes(file));
  const groups = [...alone.map((file) => [file]), ...heavy, ...evenly(light, perGroup)];
  return groups.filter(({ length }) => length > 0);
}

/** The files by their sizes, dealt out one by one. */
function evenly(files: string[], perGroup: number): string[][] {
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  const sorted = files.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const count = Math.ceil(files.length / perGroup);
  return Array.from({ length: count }, (_, n) => sorted.filter((_file, i) => i % count === n));
}

const sourceOf = (group: string[]): string =>
  group
    .map((file) => `describe('${file}', () => {\n  require(${JSON.stringify(resolve(file))});\n});\n`)
    .join('');

/**
 * Writes the groups as test files that load those of the project: modules that several of them import are loaded once.
 * The arguments make jest run these, in their order. Their folder is named by their content, so that jest keeps one
 * index of them.
 */
export function writeGroups(groups: string[][], folder: string): string[] {
  const sources = groups.map(sourceOf);
  const hash = createHash('sha256').update(sources.join('\0')).digest('hex').slice(0, 8);
  const own = resolve(`${folder}/groups-${hash}`);
  mkdirSync(own, { recursive: true });
  for (const [n, source] of sources.entries()) {
    const name = groups[n]?.length === 1 ? groups[n][0]?.replace(/^test\/|\.test\.ts$/g, '') : 'group';
    const place = String(n).padStart(2, '0');
    writeFileSync(`${own}/${place}-${name?.replaceAll('/', '-')}.test.ts`, source);
  }
  return [`--roots=${own}`, `--testMatch=${own}/*.test.ts`, '--testSequencer=./tools/in-order.cjs'];
}

/** The results of jest's files, those of groups by the files of the project; a group that did not load stays one. */
export function filesOf(results: FileResult[]): FileResult[] {
  return results.flatMap((result) => {
    const { name, assertionResults } = result;
    if (!name.includes('/groups-') || assertionResults.length === 0) return [result];
    const files = Map.groupBy(assertionResults, ({ ancestorTitles: [file = ''] }) => resolve(file));
    return [...files].map(([file, all]): FileResult => {
      const isFailed = all.some(({ status }) => status === 'failed');
      return { name: file, status: isFailed ? 'failed' : 'passed', assertionResults: all };
    });
  });
}
