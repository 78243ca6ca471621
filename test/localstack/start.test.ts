import { statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openKept } from '../../localstack/kept.ts';
import { findByToken, identify } from '../../localstack/processes.ts';
import { findRun, type Run } from '../../localstack/running.ts';
import { talk } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { type Checkout, moveCheckout } from './checkout.ts';

let checkout: Checkout;
beforeAll(async () => {
  checkout = await moveCheckout();
});
afterAll(() => checkout?.remove());

/** What a developer's shell may have. None of it is meant for the local stack. */
const shell = {
  AWS_PROFILE: 'production',
  AWS_SESSION_TOKEN: 'of-production',
  AWS_REGION: 'eu-north-1',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
  AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:9',
};

const local = (name: string) => `${checkout.folder}/.local/${name}`;
const run = (): Promise<Run | undefined> => until(async () => findRun(local('')), { within_ms: 60_000 });
const readLocal = async (name: string) => JSON.parse(await readFile(local(name), 'utf8'));

test('npm start: a misspelt option or WEBHOOK_TARGETS is refused, and nothing is started', async () => {
  const misspelt = await checkout.run('start', [], { env: { WEBHOOK_TARGETS: 'publick' } });
  expect(misspelt).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('WEBHOOK_TARGETS must be "any" or "public"'),
  });
  const option = await checkout.run('start', ['--detatch']);
  expect(option).toMatchObject({ code: 1, stderr: expect.stringContaining("Unknown option '--detatch'") });
  expect(await readdir(local(''))).toEqual(['venv']);
});

test('npm start -- --detach: a child that is killed is noticed at once', async () => {
  const starting = checkout.run('start', ['--detach']);
  const holder = (await run())?.processes[0];
  process.kill(holder?.pid ?? 0, 'SIGKILL');
  // If unnoticed, the wait would exceed this test's timeout.
  const { code, stderr } = await starting;
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('ended by SIGKILL') });
});

