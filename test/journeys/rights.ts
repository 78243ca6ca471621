import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import { Route53Client } from '@aws-sdk/client-route-53';
import { createTransport } from 'nodemailer';
import { buildFolder } from '../../infra/functions.ts';
import { clientOf, localCredentials } from '../../localstack/aws-api.ts';
import type { Cloud } from '../../localstack/cloud.ts';
import { freePorts } from '../../localstack/net.ts';
import { zoneFor } from '../../localstack/sending-domain.ts';
import { lendTaskRole, untilHealthy } from '../../localstack/smtp.ts';
import { Mailwright } from '../../packages/sdk/src/index.ts';
import { injectAt, receivedIds } from '../support/inbound.ts';
import { accountToken, type fakePostmark, serverToken } from '../support/postmark.ts';
import { receiver } from '../support/receiver.ts';
import { acceptedId } from '../support/smtp.ts';
import { until } from '../support/until.ts';

type World = {
  folder: string;
  cloud: Cloud;
  /** The provider to import from. A setting tells the deployment where it is. */
  provider: Awaited<ReturnType<typeof fakePostmark>>;
};

/**
 * Uses what each function does, on a cloud that enforces the template's rights and refuses every other
 * request.
 */
export function testRights(world: () => World): void {
  const stack = () => world().cloud.stack;
  const client = () => new Mailwright(String(stack().api_key), { baseUrl: stack().base_url, maxRetries: 0 });

  const mail = () => ({ from: `a@${stack().sending_domain}`, to: 'ada@x.example', subject: 's', text: 't' });
  const delivered = (id: string) =>
    until(async () => (await client().emails.get(id)).status === 'delivered', { what: `${id} delivered` });

  /**
   * What the SMTP task logs apart from its own events. If its role lacked a right, work would be left to the
   * sweep, and only the log would show it.
   */
  const taskTroubles = () => {
    const lines = readFileSync(`${world().folder}/smtp.log`, 'utf8').trim().split('\n');
    return lines.filter((line) => !line.startsWith('{"message":'));
  };

  test('the cloud refuses unknown keys, so it enforces rights', async () => {
    expect(await answerToStranger(stack().aws_endpoint_url)).toContain('UnrecognizedClientException');
  });

  test('an address is suppressed, removed from the list, and unsubscribed', async () => {
    const { suppressions, optOuts, emails } = client();
    const email = 'ada@x.example';
    await suppressions.create({ email });
    await suppressions.export();
    await suppressions.delete({ email });
    const { id } = await emails.send({ ...mail(), category: 'product', unsubscribe: true });
    const control = `${world().cloud.environment.AWS_ENDPOINT_URL_SES}/_control/messages`;
    const { message_id } = await until(async () => {
      const found = await fetch(`${control}?email_id=${id}`);
      return ((await found.json()) as { messages: { message_id: string }[] }).messages[0];
    });
    const source = await (await fetch(`${control}/${message_id}/source`)).text();
    const [, link = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(source) ?? [];
    const click = await fetch(link, { method: 'POST', body: new URLSearchParams({ confirm: '1' }) });
    expect(click.status).toBe(200);
    await optOuts.delete({ email, category: 'product' });
  });

  test('a file is uploaded, looked up, and sent', async () => {
    const { attachments, emails } = client();
    const { id, upload_url } = await attachments.create({ name: 'a.txt', size: 5 });
    const email = { ...mail(), attachments: [{ id }] };
    await expect(emails.send(email)).rejects.toMatchObject({ status: 400 });
    const headers = { 'content-type': 'text/plain', 'if-none-match': '*' };
    expect((await fetch(upload_url, { method: 'PUT', headers, body: 'hello' })).status).toBe(200);
    await delivered((await emails.send(email)).id);
  });

  test('a template too large for the table is created, edited, sent, and deleted', async () => {
    const { templates, emails } = client();
    const html = `<p>${randomBytes(60_000).toString('base64')}</p>`;
    await templates.create({ name: 'Large', subject: 's', html, publish: true });
    await templates.update('large', { html: `${html}!`, publish: true });
    const { from, to } = mail();
    await emails.send({ from, to, template: { id: 'large' } });
    await templates.delete('large');
  });

  test('an event starts a run that sends an email and a text, waits, is resumed, and posts a request', async () => {
    const { automations, events } = client();
    const { url, received } = await receiver();
    const { from } = mail();
    const { id } = await automations.create({
      name: 'Journey',
      trigger: { event: 'iam.began', cancel_on_events: ['iam.over'] },
      steps: [
        { type: 'send_email', from, subject: 'Hello', text: 'Hi {{event.data.name}}' },
        { type: 'send_sms', to: '{{event.data.phone}}', text: 'Hi {{event.data.name}}' },
        { type: 'delay', seconds: 2 },
        { type: 'wait_for_event', event: 'iam.went_on', timeout_seconds: 3600 },
        { type: 'webhook', url, body: { plan: '{{steps.3.event.data.plan}}' } },
      ],
    });
    await automations.activate(id);
    const phone = `+4179${String(Date.now()).slice(-7)}`;
    const send = (name: string, data: Record<string, unknown>) =>
      events.send({ name, email: 'ada@x.example', data });
    expect((await send('iam.began', { name: 'Ada', phone })).matched_automations).toBe(1);
    const listed = await until(async () => (await automations.runs.list(id)).items[0]);
    const run = () => automations.runs.get(id, listed.id);
    await until(async () => {
      const { status, step_index } = await run();
      return status === 'waiting' && step_index === 3;
    });
    expect((await send('iam.went_on', { plan: 'pro' })).resumed_runs).toBe(1);
    await until(async () => (await run()).status === 'completed');
    const { steps } = await run();
    expect(steps.map(({ status }) => status)).toEqual(Array(5).fill('completed'));
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([{ plan: 'pro' }]);
    const { sms_messages } = (await (await fetch(stack().sms_messages_url)).json()) as {
      sms_messages: Record<string, { Message: string }[]>;
    };
    expect(sms_messages[phone]?.map(({ Message }) => Message)).toEqual(['Hi Ada']);
    await delivered(String(steps[0]?.output?.email_id));
    await automations.pause(id, { cancel_runs: true });
    await automations.delete(id);
  });

  test('a domain is created, its records are published at its DNS host, and it is verified [A48]', async () => {
    const { domains } = client();
    const { aws_endpoint_url: endpoint, region } = stack();
    const name = `d${randomBytes(6).toString('hex')}.test`;
    await zoneFor(new Route53Client(clientOf({ endpoint, region })), name);
    await domains.create({ name });
    const keys = localCredentials();
    const credentials = { access_key_id: keys.accessKeyId, secret_access_key: keys.secretAccessKey };
    const { applied } = await domains.apply(name, { credentials, save_credentials: true });
    expect(applied).toBe(5);
    // Its worker decrypts the key for SES.
    const verified = async () => (await domains.get(name)).status === 'verified';
    await until(verified, { what: `${name} is verified`, within_ms: 50_000 });
    await domains.apply(name);
    await domains.delete(name);
  });

  test('an import brings over every kind of resource, and can be repeated [M70]', async () => {
    const { migrations } = client();
    const { provider } = world();
    const name = `i${randomBytes(6).toString('hex')}.test`;
    provider.domains.push({ ID: 1, Name: name, DKIMHost: `pm._domainkey.${name}`, ReturnPathDomain: '' });
    const entry = (EmailAddress: string, SuppressionReason: string) => ({
      EmailAddress,
      SuppressionReason,
      Origin: 'Recipient',
      CreatedAt: '2024-12-17T08:58:33-05:00',
    });
    provider.suppressions.outbound = Array.from({ length: 50 }, (_, i) =>
      entry(`i${i}@x.example`, 'HardBounce'),
    );
    provider.suppressions.broadcast = [entry('o@x.example', 'ManualSuppression')];
    provider.webhooks.push({ Url: provider.url, Triggers: { Open: { Enabled: true } } });
    const whole = async () => {
      const keys = { api_key: serverToken, account_api_key: accountToken };
      let id = '';
      for await (const slice of migrations.run({ provider: 'postmark', ...keys })) id = slice.id ?? '';
      return migrations.get(id);
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
    expect(await migrations.report(String(first.id))).toContain('suppressions,bounce,imported,,50,');
  });

  test('the relay, in its task’s role, accepts messages with a file, a template, and a schedule [R66]', async () => {
    const { smtp } = stack();
    const html = `<p>${randomBytes(60_000).toString('base64')}</p>`;
    await client().templates.create({ name: 'Relayed', subject: 's', html, publish: true });
    const transport = createTransport({
      host: smtp?.host,
      port: smtp?.tls_port,
      secure: true,
      auth: { user: smtp?.username, pass: smtp?.password },
      tls: { ca: readFileSync(smtp?.ca_file ?? '') },
    });
    const attachments = [{ filename: 'a.bin', content: randomBytes(300_000) }];
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const relay = async (fields: object) =>
      acceptedId((await transport.sendMail({ ...mail(), ...fields })).response);
    await delivered(await relay({ attachments }));
    await delivered(await relay({ attachments, headers: { 'X-Service-Template': 'relayed' } }));
    await relay({ headers: { 'X-Service-Scheduled-At': later } });
    expect(taskTroubles()).toEqual([]);
  });

  test('the receiver and its worker accept a message with a file, which is repeated, linked, and deleted [R66]', async () => {
    const { receivedEmails } = client();
    const door = await startReceiver(world());
    try {
      const file = randomBytes(300_000).toString('base64').replace(/.{76}/g, '$&\r\n');
      const message = `From: a@x.example\r\nSubject: s\r\nContent-Type: a/b; name=f\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n`;
      const to = [`a@${stack().inbound?.domain}`];
      const inject = async () => receivedIds(await injectAt(door.port, { to, message }));
      const [id = ''] = await inject();
      const shown = await until(() => receivedEmails.get(id).catch(() => undefined));
      expect(await inject()).toEqual([id]);
      for (const link of [shown.raw_url, shown.attachments[0]?.download_url ?? ''])
        expect((await fetch(link)).status).toBe(200);
      expect((await receivedEmails.list()).items.map((one) => one.id)).toContain(id);
      await receivedEmails.delete(id);
    } finally {
      door.close();
    }
    expect(taskTroubles()).toEqual([]);
  });
}

/** Starts the receiver in the task's role. If SES receives mail, the stack's own task has no receiver. */
async function startReceiver({ folder, cloud: { environment } }: World) {
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '', SMTP_ROLE_ARN = '' } = environment;
  const [starttls, implicit, port = 0, health] = await freePorts(4);
  const { context } = JSON.parse(readFileSync(`${folder}/target.json`, 'utf8'));
  const log = openSync(`${folder}/smtp.log`, 'a');
  const child = spawn(process.execPath, [`${buildFolder}/smtp/main.mjs`], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      AWS_TIMEOUT_FACTOR: '10',
      ...environment,
      ...(await lendTaskRole({ endpoint, region }, SMTP_ROLE_ARN)),
      SMTP_ADDRESS: '127.0.0.1',
      SMTP_CERTIFICATE: context.smtpCertificate,
      SMTP_ROLES: 'receive',
      SMTP_PORTS: `${starttls},${implicit},${port}`,
      SMTP_HEALTH_PORT: String(health),
    },
  });
  await untilHealthy(`http://127.0.0.1:${health}/health`);
  return { port, close: () => child.kill('SIGKILL') };
}

/** The cloud's response to unknown keys. */
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
