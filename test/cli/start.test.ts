import { spawnSync } from 'node:child_process';

/** Seconds of CPU that eight starts of Node.js with these arguments take. */
function cpuOfStarts(args: string): number {
  const script = `TIMEFORMAT='%U %S'; time for i in 1 2 3 4 5 6 7 8; do "${process.execPath}" ${args} >&2; done`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `{ ${script} 2>/dev/null; } 2>&1`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  });
  const [user, system] = stdout.trim().split(' ').map(Number);
  if (status !== 0 || user === undefined || system === undefined) throw new Error(stdout + stderr);
  return user + system;
}

test('--version takes at most three times as much as the start of Node.js itself [D68]', () => {
  const ratio = cpuOfStarts('packages/cli/bin/mailwright.js --version') / cpuOfStarts('-e 0');
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThanOrEqual(3);
});
