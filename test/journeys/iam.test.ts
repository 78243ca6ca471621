import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Route53Client } from '@aws-sdk/client-route-53';
import { createTransport } from 'nodemailer';
import { localCredentials } from '../../localstack/aws-api.ts';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { localFolder } from '../../localstack/running.ts';
import { zoneFor } from '../../localstack/sending-domain.ts';
import { createSteps } from '../../localstack/steps.ts';
import { injectAt, receivedIds } from '../support/inbound.ts';
import { accountToken, fakePostmark, serverToken } from '../support/postmark.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { acceptedId } from '../support/smtp.ts';
import { until } from '../support/until.ts';

let folder: string;
let cloud: Cloud | undefined;
/** The provider to import from, which the deployment finds through a setting. */
let importFrom: Awaited<ReturnType<typeof fakePostmark>>;

beforeAll(async () => {
  folder = await mkdtemp(resolve(localFolder, 'iam-'));
}, 10_000);

afterAll(async () => {
  await stopReceivers();
  delete process.env.IMPORT_POSTMARK_URL;
  await cloud?.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

test('with the rights of the template enforced, an email is accepted, sent and delivered', async () => {
  const lines: string[] = [];
  const steps = createSteps((line) => lines.push(line));
  importFrom = await fakePostmark();
  importFrom.routes['/templates'] = () => ({ status: 200, body: { TotalCount: 0, Templates: [] } });
  process.env.IMPORT_POSTMARK_URL = importFrom.url;
  cloud = await startCloud({ folder, steps, webhookTargets: 'any', enforceIam: true });
  expect(await answerToStranger(cloud.stack.aws_endpoint_url)).toContain('UnrecognizedClientException');
  // The start itself sends an email and waits until feedback marks it as delivered.
  expect(lines.join('\n')).toMatch(/✓ first email delivered/);
}, 120_000);

test('and an address is suppressed, freed and unsubscribed', async () => {
  const { base_url, api_key, sending_domain } = cloud?.stack ?? {
    base_url: '',
    api_key: '',
    sending_domain: '',
  };
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${base_url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const email = 'ada@x.example';
  expect((await call('POST', '/suppressions', { email })).status).toBe(201);
  expect((await call('GET', '/suppressions/export')).status).toBe(200);
  expect((await call('DELETE', `/suppressions?email=${email}`)).status).toBe(200);
  const message = { from: `a@${sending_domain}`, to: email, subject: 's', text: 't', category: 'product' };
  const sent = await call('POST', '/emails', { ...message, unsubscribe: true });
  const { id } = (await sent.json()) as { id: string };
  const control = `${cloud?.environment.AWS_ENDPOINT_URL_SES}/_control/messages`;
  const { message_id } = await until(async () => {
    const found = await fetch(`${control}?email_id=${id}`);
    return ((await found.json()) as { messages: { message_id: string }[] }).messages[0];
  });
  const source = await (await fetch(`${control}/${message_id}/source`)).text();
  const [, link = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(source) ?? [];
  const click = await fetch(link, { method: 'POST', body: new URLSearchParams({ confirm: '1' }) });
  expect(click.status).toBe(200);
  expect((await call('DELETE', `/opt-outs?email=${email}&category=product`)).status).toBe(200);
}, 30_000);

test('and a file is uploaded, looked up and sent', async () => {
  const { base_url, api_key, sending_domain } = cloud?.stack ?? {
    base_url: '',
    api_key: '',
    sending_domain: '',
  };
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${base_url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const { attachment } = (await post('/attachments', { name: 'a.txt', size: 5 })).body;
  const { id, upload_url } = attachment as { id: string; upload_url: string };
  const email = {
    from: `a@${sending_domain}`,
    to: 'ada@x.example',
    subject: 's',
    text: 't',
    attachments: [{ id }],
  };
  expect((await post('/emails', email)).status).toBe(400);
  const put = { 'content-type': 'text/plain', 'if-none-match': '*' };
  expect((await fetch(upload_url, { method: 'PUT', headers: put, body: 'hello' })).status).toBe(200);
  const sent = await post('/emails', email);
  expect(sent.status).toBe(200);
  const control = `${cloud?.environment.AWS_ENDPOINT_URL_SES}/_control/messages`;
  await until(async () => {
    const found = await fetch(`${control}?email_id=${sent.body.id}`);
    return ((await found.json()) as { messages: object[] }).messages[0];
  });
}, 30_000);

test('and a template too large for the table is made, edited, sent and deleted', async () => {
  const { base_url = '', api_key, sending_domain } = cloud?.stack ?? {};
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return (await fetch(`${base_url}${path}`, init)).status;
  };
  const html = `<p>${randomBytes(60_000).toString('base64')}</p>`;
  const template = { name: 'Large', subject: 's', html, publish: true };
  expect(await call('POST', '/templates', template)).toBe(201);
  expect(await call('PATCH', '/templates/large', { html: `${html}!`, publish: true })).toBe(200);
  const email = { from: `a@${sending_domain}`, to: 'ada@x.example', template: { id: 'large' } };
  expect(await call('POST', '/emails', email)).toBe(200);
  expect(await call('DELETE', '/templates/large')).toBe(200);
}, 30_000);

test('S: and an event starts a run that sends an email and a text, waits, is resumed, and posts a request', async () => {
  const { base_url, api_key, sending_domain, sms_messages_url } = cloud?.stack ?? { sms_messages_url: '' };
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${base_url}${path}`, init);
    expect({ path, ok: answer.ok }).toEqual({ path, ok: true });
    return (await answer.json()) as Body;
  };
  const { url, received } = await receiver();
  const definition = {
    name: 'Journey',
    trigger: { event: 'iam.began', cancel_on_events: ['iam.over'] },
    steps: [
      { type: 'send_email', from: `a@${sending_domain}`, subject: 'Hello', text: 'Hi {{event.data.name}}' },
      { type: 'send_sms', to: '{{event.data.phone}}', text: 'Hi {{event.data.name}}' },
      { type: 'delay', seconds: 2 },
      { type: 'wait_for_event', event: 'iam.went_on', timeout_seconds: 3600 },
      { type: 'webhook', url, body: { plan: '{{steps.3.event.data.plan}}' } },
    ],
  };
  type Shown = {
    status: string;
    step_index: number;
    steps: { status: string; output: { email_id?: string } }[];
  };
  const made = await call<{ automation: { id: string } }>('POST', '/automations', definition);
  const path = `/automations/${made.automation.id}`;
  await call('POST', path, { action: 'activate' });
  const phone = `+4179${String(Date.now()).slice(-7)}`;
  const post = (name: string, data: object) =>
    call<Record<string, number>>('POST', '/events', { name, email: 'ada@x.example', data });
  expect((await post('iam.began', { name: 'Ada', phone })).matched_automations).toBe(1);
  const runs = await until(async () => {
    const found = await call<{ runs: { id: string }[] }>('GET', `${path}/runs`);
    return found.runs.length > 0 ? found.runs : undefined;
  });
  const untilRun = (fits: (run: Shown) => boolean) =>
    until(async () => {
      const { run } = await call<{ run: Shown }>('GET', `${path}/runs/${runs[0]?.id}`);
      return fits(run) ? run : undefined;
    });
  await untilRun(({ status, step_index }) => status === 'waiting' && step_index === 3);
  expect((await post('iam.went_on', { plan: 'pro' })).resumed_runs).toBe(1);
  const { steps } = await untilRun(({ status }) => status === 'completed');
  expect(steps.map(({ status }) => status)).toEqual(Array(5).fill('completed'));
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([{ plan: 'pro' }]);
  const texts = await (await fetch(sms_messages_url)).json();
  const { sms_messages } = texts as { sms_messages: Record<string, { Message: string }[]> };
  expect(sms_messages[phone]?.map(({ Message }) => Message)).toEqual(['Hi Ada']);
  await until(async () => {
    const found = await call<{ email: { status: string } }>('GET', `/emails/${steps[0]?.output.email_id}`);
    return found.email.status === 'delivered' || undefined;
  });
  await call('POST', path, { action: 'pause', cancel_runs: true });
  await call('DELETE', path);
}, 60_000);

test('and a domain is made, its records are published by its DNS host, and it is verified [A48]', async () => {
  const { base_url = '', api_key, aws_endpoint_url: endpoint = '', region = '' } = cloud?.stack ?? {};
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${base_url}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
  };
  const name = `d${randomBytes(6).toString('hex')}.test`;
  const credentials = localCredentials();
  await zoneFor(new Route53Client({ endpoint, region, credentials }), name);
  expect((await call('POST', '/domains', { name })).status).toBe(201);
  const given = {
    credentials: { access_key_id: credentials.accessKeyId, secret_access_key: credentials.secretAccessKey },
    save_credentials: true,
  };
  expect(await call('POST', `/domains/${name}`, { action: 'apply', ...given })).toMatchObject({
    status: 200,
    body: { applied: 5 },
  });
  // Its worker decrypts the key for SES.
  await until(
    async () => (await call('GET', `/domains/${name}`)).body.domain?.status === 'verified' || undefined,
    { what: `${name} is verified`, within_ms: 50_000 },
  );
  expect((await call('POST', `/domains/${name}`, { action: 'apply' })).status).toBe(200);
  expect((await call('DELETE', `/domains/${name}`)).status).toBe(200);
}, 60_000);

test('and an import brings every kind of thing over, twice [M70]', async () => {
  const provider = importFrom;
  const { base_url = '', api_key } = cloud?.stack ?? {};
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const body = { provider: 'postmark', api_key: serverToken, account_api_key: accountToken };
  const name = `i${randomBytes(6).toString('hex')}.test`;
  provider.domains.push({ ID: 1, Name: name, DKIMHost: `pm._domainkey.${name}`, ReturnPathDomain: '' });
  const entry = {
    SuppressionReason: 'HardBounce',
    Origin: 'Recipient',
    CreatedAt: '2024-12-17T08:58:33-05:00',
  };
  provider.suppressions.outbound = Array.from({ length: 50 }, (_, i) => ({
    EmailAddress: `i${i}@x.example`,
    ...entry,
  }));
  provider.suppressions.broadcast = [
    { EmailAddress: 'o@x.example', ...entry, SuppressionReason: 'ManualSuppression' },
  ];
  provider.webhooks.push({ Url: provider.url, Triggers: { Open: { Enabled: true } } });
  type Totals = { totals: Record<string, number> };
  type Shown = Record<'domains' | 'webhooks' | 'templates' | 'suppressions', Totals> & {
    id: string;
    errors: object[];
    next_cursor: string | null;
  };
  const whole = async (): Promise<Shown> => {
    let shown: Shown;
    let cursor: string | null = null;
    do {
      const answer = await fetch(`${base_url}/migrations`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, ...(cursor && { cursor }) }),
      });
      const text = await answer.text();
      expect([answer.status, text]).toEqual([200, expect.any(String)]);
      shown = (JSON.parse(text) as { migration: Shown }).migration;
      cursor = shown.next_cursor;
    } while (cursor !== null);
    return (
      (await (await fetch(`${base_url}/migrations/${shown.id}`, { headers })).json()) as { migration: Shown }
    ).migration;
  };
  const first = await whole();
  expect(first.errors).toEqual([]);
  expect(first.suppressions.totals).toMatchObject({ imported: 51, product_opt_out: 1 });
  expect(first.webhooks.totals.imported).toBe(1);
  expect(first.domains.totals).toEqual({ found: 1, imported: 1, skipped: 0, failed: 0 });
  const second = await whole();
  expect(second.suppressions.totals).toMatchObject({ imported: 0, already_suppressed: 51 });
  expect(second.webhooks.totals.skipped).toBe(1);
  expect(second.domains.totals).toEqual({ found: 1, imported: 0, skipped: 1, failed: 0 });
  const report = await fetch(`${base_url}/migrations/${first.id}/report`, { headers });
  expect(await report.text()).toContain('suppressions,bounce,imported,,50,');
}, 60_000);

test('and the relay, in the role of its task, takes a message with a file, a template and a schedule [R66]', async () => {
  const { smtp, base_url = '', api_key, sending_domain } = cloud?.stack ?? {};
  if (!smtp) throw new Error('no relay');
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const html = `<p>${randomBytes(60_000).toString('base64')}</p>`;
  const template = JSON.stringify({ name: 'Relayed', subject: 's', html, publish: true });
  await fetch(`${base_url}/templates`, { method: 'POST', headers, body: template });
  const transport = createTransport({
    host: smtp.host,
    port: smtp.tls_port,
    secure: true,
    auth: { user: smtp.username, pass: smtp.password },
    tls: { ca: readFileSync(smtp.ca_file) },
  });
  const message = { from: `a@${sending_domain}`, to: 'ada@x.example', subject: 's', text: 't' };
  const attachments = [{ filename: 'a.bin', content: randomBytes(300_000) }];
  const scheduled = { 'X-Service-Scheduled-At': new Date(Date.now() + 3_600_000).toISOString() };
  const sends = [
    { ...message, attachments },
    { ...message, headers: { 'X-Service-Template': 'relayed' }, attachments },
    { ...message, headers: scheduled },
  ];
  const ids = [];
  for (const send of sends) ids.push(acceptedId((await transport.sendMail(send)).response));
  for (const id of ids.slice(0, 2))
    await until(async () => {
      const { email } = (await (await fetch(`${base_url}/emails/${id}`, { headers })).json()) as {
        email: { status: string };
      };
      return email.status === 'delivered' || undefined;
    });
  // If the role lacked a right, the task would leave the work to the sweep and log it.
  const log = readFileSync(`${folder}/smtp.log`, 'utf8').trim().split('\n');
  expect(log.filter((line) => !line.startsWith('{"message":'))).toEqual([]);
}, 60_000);

test('and the receiver and its worker take a message with a file, repeated, shown by links and deleted [R66]', async () => {
  const { inbound, base_url = '', api_key } = cloud?.stack ?? {};
  if (!inbound) throw new Error('no receiver');
  const headers = { authorization: `Bearer ${api_key}` };
  const file = randomBytes(300_000).toString('base64').replace(/.{76}/g, '$&\r\n');
  const message = `From: a@x.example\r\nSubject: s\r\nContent-Type: a/b; name=f\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n`;
  const inject = () => injectAt(inbound.port, { to: [`a@${inbound.domain}`], message }).then(receivedIds);
  const [id] = await inject();
  const url = `${base_url}/received-emails/${id}`;
  type Shown = { raw_url: string; attachments: { download_url: string }[] };
  const { raw_url, attachments } = await until(async () => {
    const answer = await fetch(url, { headers });
    return answer.ok ? ((await answer.json()) as { received_email: Shown }).received_email : undefined;
  });
  expect(await inject()).toEqual([id]);
  for (const link of [raw_url, attachments[0]?.download_url ?? ''])
    expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${base_url}/received-emails`, { headers })).status).toBe(200);
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
  const log = readFileSync(`${folder}/smtp.log`, 'utf8').trim().split('\n');
  expect(log.filter((line) => !line.startsWith('{"message":'))).toEqual([]);
}, 60_000);

/** The cloud's response to unknown keys, which proves that it enforces rights. */
async function answerToStranger(endpoint: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const credential = `AKIASTRANGER00000000/${day}/us-east-1/dynamodb/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
      'x-amz-date': `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
    },
    body: '{}',
  });
  return answer.text();
}
