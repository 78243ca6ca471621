import { environment, readStack } from '../support/environment.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';

afterEach(stopReceivers);

type Json = Record<string, unknown>;
type EventDetails = { type: string; data: Json };

const stack = readStack();
const ses = environment().AWS_ENDPOINT_URL_SES;

async function api(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${stack.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.api_key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** The message as SES sent it, including its signature. */
async function sourceOf(email_id: string): Promise<string> {
  const { message_id } = await until(
    async () => {
      const response = await fetch(`${ses}/_control/messages?email_id=${email_id}`);
      const { messages } = (await response.json()) as { messages: { message_id: string }[] };
      return messages[0];
    },
    { what: 'the message at SES' },
  );
  const source = await fetch(`${ses}/_control/messages/${message_id}/source`);
  return Buffer.from(await source.arrayBuffer()).toString('latin1');
}

const header = (message: string, name: string) =>
  new RegExp(`^${name}: ?([^\\r]*(?:\\r\\n[ \\t][^\\r]*)*)`, 'mi').exec(message)?.[1]?.replace(/\r\n/g, '');

/** A message's decoded parts, enough to find a link in them. */
const decoded = (message: string) =>
  message
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

test('rule 10, RFC 8058: a signed one-click link leaves the category, once and again; nothing else does', async () => {
  const { url, received } = await receiver();
  const hook = await api('POST', '/webhooks', { url, events: ['contact.unsubscribed'] });
  const reader = `reader-${Date.now()}@acme.test`;
  const email = {
    from: `Shop <news@${stack.sending_domain}>`,
    to: [reader, 'second@acme.test'],
    subject: 'News',
    html: '<p>Hi. <a href="{{unsubscribe_url}}">Leave</a></p>',
    text: 'Hi. Leave: {{ unsubscribe_url }}',
    category: 'newsletter',
    unsubscribe: true,
  };
  const sent = await api('POST', '/emails', email);
  expect(sent.status).toBe(200);
  const email_id = String(sent.body.id);
  const message = await sourceOf(email_id);

  const link = header(message, 'List-Unsubscribe')?.slice(1, -1) ?? '';
  expect(link.slice(0, link.lastIndexOf('/'))).toBe(`${stack.base_url}/unsubscribe`);
  expect(header(message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(decoded(message)).toContain(`href="${link}"`);
  expect(decoded(message)).toContain(`Leave: ${link}`);

  const optedOut = async () => {
    const { body } = await api('GET', `/opt-outs?email=${encodeURIComponent(reader)}`);
    return body.opt_outs as Json[];
  };
  for (const init of [
    { method: 'GET' },
    { method: 'HEAD' },
    { method: 'OPTIONS' },
    { method: 'GET', headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch' } },
    { method: 'POST', body: new URLSearchParams() },
  ]) {
    const { status } = await fetch(link, { ...init, redirect: 'manual' });
    expect({ method: init.method, served: status < 500 }).toEqual({ method: init.method, served: true });
  }
  expect(await optedOut()).toEqual([]);

  const click = () =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  for (let i = 0; i < 2; i++) {
    const answer = await click();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
  const [opt_out, ...more] = await optedOut();
  expect(opt_out).toMatchObject({ email: reader, category: 'newsletter', email_id });
  expect(more).toEqual([]);
  const told = await until(async () => received[0] && (JSON.parse(received[0].body) as EventDetails), {
    what: 'contact.unsubscribed',
  });
  expect(told).toMatchObject({
    type: 'contact.unsubscribed',
    data: {
      email: reader,
      source: 'one_click',
      scope: 'category',
      category_opt_out_id: opt_out?.id,
      email_id,
    },
  });

  const again = await api('POST', '/emails', email);
  expect(again.status).toBe(422);
  expect((again.body.error as { details: Json }).details).toMatchObject({
    category_unsubscribed: [reader],
    category: 'newsletter',
  });
  expect((await api('POST', '/emails', { ...email, category: 'transactional' })).status).toBe(200);
  expect((await api('GET', `/emails/${email_id}`)).body.email).toMatchObject({ last_event: 'unsubscribed' });
  await api('DELETE', `/webhooks/${(hook.body.webhook as { id: string }).id}`);
});
