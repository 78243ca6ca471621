import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { mostSwitches } from './switches.ts';
import { ensureBundles, production } from './templates.ts';

/** What a synthesis with these contexts prints when it fails, with cdk-nag's checks. */
function check(...contexts: Record<string, string>[]): Promise<string> {
  const folder = mkdtempSync(`${tmpdir()}/mailwright-findings-`);
  const { context: defaults } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const all = contexts.map((context) => ({ ...defaults, ...context }));
  const args = ['test/infra/checked-synthesis.ts', folder, JSON.stringify(all)];
  return new Promise((done) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      done(error ? `${stdout}${stderr}` : '');
    });
  });
}

test('the templates of production, and with most switches at once, have no finding of AWS Solutions', async () => {
  ensureBundles();
  expect(await check(production, mostSwitches)).toBe('');
}, 120_000);