/** Starts, and returns when the stack is ready. */
async function start(args: string[] = [], env: Record<string, string> = {}): Promise<string> {
  const { code, stderr } = await checkout.run('start', ['--detach', ...args], { env });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('ready') });
  return stderr;
}

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const { base_url, api_key } = await readLocal('stack.json');
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${base_url}${path}`, { ...init, headers })).json()) as Answer;
}

const isDelivered = async (id: string) => {
  const { email } = await call<{ email: { status: string } }>(`/emails/${id}`);
  return email.status === 'delivered';
};

const emailsOfMonth = async () => {
  const { account } = await call<{ account: { usage: { emails_month: number } } }>('/account');
  return account.usage.emails_month;
};

const subjects = async () => {
  const { inbox_url } = await readLocal('stack.json');
  const mails = await (await fetch(`${inbox_url}/api/email`)).json();
  return (mails as { subject: string }[]).map(({ subject }) => subject);
};

/** The sending domain's DKIM selector, which is random for each new identity. */
async function keyAtSes(): Promise<unknown> {
  const { sending_domain } = await readLocal('stack.json');
  const { AWS_ENDPOINT_URL_SESV2 } = await readLocal('environment.json');
  const answer = await fetch(`${AWS_ENDPOINT_URL_SESV2}/v2/email/identities/${sending_domain}`);
  return ((await answer.json()) as { DkimAttributes: { Tokens: string[] } }).DkimAttributes.Tokens;
}

describe('a moved checkout whose last start was killed', () => {
  let stack: Record<string, unknown>;
  let key: unknown;
  let emailId: string;

  test('starts on the same ports with the same keys, whatever the shell says about AWS', async () => {
    const kept = openKept(dirname(local('kept')), { secrets: 'kept' });
    const ports = await kept.takePorts('cloud', 'api', 'inbox', 'smtp', 'smtp_tls', 'inbound');
    const { api_key, smtp_password, cloud_key } = kept;
    expect(await start(['--keep'], shell)).toContain(local('smtp-ca.pem'));
    stack = await readLocal('stack.json');
    expect(stack).toMatchObject({ region: 'us-east-1', webhook_targets: 'any' });
    expect(stack).toMatchObject({
      base_url: `http://127.0.0.1:${ports.api}/api`,
      api_key: `svc_${api_key}`,
      aws_endpoint_url: `http://localhost:${ports.cloud}`,
      aws_secret_access_key: cloud_key,
      inbox_url: `http://127.0.0.1:${ports.inbox}`,
      smtp: { port: ports.smtp, tls_port: ports.smtp_tls, password: `svcsmtp_${smtp_password}` },
      inbound: { port: ports.inbound },
    });
    expect((await run())?.processes.map(({ name }) => name).sort()).toEqual([
      'cloud',
      'inbox',
      'smtp',
      'start',
    ]);
  });

  test('keeps files with keys to the user', () => {
    for (const name of ['run.json', 'stack.json', 'environment.json', 'target.json', 'kept', 'start.log']) {
      expect([name, (statSync(local(name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    }
    expect((statSync(local('')).mode & 0o777).toString(8)).toBe('700');
  });

  test('npm run stop saves the data of a stack started with --keep, and stops it', async () => {
    key = await keyAtSes();
    const text = Array.from({ length: 20_000 }, (_, n) => (n * 7919) % 1_000_003).join(' ');
    const mail = { from: `a@${stack.sending_domain}`, to: 'ada@example.com', subject: 'Kept', text };
    emailId = (await call<{ id: string }>('/emails', mail)).id;
    await call('/suppressions', { email: 'bob@example.com' });
    await until(() => isDelivered(emailId), { within_ms: 30_000, what: 'the email delivered' });
    await until(async () => (await subjects()).includes('Kept'), { within_ms: 20_000 });
    const { code, stderr } = await checkout.run('stop', []);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The local stack has stopped.\n' });
  });

  test('a start without --keep is empty', async () => {
    await start();
    expect(await keyAtSes()).not.toEqual(key);
    expect(await emailsOfMonth()).toBe(1);
    expect(await subjects()).not.toContain('Kept');
  });

  test('npm run redeploy smtp brings the relay to the code as it is now, on the same ports [R71]', async () => {
    const source = `${checkout.folder}/shared/smtp/replies.ts`;
    const code = await readFile(source, 'utf8');
    await writeFile(source, code.replace('214 2.0.0 See RFC 5321', '214 2.0.0 Help of another release'));
    const before = await readLocal('stack.json');
    const { code: exit, stderr } = await checkout.run('redeploy', ['smtp']);
    expect({ exit, stderr }).toMatchObject({ exit: 0, stderr: expect.stringContaining('redeployed') });
    const after = await readLocal('stack.json');
    expect(after.smtp.pid).not.toBe(before.smtp.pid);
    expect({ ...after, smtp: { ...after.smtp, pid: 0 } }).toEqual({
      ...before,
      smtp: { ...before.smtp, pid: 0 },
    });
    const talking = await talk(after.smtp.port);
    expect(await talking.say('HELP')).toBe('214 2.0.0 Help of another release');
    talking.close();
    await writeFile(source, code);
  });

  test('kill -9 of it: npm run stop ends all that is left, and deletes what it had in the temporary folder', async () => {
    const { token, processes, temporary_folders } = (await run()) as Run;
    const functions = findByToken(token).filter(({ pid }) => !processes.some((known) => known.pid === pid));
    expect(functions.length).toBeGreaterThan(0);
    process.kill(processes[0]?.pid ?? 0, 'SIGKILL');
    await until(async () => !findRun(local('')));
    const { code, stderr } = await checkout.run('stop', []);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Cleaned up after a local stack that was killed.\n',
    });
    expect([...processes, ...functions].filter(({ pid }) => identify(pid))).toEqual([]);
    for (const folder of temporary_folders) expect(() => statSync(folder)).toThrow('ENOENT');
    expect((await readdir(local(''))).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('the next start with --keep has the emails, contents in objects, suppressions, identities, and inbox', async () => {
    await start(['--keep']);
    const { base_url, api_key, account_id, inbox_url, aws_access_key_id } = stack;
    const same = { base_url, api_key, account_id, inbox_url, aws_access_key_id };
    expect(await readLocal('stack.json')).toMatchObject(same);
    expect(await isDelivered(emailId)).toBe(true);
    const { suppressions } = await call<{ suppressions: object[] }>('/suppressions');
    expect(suppressions).toMatchObject([{ email: 'bob@example.com' }]);
    expect(await emailsOfMonth()).toBeGreaterThan(2);
    expect(await subjects()).toContain('Kept');
    expect(await keyAtSes()).toEqual(key);
    // Its content is in an object, and its domain still signs.
    const { id } = await call<{ id: string }>(`/emails/${emailId}/resend`, {});
    await until(() => isDelivered(id), { within_ms: 30_000, what: 'the next email delivered' });
  });
});
