import { createHmac, randomUUID } from 'node:crypto';
import { readStack } from '../support/environment.ts';
import { injectAt, receivedIds } from '../support/inbound.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const { api_key, base_url, inbound, smtp } = readStack();
afterAll(stopReceivers);

const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${base_url}${path}`, { ...init, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('mail to the inbound domain of stack.json is listed, and announced once by a signed webhook [R72]', async () => {
  const hook = await receiver();
  const made = await ask('/webhooks', {
    method: 'POST',
    body: JSON.stringify({ url: hook.url, events: ['email.received'] }),
  });
  const { id: webhook } = made.body.webhook as { id: string };
  const secret = String(made.body.secret);
  const to = [`anything@${inbound.domain}`];
  // The same bytes within a day count as the same message (R41), even from an earlier run.
  const head = `From: Ada <ada@x.example>\r\nMessage-ID: <${randomUUID()}@x.example>\r\nSubject: Hello\r\n`;
  const message = `${head}\r\nIt arrived.\r\n`;
  const [id] = receivedIds(await injectAt(inbound.port, { to, message }));
  const found = async () => {
    const { status, body } = await ask(`/received-emails/${id}`);
    return status === 200 ? (body.received_email as Record<string, unknown>) : undefined;
  };
  const record = await until(found, { within_ms: 30_000, what: 'the record' });
  expect(record).toMatchObject({ subject: 'Hello', text: 'It arrived.\r\n', rcpt_to: to, parse_error: null });
  const event = await until(async () => hook.received[0], { within_ms: 30_000, what: 'the webhook' });
  const [, time = '', signature = ''] =
    /^t=(\d+),v1=(\w+)/.exec(String(event.headers['service-signature'])) ?? [];
  expect(createHmac('sha256', secret).update(`${time}.${event.body}`).digest('hex')).toBe(signature);
  expect(JSON.parse(event.body)).toMatchObject({
    type: 'email.received',
    data: { email_id: id, rcpt_to: to },
  });
  expect(hook.received).toHaveLength(1);
  await ask(`/webhooks/${webhook}`, { method: 'DELETE' });
});

test('the health answer counts what port 25 took [R68]', async () => {
  const health = await (await fetch(smtp.health_url)).json();
  expect(health).toMatchObject({
    ok: true,
    inbound: { accepted: expect.any(Number), sessions: expect.any(Number) },
  });
});
