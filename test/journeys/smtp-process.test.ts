import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { readStack } from '../support/environment.ts';
import { acceptedId, talk } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const { smtp, account_email, sending_domain } = readStack();
const now = () => readStack().smtp;

const transport = (secure: boolean) =>
  createTransport({
    host: smtp.host,
    port: secure ? smtp.tls_port : smtp.port,
    secure,
    requireTLS: true,
    auth: { user: smtp.username, pass: smtp.password },
    tls: { ca: readFileSync(smtp.ca_file) },
  });

const message = {
  from: `hello@${sending_domain}`,
  to: account_email,
  subject: 'Over SMTP',
  text: 'It works.',
};

test.each([false, true])(
  'the settings of stack.json send an email, the certificate verified (implicit TLS: %s) [R72]',
  async (secure) => {
    const { response } = await transport(secure).sendMail(message);
    acceptedId(response);
  },
);

test('the task says that it is healthy, and what it did [R68]', async () => {
  const health = await (await fetch(smtp.health_url)).json();
  expect(health).toMatchObject({
    ok: true,
    certificate: 'configured',
    relay: { accepted: expect.any(Number) },
  });
});

test('a task that is killed is started again on the same ports, with its new pid in stack.json [R71]', async () => {
  const before = now();
  process.kill(before.pid, 'SIGKILL');
  const another = async () => (now().pid === before.pid ? undefined : now().pid);
  await until(another, { within_ms: 2_000, what: 'another process within 2 s' });
  const healthy = async () => (await fetch(smtp.health_url).catch(() => null))?.ok || undefined;
  await until(healthy, { within_ms: 60_000, what: 'health' });
  expect({ ...now(), pid: 0 }).toEqual({ ...before, pid: 0 });
  acceptedId((await transport(true).sendMail(message)).response);
}, 120_000);

test('SIGTERM ends the task with 0 and its idle sessions with 421 [R67]', async () => {
  const talking = await talk(smtp.port);
  const before = now().pid;
  process.kill(before, 'SIGTERM');
  expect((await talking.next())[0]).toMatch(/^421 4\.3\.2 /);
  await talking.ended();
  const another = async () => (now().pid === before ? undefined : true);
  await until(another, { within_ms: 40_000, what: 'another process' });
  const healthy = async () => (await fetch(smtp.health_url).catch(() => null))?.ok || undefined;
  await until(healthy, { within_ms: 60_000, what: 'health' });
}, 120_000);
