import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readStack } from '../support/environment.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const { dashboard_url } = readStack();
const run = promisify(execFile);

test('npm installs the SDK, the CLI, and the MCP server from the deployment [D92]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailwright-packages-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const urls = ['sdk', 'cli', 'mcp'].map((id) => `${dashboard_url}/${id}.tgz`);
    const options = { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, 'cache') } };
    await run('npm', ['install', '--no-audit', '--no-fund', ...urls], options);
    const code = 'import("@mailwright/sdk").then(({ Mailwright }) => console.log(typeof Mailwright))';
    expect((await run('node', ['-e', code], options)).stdout).toBe('function\n');
    const help = await run('node', ['node_modules/mailwright/bin/mailwright.js', '--version'], options);
    expect(help.stdout).toContain(version);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test('a tarball by version never changes; an unknown version is not found [D92]', async () => {
  const answer = await fetch(`${dashboard_url}/sdk-${version}.tgz`);
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/gzip',
  });
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect((await fetch(`${dashboard_url}/docs/packages/sdk-0.0.1.tgz`)).status).toBe(404);
});
