import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { eventually, freePorts } from '../../localstack/net.ts';
import { type Checkout, moveCheckout } from '../localstack/checkout.ts';
import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';

// P49, P60: `npm start` on an emulator that it didn't start. This test uses MiniStack as packaged, or the emulator in
// AWS_ENDPOINT_URL, such as LocalStack with `npm run check -- localstack`.

patientTimeout(240_000);

let checkout: Checkout;
let folder: string;
let emulator: ChildProcess | undefined;
let endpoint = process.env.FOREIGN_ENDPOINT ?? '';

const isUp = async () => (await fetch(endpoint).catch(() => undefined)) !== undefined || undefined;

/** MiniStack with its own program and server, and none of our changes. */
async function startForeign(): Promise<void> {
  const [port = 0] = await freePorts(1);
  endpoint = `http://localhost:${port}`;
  emulator = spawn(resolve('.local/venv/bin/python'), ['-m', 'ministack'], {
    stdio: 'ignore',
    detached: true,
    env: {
      PATH: [resolve('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
      HOME: folder,
      TMPDIR: folder,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  await eventually(isUp, { complaint: 'MiniStack is not responding' });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailwright-foreign-'));
  checkout = await moveCheckout();
  if (!endpoint) await startForeign();
});

afterAll(async () => {
  await checkout?.remove();
  if (emulator?.pid) {
    const gone = once(emulator, 'exit');
    process.kill(-emulator.pid, 'SIGKILL');
    await gone;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

const standInHost = process.env.STAND_IN_HOST || '127.0.0.1';
const local = (name: string) => join(checkout.folder, '.local', name);

/** The emulator without API Gateway, like an edition that lacks it. Also records the refused calls. */
async function withoutGateway(behind: string) {
  const refused: string[] = [];
  const { hostname, port } = new URL(behind);
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    const [api] = /^\/(?:v2\/apis|_aws\/execute-api)\b/.exec(path) ?? [];
    if (api !== undefined) {
      refused.push(api);
      outgoing.writeHead(501).end();
      return;
    }
    const through = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    through.on('error', () => outgoing.destroy());
    incoming.pipe(through);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    endpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    close,
  };
}

/** The stack file of a start there. */
async function start(at: string) {
  const env = { AWS_ENDPOINT_URL: at, STAND_IN_HOST: standInHost };
  const { code, stderr } = await checkout.run('start', ['--detach'], { env });
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('first email delivered'),
  });
  expect(stderr).toContain(`local cloud at ${at}`);
  const { processes } = JSON.parse(readFileSync(local('run.json'), 'utf8'));
  expect(processes.map(({ name }: { name: string }) => name).sort()).toEqual(['inbox', 'smtp', 'start']);
  return JSON.parse(readFileSync(local('stack.json'), 'utf8'));
}

async function send({ api_key, base_url, ...stack }: Awaited<ReturnType<typeof start>>, subject: string) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
    return (await fetch(`${base_url}${path}`, { ...init, headers })).json();
  };
  const mail = { from: `shop@${stack.sending_domain}`, to: stack.account_email, subject, text: 'Hi' };
  const { id } = await ask('/emails', { method: 'POST', body: JSON.stringify(mail) });
  const delivered = async () => (await ask(`/emails/${id}`)).email?.status === 'delivered';
  await until(delivered, { within_ms: 60_000, what: 'the email delivered' });
  const arrived = async () => (await (await fetch(`${stack.inbox_url}/api/email`)).text()).includes(subject);
  await until(arrived, { within_ms: 20_000, what: 'the email in the inbox' });
}

async function stop() {
  expect(await checkout.run('stop', [])).toMatchObject({ code: 0, stderr: 'The local stack has stopped.\n' });
  expect(existsSync(local('stack.json'))).toBe(false);
  expect(await isUp()).toBe(true);
}

test('npm start -- --detach brings the whole service up there, and npm run stop ends what is ours only', async () => {
  const stack = await start(endpoint);
  expect(stack.aws_endpoint_url).toBe(endpoint);
  await send(stack, 'Abroad');
  await stop();
});

test('a second start takes the stack that is there over, also where the emulator has no HTTP APIs, and so does redeploy', async () => {
  const proxy = await withoutGateway(endpoint);
  try {
    const stack = await start(proxy.endpoint);
    expect(proxy.refused()).toContain('/v2/apis');
    const source = join(checkout.folder, 'functions/public/routes.ts');
    const code = await readFile(source, 'utf8');
    await writeFile(source, code.replace('...ctx.settings.release', "version: 'changed', commit: null"));
    const { code: exit, stderr } = await checkout.run('redeploy', ['public']);
    expect({ exit, stderr }).toMatchObject({ exit: 0, stderr: expect.stringContaining('redeployed') });
    expect(await (await fetch(`${stack.base_url}/health`)).json()).toMatchObject({ version: 'changed' });
    await send(stack, 'Abroad again');
    await stop();
  } finally {
    proxy.close();
  }
});
