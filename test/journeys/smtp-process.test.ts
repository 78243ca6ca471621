import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { readStack } from '../support/environment.ts';
import { acceptedId } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const { smtp, account_email, sending_domain } = readStack();
const now = () => readStack().smtp;

test('the task says that it is healthy, and what it did [R68]', async () => {
  const health = await (await fetch(smtp.health_url)).json();
  expect(health).toMatchObject({
    ok: true,
    certificate: 'configured',
    relay: { accepted: expect.any(Number) },
    inbound: { accepted: expect.any(Number), sessions: expect.any(Number) },
  });
});

test('a task that is killed is started again on the same ports, with its new pid in stack.json [R71]', async () => {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.tls_port,
    secure: true,
    auth: { user: smtp.username, pass: smtp.password },
    tls: { ca: readFileSync(smtp.ca_file) },
  });
  const before = now();
  process.kill(before.pid, 'SIGKILL');
  const another = async () => (now().pid === before.pid ? undefined : now().pid);
  await until(another, { within_ms: 2_000, what: 'another process within 2 s' });
  const healthy = async () => (await fetch(smtp.health_url).catch(() => null))?.ok || undefined;
  await until(healthy, { within_ms: 60_000, what: 'health' });
  expect({ ...now(), pid: 0 }).toEqual({ ...before, pid: 0 });
  const message = { from: `hello@${sending_domain}`, to: account_email, subject: 'Over SMTP', text: 'Hi' };
  acceptedId((await transport.sendMail(message)).response);
}, 120_000);
