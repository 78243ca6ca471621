import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ensureBundles, production } from './templates.ts';

/** What `npm run synth` runs, with cdk-nag's checks; what it printed when it failed. */
function check(context: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(`${tmpdir()}/mailwright-findings-`);
  const { context: defaults } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const env = {
    ...process.env,
    CDK_OUTDIR: folder,
    CDK_CONTEXT_JSON: JSON.stringify({ ...defaults, ...context }),
  };
  return new Promise((done) => {
    execFile(process.execPath, ['infra/main.ts'], { env }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      done(error ? `${stdout}${stderr}` : '');
    });
  });
}

const cases: [string, Record<string, string>][] = [
  ['production', production],
  ['production without a key of its own', { ...production, kms: 'aws-owned' }],
];

test.each(cases)(
  'the templates of %s have no finding of AWS Solutions',
  async (_, context) => {
    ensureBundles();
    expect(await check(context)).toBe('');
  },
  120_000,
);
