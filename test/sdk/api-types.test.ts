import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

test('D55: packages/sdk/src/api.d.ts is what docs/openapi.json says (`npm run openapi` writes it)', async () => {
  const made = await promisify(execFile)(process.execPath, ['packages/api-types/generate.ts', '--print'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(made.stdout).toBe(readFileSync('packages/sdk/src/api.d.ts', 'utf8'));
});
