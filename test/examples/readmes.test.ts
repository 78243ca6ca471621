import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePorts } from '../../localstack/net.ts';
import { blocksOf } from '../support/doc-blocks.ts';

const run = promisify(execFile);
beforeAll(() => run(process.execPath, ['packages/build.mjs']));

/** What both servers need to start. No service answers there. */
const values = {
  MAILWRIGHT_API_KEY: 'svc_a',
  MAILWRIGHT_BASE_URL: 'http://127.0.0.1:1/api',
  MAIL_FROM: 'shop@acme.test',
  WEBHOOK_SECRET: 'whsec_c2VjcmV0IG9mIGEgdGVzdCBvZiB0aGUgZXhhbXBsZQ',
};

test.each([
  ['password-reset', '3001', 'a link is on its way'],
  ['support-inbox', '3002', '[]'],
])('the commands of the README of %s work when they are pasted at once [D82]', async (name, usual, said) => {
  const [port = 0] = await freePorts(1);
  const [block] = blocksOf(`examples/${name}/README.md`);
  const [, commands = ''] = (block?.text ?? '').split('node packages/build.mjs\n');
  const script = `trap 'kill $(jobs -p)' EXIT\n${commands.replaceAll(usual, String(port))}`;
  const env = { ...process.env, ...values, NODE_OPTIONS: '', PORT: String(port) };
  const { stdout } = await run('bash', ['-ec', script], { env, timeout: 30_000 });
  expect(stdout).toContain(said);
});
