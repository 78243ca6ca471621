import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { buildFolder } from '../../infra/functions.ts';
import { freePorts } from '../../localstack/net.ts';
import { type Certificate, selfSigned } from '../../shared/smtp/self-signed.ts';
import { cloudKeys, environment, readStack } from '../support/environment.ts';
import { cpuOf } from '../support/process-usage.ts';
import { plainLogin, type Talk, talk } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const variables = environment();
const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = variables;
const credentials = cloudKeys();
const secrets = new SecretsManagerClient({ endpoint, region, credentials });
const issue = () => selfSigned(['smtp.example.test'], Date.now());
const text = ({ certificate, private_key }: Certificate) => JSON.stringify({ certificate, private_key });
const printOf = ({ certificate }: Certificate) => new X509Certificate(certificate).fingerprint256;

const running: ChildProcess[] = [];
afterAll(() => running.map((child) => child.kill('SIGKILL')));

/** The bundled task in a child process of this test, next to the stack's. `events` are those that it logs. */
function startTask(own: Record<string, string>) {
  const env = {
    PATH: process.env.PATH ?? '',
    AWS_TIMEOUT_FACTOR: '10',
    SMTP_ADDRESS: '127.0.0.1',
    ...variables,
  };
  const child = spawn(process.execPath, [`${buildFolder}/smtp/main.mjs`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, ...own },
  });
  running.push(child);
  const events: string[] = [];
  createInterface(child.stdout).on('line', (line) => events.push(JSON.parse(line).message));
  return { child, events, exit: new Promise<number | null>((done) => child.once('close', done)) };
}

const healthOf = (port: number) =>
  until(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
      return answer?.ok ? ((await answer.json()) as Record<string, unknown>) : undefined;
    },
    { within_ms: 60_000, what: 'health' },
  );

/** The fingerprint of the certificate in a new handshake. */
const served = (port: number) =>
  new Promise<string>((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.once('error', fail).once('secureConnect', () => {
      done(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
  });

test('SIGHUP makes the task look at its certificate; new handshakes have the new one, a session goes on [R64]', async () => {
  const [first, second] = [issue(), issue()];
  const Name = `task-${process.pid}-${Date.now()}`;
  const { ARN = '' } = await secrets.send(new CreateSecretCommand({ Name, SecretString: text(first) }));
  const [starttls = 0, implicit = 0, inbound = 0, health = 0] = await freePorts(4);
  const ports = { SMTP_PORTS: `${starttls},${implicit},${inbound}`, SMTP_HEALTH_PORT: String(health) };
  const { child, events, exit } = startTask({ ...ports, SMTP_CERTIFICATE: ARN });
  expect(await healthOf(health)).toMatchObject({ certificate: 'configured', relay: {}, inbound: {} });
  expect(await served(implicit)).toBe(printOf(first));
  const session = await talk(inbound);
  await secrets.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: text(second) }));
  expect(await served(implicit)).toBe(printOf(first));
  child.kill('SIGHUP');
  const changed = async () => (await served(implicit)) === printOf(second);
  await until(changed, { what: 'the new certificate' });
  await secrets.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: '{"certificate": "x"}' }));
  child.kill('SIGHUP');
  expect(await session.say('NOOP')).toMatch(/^250 /);
  expect(await served(implicit)).toBe(printOf(second));
  child.kill('SIGTERM');
  expect(await session.next()).toEqual([expect.stringMatching(/^421 4\.3\.2 /)]);
  expect(await exit).toBe(0);
  // Counts since the last minute aren't lost (R69).
  expect(events.slice(events.indexOf('smtp_draining'))).toEqual(
    expect.arrayContaining(['smtp_minute', 'inbound_minute']),
  );
  expect(events.at(-1)).toBe('smtp_stopped');
}, 90_000);

test('SMTP_ROLES chooses, without a certificate the task makes its own; a port in use ends it [R61]', async () => {
  const [starttls = 0, implicit = 0, inbound = 0, health = 0] = await freePorts(4);
  const ports = { SMTP_PORTS: `${starttls},${implicit},${inbound}`, SMTP_HEALTH_PORT: String(health) };
  const { child, exit } = startTask({ ...ports, SMTP_ROLES: 'receive' });
  const state = await healthOf(health);
  expect(state).toMatchObject({ ok: true, certificate: 'self-signed', inbound: { accepted: 0 } });
  expect(state).not.toHaveProperty('relay');
  (await talk(inbound)).close();
  await expect(talk(starttls)).rejects.toThrow('ECONNREFUSED');
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(starttls, '127.0.0.1', done));
  const [otherHealth = 0] = await freePorts(1);
  const second = startTask({ ...ports, SMTP_ROLES: 'relay', SMTP_HEALTH_PORT: String(otherHealth) });
  expect(await second.exit).toBe(1);
  taken.close();
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
}, 90_000);

/** Its own CPU time is in /proc. */
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'a client cannot stall the bundled task by lines of 16,000 tabs, at neither port',
  async () => {
    const [starttls = 0, implicit = 0, inbound = 0, health = 0] = await freePorts(4);
    const ports = { SMTP_PORTS: `${starttls},${implicit},${inbound}`, SMTP_HEALTH_PORT: String(health) };
    const { child } = startTask(ports);
    await healthOf(health);
    const relay = await talk(starttls);
    await relay.say('EHLO client.example');
    await relay.say('STARTTLS');
    await relay.startTls();
    const receiver = await talk(inbound);
    const codes = async (talking: Talk) => {
      await talking.say('EHLO client.example');
      if (talking === relay)
        expect(await talking.say(plainLogin(readStack().smtp.password))).toMatch(/^235 /);
      const line = `MAIL FROM:<>${'\t'.repeat(16_000)}P`;
      talking.write(
        ['\u2028', '\u2029', '\r', '\u2028', '\u2029']
          .map((end) => `${line}${end}>\r\n`)
          .join('')
          .repeat(2),
      );
      const said: string[] = [];
      for (let i = 0; i < 10; i++) said.push((await talking.next()).join().slice(0, 3));
      return said;
    };
    const before = cpuOf(child.pid as number);
    const said = [await codes(relay), await codes(receiver)];
    const took_ms = cpuOf(child.pid as number) - before;
    const refused = [...Array(9).fill('501'), '421'];
    expect(said).toEqual([refused, refused]);
    // 20 lines; each of them took 300 ms.
    expect(took_ms).toBeLessThan(2_000);
    child.kill('SIGKILL');
  },
  90_000,
);
