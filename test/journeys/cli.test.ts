import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { readStack } from '../support/environment.ts';

/** The built program with the deployed stack. */
async function cli(...args: string[]) {
  const { base_url, api_key } = readStack();
  const env = { PATH: process.env.PATH, MAILWRIGHT_API_KEY: api_key, MAILWRIGHT_BASE_URL: base_url };
  const child = spawn(process.execPath, ['packages/cli/bin/mailwright.js', ...args], { env });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, out, err };
}

test('doctor finds the stack well, to the delivered email [D74]', async () => {
  const { out } = await cli('doctor');
  expect(out).toMatch(/^ok +email +msg_\w+ delivered$/m);
  expect(out).toMatch(/^ok +clock +within \d+ s of the service's clock$/m);
}, 120_000);

test('send --wait explains a bounce, and is exit 1 [D70]', async () => {
  const { sending_domain } = readStack();
  const line = [
    '--from',
    `a@${sending_domain}`,
    '--to',
    `bounce+${Date.now()}@simulator.amazonses.com`,
    '--subject',
    'x',
    '--text',
    'x',
  ];
  const { status, out, err } = await cli('send', ...line, '--wait', '60');
  expect([status, out]).toEqual([1, expect.stringMatching(/^msg_\w+ \w+\nmsg_\w+ bounced\n$/)]);
  expect(err).toMatch(
    /The mailbox does not exist on the receiving server\. Ask the recipient for the correct address/,
  );
}, 120_000);
