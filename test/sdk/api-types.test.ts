import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

test('the SDK’s types and operations, and the dashboard’s answers, are what docs/openapi.json says (`npm run generate` writes them) [D55]', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'packages/api-types/generate.ts',
    '--check',
  ]);
  expect(stdout).toBe('');
});
