import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  isMailwrightError,
  LimitError,
  type Mailwright,
  MailwrightError,
  type MailwrightOptions,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SuppressedError,
  ValidationError,
} from '../../packages/sdk/src/index.ts';
import type { Runtime } from '../../packages/sdk/src/runtime.ts';
import { AppError, type ErrorCode } from '../../shared/core/errors.ts';
import {
  html,
  json,
  type Reply,
  refusal,
  reset,
  scriptedServer,
  serverOfTests,
  torn,
} from '../support/scripted-server.ts';
import { keepingWaits } from '../support/sdk-waits.ts';

const server = serverOfTests();

/** A client that keeps its waits instead of waiting. */
const clientOf = (options: Partial<MailwrightOptions> = {}, runtime: Partial<Runtime> = {}) =>
  keepingWaits({ baseUrl: server.url, ...options }, runtime);

const email = { from: 'a@example.com', to: 'b@example.net', subject: 'Hi', text: 'é ✓' };
const sent = json(200, { id: 'msg_1', status: 'sent' });

/** One call of each kind that D63 tells apart. */
const calls = {
  GET: (client: Mailwright) => client.emails.get('msg_1') as Promise<unknown>,
  'POST with a key': (client: Mailwright) => client.emails.send(email),
  'POST without a key': (client: Mailwright) => client.webhooks.create({ url: 'https://example.com/hook' }),
  PATCH: (client: Mailwright) => client.emails.cancel('msg_1'),
  DELETE: (client: Mailwright) => client.webhooks.delete('whk_1'),
};
type Kind = keyof typeof calls;
const kinds = Object.keys(calls) as Kind[];
const repeatable: Kind[] = ['GET', 'POST with a key'];

const answers: Reply = json(200, { email: {}, ok: true, id: 'msg_1', status: 'sent' });

/** Ends the time of the try that is under way: no test waits for a clock. */
let expire = () => {};
const timer: Runtime['timer'] = (_, run) => {
  expire = run;
  return () => {};
};
/** No answer, until the time of the try is over. */
const silent: Reply = () => expire();

/** How a call ends after `first` and then a success, and how many requests it made. */
async function tried(kind: Kind, first: Reply, options: Partial<MailwrightOptions> = {}) {
  server.play(first, answers);
  const { client } = clientOf(options, { timer });
  const error = await calls[kind](client).then(
    () => null,
    (thrown) => thrown,
  );
  const bodies = new Set(server.received.map(({ body }) => body));
  const keys = new Set(server.received.map(({ key }) => key));
  return { error, requests: server.received.length, bodies: bodies.size, keys: keys.size };
}

type Class = typeof MailwrightError | typeof ConnectionError;
/** Each code of the service's own list: the class of its error, and whether D63 tries again. */
const codes: Record<ErrorCode, [Class, boolean]> = {
  unauthorized: [AuthenticationError, false],
  validation_error: [ValidationError, false],
  forbidden: [PermissionError, false],
  domain_not_verified: [PermissionError, false],
  domain_not_allowed: [PermissionError, false],
  sandbox_recipient: [PermissionError, false],
  production_locked: [PermissionError, false],
  insufficient_scope: [PermissionError, false],
  tenants_not_enabled: [PermissionError, false],
  plan_limit: [LimitError, false],
  not_found: [NotFoundError, false],
  method_not_allowed: [MailwrightError, false],
  conflict: [ConflictError, false],
  idempotency_conflict: [ConflictError, false],
  domain_claimed: [ConflictError, false],
  domain_owned_by_tenant: [ConflictError, false],
  content_expired: [ConflictError, false],
  payload_too_large: [MailwrightError, false],
  daily_ramp_limit: [LimitError, false],
  rate_limited: [RateLimitError, true],
  internal_error: [ServerError, true],
  not_configured: [ServerError, true],
  upstream_error: [ServerError, true],
  unavailable: [ServerError, true],
};

