import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

test('D55: the types and the operations of the SDK are what docs/openapi.json says (`npm run openapi` writes them)', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'packages/api-types/generate.ts',
    '--check',
  ]);
  expect(stdout).toBe('');
});
