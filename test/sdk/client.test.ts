import { inspect } from 'node:util';
import { Mailwright, type MailwrightOptions, type ResponseInfo } from '../../packages/sdk/src/index.ts';
import { json, refusal, serverOfTests } from '../support/scripted-server.ts';
import { apiKey, keepingWaits } from '../support/sdk-waits.ts';

const server = serverOfTests();

const clientOf = (options: Partial<MailwrightOptions> = {}) =>
  keepingWaits({ baseUrl: server.url, ...options });
const email = { from: 'a@example.com', to: 'b@example.net', subject: 'Hi', text: 'x' };
const answers = json(200, { id: 'msg_1', status: 'sent' });

test('the options of a call win: key, tries, headers [D60]', async () => {
  server.play(refusal(500, 'internal_error'));
  const { client } = clientOf();
  await client.emails.send(email, { idempotencyKey: 'order-1', maxRetries: 1 }).catch(() => undefined);
  expect(server.received.map(({ key }) => key)).toEqual(['order-1', 'order-1']);
  await client.emails
    .send(email, { headers: { 'Idempotency-Key': 'order-2' }, maxRetries: 1 })
    .catch(() => undefined);
  expect(server.received.slice(-2).map(({ key }) => key)).toEqual(['order-2', 'order-2']);
  await client.request('POST', '/emails', { body: email, maxRetries: 1 }).catch(() => undefined);
  const [first, second] = server.received.slice(-2).map(({ key }) => key);
  expect(first).toMatch(/^sdk-/);
  expect(second).toBe(first);
  await expect(client.emails.send(email, { timeoutMs: 0 })).rejects.toThrow(TypeError);

  server.play(answers);
  for (const wrong of [{ idempotencyKey: 'Bestellung ✓' }, { headers: { 'x-a': 'a\nb' } }])
    await expect(client.emails.send(email, wrong)).rejects.toMatchObject({ name: 'TypeError' });
  expect(server.received.length).toBe(0);
  const heard: Headers[] = [];
  const listening = clientOf({
    userAgent: 'shop/1.0',
    fetch: (url, init) => {
      heard.push(new Headers(init.headers));
      return fetch(url, init);
    },
  });
  await listening.client.emails.send(email, { headers: { 'X-Trace': '1', Authorization: 'mine' } });
  const [headers] = heard;
  expect(headers?.get('x-trace')).toBe('1');
  expect(headers?.get('authorization')).toBe(`Bearer ${apiKey}`);
  expect(headers?.get('user-agent')).toMatch(/^shop\/1\.0 mailwright-sdk\/\d/);
});

test('onResponse is given each answer, and what it throws changes nothing [D57]', async () => {
  const seen: ResponseInfo[] = [];
  const onResponse = (info: ResponseInfo) => {
    seen.push(info);
    throw new Error('a fault of the log');
  };
  const limits = { 'ratelimit-limit': '10', 'ratelimit-remaining': '9', 'ratelimit-reset': '1' };
  server.play(
    refusal(503, 'unavailable', { 'x-request-id': 'req_1' }),
    json(200, { emails: [], has_more: false, next_cursor: null }, limits),
  );
  await clientOf({ onResponse }).client.emails.list({ to: 'ann@example.net' });
  expect(seen).toMatchObject([
    { method: 'GET', path: '/emails', status: 503, requestId: 'req_1', attempt: 1, ratelimit: undefined },
    { status: 200, attempt: 2, ratelimit: { limit: 10, remaining: 9, reset: 1 } },
  ]);
  expect(JSON.stringify(seen)).not.toContain('ann@example.net');
});

