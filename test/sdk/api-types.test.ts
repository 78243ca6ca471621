import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

test('the types and the operations of the SDK are what docs/openapi.json says (`npm run generate` writes them) [D55]', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'packages/api-types/generate.ts',
    '--check',
  ]);
  expect(stdout).toBe('');
});
