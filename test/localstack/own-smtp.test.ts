import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { readStack } from '../support/environment.ts';

const run = promisify(execFile);
const stack = readStack();
const { ca_file, username: user, password: pass } = stack.smtp;
const auth = { user, pass };

/** Where the stack's own documentation says its relay is. */
async function namedRelay(): Promise<{ host: string; port: number }> {
  const page = await (await fetch(`${stack.dashboard_url}/docs/smtp.md`)).text();
  const [, host = '', port = ''] = /createTransport\(\{ host: '([^']+)', port: (\d+)/.exec(page) ?? [];
  expect(page).not.toContain('mailwright.test');
  return { host, port: Number(port) };
}

const message = {
  from: `hello@${stack.sending_domain}`,
  to: 'ada@example.com',
  subject: 'Hi',
  text: 'It works.',
};

test('the documentation names the relay that clients reach, and the CA file verifies its certificate [R72]', async () => {
  const where = await namedRelay();
  expect(where).toEqual({ host: 'localhost', port: stack.smtp.port });
  const sender = createTransport({ ...where, requireTLS: true, auth, tls: { ca: readFileSync(ca_file) } });
  expect((await sender.sendMail(message)).response).toMatch(/queued as msg_/);
  await expect(createTransport({ ...where, requireTLS: true, auth }).sendMail(message)).rejects.toThrow(
    'self-signed certificate',
  );
});

test('nodemailer needs no change where NODE_EXTRA_CA_CERTS names the file', async () => {
  const options = JSON.stringify({ ...(await namedRelay()), requireTLS: true, auth });
  const program = `const { createTransport } = require('nodemailer');
    createTransport(${options}).sendMail(${JSON.stringify(message)}).then(({ response }) => console.log(response));`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca_file, NODE_OPTIONS: '' };
  const { stdout } = await run(process.execPath, ['-e', program], { env });
  expect(stdout).toMatch(/queued as msg_/);
});

test('GET /smtp-credentials names the host', async () => {
  const headers = { authorization: `Bearer ${stack.api_key}` };
  const answer = await (await fetch(`${stack.base_url}/smtp-credentials`, { headers })).json();
  const { smtp_credentials } = answer as { smtp_credentials: { host: string }[] };
  expect(smtp_credentials.map(({ host }) => host)).toContain('localhost');
});
