import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run test:unit [jest arguments]`: the tests that need nothing but this process. A test that needs more shows it by
 * what it imports, through other files, too: the local cloud, its stand-ins, or processes of its own (synthesis, bundles).
 */
const more = [/^test\/support\/environment\.ts$/, /^(?:localstack|tools)\//, /^node:child_process$/];

const specifier = /^(?:import|export|\}) [^'\n]*'([^']+)'|\bimport\('([^']+)'\)/gm;

const known = new Map<string, string[]>();

function importsOf(path: string): string[] {
  const found =
    known.get(path) ??
    [...readFileSync(path, 'utf8').matchAll(specifier)].map(([, fixed, dynamic]) => {
      const name = fixed ?? dynamic ?? '';
      return name.startsWith('.') ? normalize(join(dirname(path), name)).replaceAll('\\', '/') : name;
    });
  known.set(path, found);
  return found;
}

/** Whether this process is enough for the test. */
export function isUnitTest(path: string, seen = new Set([path])): boolean {
  return importsOf(path).every((name) => {
    if (more.some((pattern) => pattern.test(name))) return false;
    if (seen.has(name) || !name.endsWith('.ts') || !existsSync(name)) return true;
    seen.add(name);
    return isUnitTest(name, seen);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tests = globSync('test/**/*.test.ts').filter((path) => isUnitTest(path));
  const { MAILWRIGHT_STACK: _stack, ...env } = process.env;
  const jest = ['node_modules/jest/bin/jest.js', ...process.argv.slice(2), '--runTestsByPath', ...tests];
  process.exitCode = spawnSync(process.execPath, jest, { env, stdio: 'inherit' }).status ?? 1;
}
