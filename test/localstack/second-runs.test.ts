import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailwright-second-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Fails the first time, or each time. */
const fails = (always: boolean) => `
  const { existsSync, writeFileSync } = require('node:fs');
  const isSecond = existsSync(__filename + '.seen');
  writeFileSync(__filename + '.seen', '');
  test('fails', () => { if (${always} || !isSecond) throw new Error('failed'); });
  test('passes', () => {});`;

const passes = `test('passes', () => {});`;

async function runBoth(
  one: string,
  two: string,
  ...options: string[]
): Promise<{ code: number; out: string }> {
  writeFileSync(`${folder}/one.test.js`, one);
  writeFileSync(`${folder}/two.test.js`, two);
  const config = JSON.stringify({ rootDir: folder, testMatch: ['**/*.test.js'] });
  const child = spawn(process.execPath, ['test/localstack/two-parts.ts', config, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const code = await new Promise<number>((done) => child.once('close', (exit) => done(exit ?? 1)));
  // A run that does not succeed keeps its logs.
  for (const name of ['0-0-0', '0-0-0-again'])
    await rm(`.local/test-${child.pid}-${name}`, { recursive: true, force: true });
  return { code, out };
}

const last = (out: string) => out.trim().split('\n').at(-1);

test('a file that failed by chance runs again, is named, and counts as it ended', async () => {
  const { code, out } = await runBoth(fails(false), passes, 'repeats');
  expect(out).toContain(`run again: ${folder}/one.test.js`);
  expect([code, last(out)]).toEqual([0, '3 passed, 0 failed']);
});

test('a file that fails again has failed', async () => {
  const { code, out } = await runBoth(fails(true), passes, 'repeats');
  expect([code, last(out)]).toEqual([1, '2 passed, 1 failed']);
});

test('what is named by hand, or measured, runs once', async () => {
  const { code, out } = await runBoth(fails(false), passes);
  expect([code, last(out)]).toEqual([1, '2 passed, 1 failed']);
});
