import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../localstack/net.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { readStack } from '../support/environment.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-quick-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('docs/quick-start.md leads from a running stack to a delivered email and a verified webhook [D54]', async () => {
  const blocks = blocksOf('docs/quick-start.md').filter(({ info }) => !info.startsWith('norun'));
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(readStack()));
  const [receiver, ...more] = blocks.filter(({ language }) => language === 'js');
  expect(more).toEqual([]);
  const own = join(folder, 'mailwright-try');
  mkdirSync(own);
  writeFileSync(join(own, 'receiver.mjs'), receiver?.text ?? '');
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const script = ["trap 'kill $(jobs -p)' EXIT", ...commands].join('\n');
  const [port] = await freePorts(1);
  const env = { ...process.env, HOME: folder, PORT: String(port) };
  const { stdout } = await run('bash', ['-ec', script], { cwd: folder, env, timeout: 60_000 });
  expect(stdout).toContain('verified email.delivered');
  const { email } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(email).toMatchObject({ status: 'delivered', subject: 'Hello' });
  expect(readFileSync(join(own, 'receiver.log'), 'utf8')).not.toContain('Error');
  // None of the reader's files end up in the clone, secret or not.
  expect(readdirSync(folder).sort()).toEqual(['.local', 'mailwright-try']);
}, 90_000);