test('the key is in nothing that the client shows, throws or hands out [D57]', async () => {
  const shown: unknown[] = [];
  const leaky = async (_: string, init: RequestInit) => {
    throw Object.assign(new Error(`cannot send ${JSON.stringify(init.headers)}`), { init });
  };
  const { client } = clientOf({ fetch: leaky, maxRetries: 0, onResponse: (info) => shown.push(info) });
  shown.push(client, await client.emails.send(email).catch((error) => error));
  server.play(refusal(401));
  shown.push(
    await clientOf()
      .client.emails.send(email)
      .catch((error) => error),
  );
  for (const one of shown)
    expect(inspect(one, { depth: 12, showHidden: true }) + JSON.stringify(one)).not.toContain(apiKey);
  expect(() => new Mailwright({ apiKey: 'svc_a\nb', baseUrl: server.url })).toThrow(/visible ASCII/);
  expect(() => new Mailwright({ apiKey: 'svc_a\nb', baseUrl: server.url })).not.toThrow(/svc_a/);
});

test('key and base URL come from the environment, and are asked for at once [D57]', () => {
  const { MAILWRIGHT_API_KEY, MAILWRIGHT_BASE_URL, ...rest } = process.env;
  const before = process.env;
  try {
    process.env = rest;
    expect(() => new Mailwright()).toThrow(/MAILWRIGHT_API_KEY/);
    expect(() => new Mailwright(apiKey)).toThrow(/MAILWRIGHT_BASE_URL/);
    for (const wrong of ['ftp://a.test', 'a.test/api', 'http://:secret@a.test/api', 'http://a.test/api?'])
      expect(() => new Mailwright(apiKey, { baseUrl: wrong })).toThrow(
        /^baseUrl must be an http or https URL/,
      );
    process.env.MAILWRIGHT_API_KEY = apiKey;
    process.env.MAILWRIGHT_BASE_URL = server.url;
    expect(() => new Mailwright()).not.toThrow();
    for (const wrong of [
      { timeoutMs: 0 },
      { timeoutMs: Number.NaN },
      { maxRetries: -1 },
      { maxRetries: 1.5 },
    ])
      expect(() => new Mailwright(wrong)).toThrow(TypeError);
    Object.assign(globalThis, { window: { document: {} } });
    expect(() => new Mailwright()).toThrow(/servers/);
    expect(() => new Mailwright({ dangerouslyAllowBrowser: true })).not.toThrow();
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
    process.env = before;
  }
});

test('a try without an answer ends after timeoutMs, by the clock of the machine [D57]', async () => {
  server.play(() => undefined);
  const { client } = clientOf({ timeoutMs: 20, maxRetries: 0 });
  const error = await client.emails.send(email).catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'ConnectionError', timeout: true, retryable: true, status: 0 });
  expect(error.message).toBe('No response to POST /emails within 20 ms');
  server.play(answers);
  const patient = clientOf({ timeoutMs: Number.POSITIVE_INFINITY });
  expect(await patient.client.emails.send(email)).toMatchObject({ id: 'msg_1' });
});

test('a signal ends a wait of the machine’s clock, too [D63]', async () => {
  server.play(refusal(503, 'unavailable', { 'retry-after': '60' }));
  const stop = new AbortController();
  const client = new Mailwright({
    apiKey,
    baseUrl: server.url,
    onResponse: () => setImmediate(() => stop.abort()),
  });
  const error = await client.emails.send(email, { signal: stop.signal }).catch((thrown) => thrown);
  expect([error.name, server.received.length]).toEqual(['AbortError', 1]);
  server.play(refusal(503, 'unavailable', { 'retry-after': '0' }), answers);
  expect(await client.emails.send(email)).toMatchObject({ id: 'msg_1' });
});

test('bytes in a body, of any class, are sent as base64; a string is sent as it is', async () => {
  server.play(answers);
  const bytes = Buffer.from('zażółć');
  const given = [bytes, new Uint8Array(bytes), new DataView(new Uint8Array(bytes).buffer), 'YQ=='];
  const attachments = given.map((data) => ({ name: 'a.txt', data: data as Uint8Array }));
  await clientOf().client.emails.send({ ...email, attachments });
  const base64 = bytes.toString('base64');
  const sent = JSON.parse(server.received[0]?.body ?? '').attachments as { data: string }[];
  expect(sent.map(({ data }) => data)).toEqual([base64, base64, base64, 'YQ==']);
});
