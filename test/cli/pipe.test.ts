import { spawnSync } from 'node:child_process';

test('a reader that ends early is no crash of the program [D68]', () => {
  const script = '"$0" packages/cli/bin/mailwright.js --help | true';
  const { stderr } = spawnSync('bash', ['-c', script, process.execPath], { encoding: 'utf8' });
  expect(stderr).toBe('');
});
