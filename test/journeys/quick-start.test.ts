import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf } from '../support/doc-blocks.ts';
import { readStack } from '../support/environment.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-quick-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A port that nothing listens at. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

test('D54: docs/quick-start.md leads from a running stack to a delivered email and a verified webhook', async () => {
  const blocks = blocksOf('docs/quick-start.md').filter(({ info }) => !info.startsWith('norun'));
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(readStack()));
  const [receiver, ...more] = blocks.filter(({ language }) => language === 'js');
  expect(more).toEqual([]);
  writeFileSync(join(folder, 'receiver.mjs'), receiver?.text ?? '');
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const script = ["trap 'kill $(jobs -p)' EXIT", ...commands].join('\n');
  const env = { ...process.env, PORT: String(await freePort()) };
  const { stdout } = await run('bash', ['-ec', script], { cwd: folder, env, timeout: 60_000 });
  expect(stdout).toContain('verified email.delivered');
  const { email } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(email).toMatchObject({ status: 'delivered', subject: 'Hello' });
  expect(readFileSync(join(folder, 'receiver.log'), 'utf8')).not.toContain('Error');
}, 90_000);