describe.each(Object.entries(codes))('%s', (code, [Named, again]) => {
  test.each(kinds)('%s [D63]', async (kind) => {
    const { status } = new AppError(code as ErrorCode, 'x');
    const shown = code === 'unauthorized' ? undefined : code;
    const outcome = await tried(kind, refusal(status, shown), { maxRetries: again ? 2 : 5 });
    expect(outcome).toMatchObject({ requests: again ? 2 : 1, bodies: 1, keys: 1 });
    if (again) return expect(outcome.error).toBeNull();
    expect(outcome.error.constructor).toBe(Named);
    expect(outcome.error).toMatchObject({ status, retryable: false, ...(shown && { code }) });
  });

  test('its error is thrown in its class when no try is left [D62]', async () => {
    const { status } = new AppError(code as ErrorCode, 'x');
    const shown = code === 'unauthorized' ? undefined : code;
    const { error } = await tried('GET', refusal(status, shown), { maxRetries: 0 });
    expect(error.constructor).toBe(Named);
    expect([error.name, error.retryable, error.message]).toEqual([Named.name, again, `as ${shown}`]);
    expect(isMailwrightError(error, shown)).toBe(true);
    expect(isMailwrightError(error, 'another')).toBe(false);
  });
});

const other: [string, Reply, Class][] = [
  ['504', refusal(504, 'upstream_error'), ServerError],
  ['500 without a code', json(500, { message: 'Internal Server Error' }), ServerError],
  ['503 with a code of another status', refusal(503, 'rate_limited'), RateLimitError],
  ['403 plan_limit', refusal(403, 'plan_limit'), LimitError],
  ['422', refusal(422, 'validation_error', {}, { suppressed: ['x@example.net'] }), SuppressedError],
  ['429 without a code', html(429), RateLimitError],
  ['418', refusal(418, 'constructor'), MailwrightError],
  ['400 in HTML', html(400), ValidationError],
  ['200 in HTML', html(200), MailwrightError],
  ['a list where an object is expected', json(200, []), MailwrightError],
];

test.each(other)('%s is thrown at once, in its class [D63]', async (_, reply, Named) => {
  const outcome = await tried('POST with a key', reply);
  expect(outcome.requests).toBe(1);
  expect(outcome.error.constructor).toBe(Named);
  expect(outcome.error.retryable).toBe(false);
});

describe.each([
  ['504 of a gateway, in HTML', html(504)],
  ['502 of a proxy, in HTML', html(502)],
  ['503 of a gateway, in JSON', json(503, { message: 'Service Unavailable' })],
])('%s', (_, reply) => {
  test.each(kinds)('%s [D63]', async (kind) => {
    const outcome = await tried(kind, reply);
    const again = repeatable.includes(kind);
    expect(outcome).toMatchObject({ requests: again ? 2 : 1, bodies: 1, keys: 1 });
    if (again) return expect(outcome.error).toBeNull();
    expect(outcome.error).toMatchObject({ name: 'ServerError', retryable: false });
    expect(outcome.error.message).toMatch(/^HTTP 50\d, not from Mailwright$/);
  });

  test('the email that is in progress behind it is waited for [D63]', async () => {
    const running = refusal(409, 'idempotency_conflict', {}, { reason: 'in_progress' });
    server.play(reply, running, sent);
    const { client } = clientOf();
    expect(await client.emails.send(email)).toEqual({ id: 'msg_1', status: 'sent' });
  });
});

test.each([
  ['405 of the dashboard', html(405), 'HTTP 405, not from Mailwright. Does baseUrl end in /api?'],
  ['404 of another server', html(404), 'HTTP 404, not from Mailwright. Does baseUrl end in /api?'],
  ['200 of another server', html(200), 'The response is not from Mailwright. Does baseUrl end in /api?'],
  [
    '413 of the gateway',
    json(413, { message: 'Request Entity Too Large' }),
    'HTTP 413, not from Mailwright. Upload large files with attachments.upload',
  ],
])('%s says what to look at', async (_, reply, message) => {
  const { error } = await tried('POST with a key', reply);
  expect(error.message).toBe(message);
});

describe.each([
  ['a reset', reset, false],
  ['an answer that breaks off', torn, false],
  ['no answer within timeoutMs', silent, true],
] as const)('%s', (_, reply, timeout) => {
  test.each(kinds)('%s [D63]', async (kind) => {
    const outcome = await tried(kind, reply);
    const again = repeatable.includes(kind);
    expect(outcome).toMatchObject({ requests: again ? 2 : 1, bodies: 1, keys: 1 });
    if (again) return expect(outcome.error).toBeNull();
    expect(outcome.error).toBeInstanceOf(ConnectionError);
    expect(outcome.error).toMatchObject({ status: 0, timeout, retryable: false });
  });
});

