import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test.each([
  ['cli', 'bin/mailwright.js'],
  ['mcp', 'bin/mailwright-mcp.js'],
])('what is published of packages/%s needs no other package [D67, D75]', (name, program) => {
  const from = join('packages', name);
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const parts = ['bin', 'dist'];
  expect([manifest.dependencies, manifest.files]).toEqual([undefined, [...parts, '!dist/.built']]);
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-alone-'));
  try {
    for (const part of ['package.json', ...parts])
      cpSync(join(from, part), join(folder, part), { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, program), '--help'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '' },
      input: '',
    });
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
    expect({ status, prints: stdout.length > 100 }).toEqual({ status: 0, prints: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
