import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { localFolder } from '../../localstack/running.ts';
import { createSteps } from '../../localstack/steps.ts';
import { until } from '../support/until.ts';

let folder: string;
let cloud: Cloud | undefined;
beforeAll(async () => {
  folder = await mkdtemp(resolve(localFolder, 'keep-'));
});
afterAll(async () => {
  await cloud?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function start(keep: boolean): Promise<Cloud> {
  await cloud?.close();
  const options = { folder, steps: createSteps(() => {}), webhookTargets: 'any' as const };
  cloud = await startCloud({ ...options, keep });
  return cloud;
}

async function call<Answer>({ stack }: Cloud, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${stack.api_key}`, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${stack.base_url}${path}`, { ...init, headers })).json()) as Answer;
}

const isDelivered = async (from: Cloud, id: string) => {
  const { email } = await call<{ email: { status: string } }>(from, `/emails/${id}`);
  return email.status === 'delivered';
};

const subjects = async ({ stack }: Cloud) => {
  const mails = await (await fetch(`${stack.inbox_url}/api/email`)).json();
  return (mails as { subject: string }[]).map(({ subject }) => subject);
};

test('--keep: emails, contents in objects, suppressions, identities and the inbox are there after a restart', async () => {
  const first = await start(true);
  const mail = { from: `a@${first.stack.sending_domain}`, to: 'ada@example.com', subject: 'Kept' };
  const text = Array.from({ length: 20_000 }, (_, n) => (n * 7919) % 1_000_003).join(' ');
  const { id } = await call<{ id: string }>(first, '/emails', { ...mail, text });
  await call(first, '/suppressions', { email: 'bob@example.com' });
  await until(() => isDelivered(first, id), { within_ms: 30_000, what: 'the email delivered' });
  await until(async () => (await subjects(first)).includes('Kept'), { within_ms: 20_000 });

  const second = await start(true);
  const { base_url, api_key, account_id, inbox_url, aws_access_key_id } = first.stack;
  expect(second.stack).toMatchObject({ base_url, api_key, account_id, inbox_url, aws_access_key_id });
  expect(await isDelivered(second, id)).toBe(true);
  const { suppressions } = await call<{ suppressions: object[] }>(second, '/suppressions');
  expect(suppressions).toMatchObject([{ email: 'bob@example.com' }]);
  expect(await subjects(second)).toContain('Kept');
  // Its content is in an object, and its domain still signs.
  const { id: next } = await call<{ id: string }>(second, `/emails/${id}/resend`, {});
  await until(() => isDelivered(second, next), { within_ms: 30_000, what: 'the next email delivered' });
});

/** Its domain's DKIM selector, which is random for each new identity. */
async function keyAtSes({ stack, environment }: Cloud): Promise<unknown> {
  const url = `${environment.AWS_ENDPOINT_URL_SESV2}/v2/email/identities/${stack.sending_domain}`;
  const { DkimAttributes } = (await (await fetch(url)).json()) as { DkimAttributes: { Tokens: string[] } };
  return DkimAttributes.Tokens;
}

test('a start without it is empty, and leaves what was kept for the next one with it', async () => {
  const key = await keyAtSes(await start(true));
  const empty = await start(false);
  expect(await keyAtSes(empty)).not.toEqual(key);
  const { account } = await call<{ account: { usage: object } }>(empty, '/account');
  expect(account.usage).toMatchObject({ emails_month: 1 });
  const again = await start(true);
  const kept = await call<{ account: { usage: { emails_month: number } } }>(again, '/account');
  expect(kept.account.usage.emails_month).toBeGreaterThan(3);
  expect(await subjects(again)).toContain('Kept');
  expect(await keyAtSes(again)).toEqual(key);
});