test('a refused connection is tried again, and thrown when no try is left [D63]', async () => {
  const gone = await scriptedServer();
  gone.close();
  const { client, waits } = clientOf({ baseUrl: gone.url });
  const error = await client.emails.send(email).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ retryable: true, timeout: false });
  expect(error.cause.code).toBe('ECONNREFUSED');
  expect(waits.length).toBe(2);
});

const running = refusal(409, 'idempotency_conflict', { 'retry-after': '1' }, { reason: 'in_progress' });

test('409 in_progress is waited for only after an earlier try of the call got no answer [D63]', async () => {
  server.play(reset, running, sent);
  const { client, waits } = clientOf();
  expect(await client.emails.send(email)).toEqual({ id: 'msg_1', status: 'sent' });
  expect(waits).toEqual([500, 1000]);
  expect(new Set(server.received.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);

  server.play(running, sent);
  await expect(client.emails.send(email)).rejects.toBeInstanceOf(ConflictError);
  server.play(refusal(503, 'unavailable'), running, sent);
  await expect(client.emails.send(email)).rejects.toBeInstanceOf(ConflictError);
  server.play(reset, refusal(409, 'idempotency_conflict', {}, { reason: 'different_body' }), sent);
  await expect(client.emails.send(email)).rejects.toBeInstanceOf(ConflictError);
});

test('waits are 0.5 s x 2^n with full jitter, 8 s at most; retry-after is waited out as given [D63]', async () => {
  server.play(refusal(503, 'unavailable'));
  const most = clientOf({ maxRetries: 6 });
  await most.client.emails.send(email).catch(() => undefined);
  expect(most.waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  const least = clientOf({ maxRetries: 1 }, { random: () => 0.25 });
  await least.client.emails.send(email).catch(() => undefined);
  expect(least.waits).toEqual([125]);

  const asked = clientOf({ maxRetries: 1 });
  server.play(refusal(429, 'rate_limited', { 'retry-after': '60' }));
  await asked.client.emails.send(email).catch(() => undefined);
  expect(asked.waits).toEqual([60_000]);
  const dated = clientOf({ maxRetries: 1 }, { now: () => Date.parse('2026-11-21T10:00:00Z') });
  server.play(refusal(429, 'rate_limited', { 'retry-after': 'Sat, 21 Nov 2026 10:00:07 GMT' }));
  await dated.client.emails.send(email).catch(() => undefined);
  expect(dated.waits).toEqual([7000]);
});

test('a retry-after of over 60 s is thrown at once, with the time [D63]', async () => {
  server.play(refusal(429, 'rate_limited', { 'retry-after': '61' }));
  const { client, waits } = clientOf();
  const error = await client.emails.send(email).catch((thrown) => thrown);
  expect(error).toMatchObject({ retryAfterMs: 61_000, retryable: true });
  expect([waits, server.received.length]).toEqual([[], 1]);
});

test('a signal ends a try and a wait, with its own reason', async () => {
  const { client } = clientOf(
    {},
    {
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          stop.abort();
        }),
    },
  );
  let stop = new AbortController();
  server.play(refusal(503, 'unavailable'));
  const waiting = await client.emails.send(email, { signal: stop.signal }).catch((error) => error);
  expect([waiting.name, server.received.length]).toEqual(['AbortError', 1]);

  stop = new AbortController();
  server.play((_request, response) => {
    response.on('close', () => undefined);
    stop.abort(new Error('enough'));
  });
  await expect(client.emails.send(email, { signal: stop.signal })).rejects.toThrow('enough');
  await expect(client.emails.send(email, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(server.received.length).toBe(1);
});

test('a redirect of a POST is no answer: a GET in its place would lose the email', async () => {
  server.play((_, response) =>
    response.writeHead(301, { location: 'https://mail.example.com/api/emails' }).end(),
  );
  const error = await clientOf()
    .client.emails.send(email)
    .catch((thrown) => thrown);
  expect([error.status, server.received.length]).toEqual([301, 1]);
  expect(error.message).toMatch(/redirects to https:\/\/mail\.example\.com/);
});
