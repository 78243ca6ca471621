import { automationWorld } from '../support/automations.ts';
import { type Received, receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

async function setUp() {
  const world = await automationWorld();
  world.ctx.settings.webhook_targets = 'any';
  return world;
}

const hostile = '../a?b=c&d/e#"\r\n<é\u202e';

test('a webhook step posts filled values, escaped by their place, under a key of the step [U5, U59, U60]', async () => {
  const { active, post, work, onlyRun } = await setUp();
  const { url, received } = await receiver();
  const automation = await active([
    {
      type: 'webhook',
      url: `${url}/{{event.data.v}}?q={{event.data.v}}`,
      headers: {
        'X-Value': 'a {{event.data.v}}',
        'User-Agent': 'Mine/1',
        'Accept-Encoding': 'br',
        Constructor: 'theirs',
      },
      body: {
        whole: '{{event.data.n}}',
        text: 'n={{event.data.n}} {{event.data.v}}',
        none: '{{event.data.none}}',
      },
    },
  ]);
  await post({ email: 'ada@example.com', data: { v: hostile, n: 12 } });
  await work();
  const run = await onlyRun(automation);
  const output = { outcome: 'delivered', status_code: 200, attempts: 1, error: null };
  expect([run.status, run.steps[0]?.output]).toEqual(['completed', output]);
  const [{ headers, body, path } = {} as Received] = received;
  const encoded = '..%2Fa%3Fb%3Dc%26d%2Fe%23%22%0D%0A%3C%C3%A9%E2%80%AE';
  expect(path).toBe(`/hook/${encoded}?q=${encoded}`);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Automations/1',
    'accept-encoding': 'identity',
    'service-idempotency-key': `${run.id}/0`,
    'x-value': 'a ../a?b=c&d/e#"??<??',
    constructor: 'theirs',
  });
  expect(JSON.parse(body)).toEqual({ whole: 12, text: `n=12 ${hostile}`, none: null });
});

test('without a body it posts the run and its event, by PUT where that is asked for [U60]', async () => {
  const { active, post, work, onlyRun } = await setUp();
  const methods: (string | undefined)[] = [];
  const { url, received } = await receiver((request, response) => {
    methods.push(request.method);
    response.end();
  });
  const automation = await active([{ type: 'webhook', url, method: 'PUT' }]);
  const { event } = await post({ user_id: 'u1', data: { a: 1 } });
  await work();
  const { id: run_id } = await onlyRun(automation);
  expect(methods).toEqual(['PUT']);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    run_id,
    automation_id: automation,
    step_index: 0,
    event,
  });
});

test('a step that fails is tried three times with the same bytes; Retry-After lengthens a wait [U33, U34]', async () => {
  const { clock, active, post, work, onlyRun } = await setUp();
  const { url, received } = await receiver((_, response) =>
    response.writeHead(503, { 'retry-after': '120' }).end('down'),
  );
  const automation = await active([
    { type: 'webhook', url },
    { type: 'delay', seconds: 1 },
  ]);
  await post({ email: 'ada@example.com' });
  for (const seconds of [0, 60, 61, 121]) {
    clock.advance(seconds * 1000);
    await work();
  }
  expect(received).toHaveLength(3);
  expect(
    new Set(received.map(({ headers, body }) => `${headers['service-idempotency-key']} ${body}`)).size,
  ).toBe(1);
  expect(await onlyRun(automation)).toMatchObject({
    status: 'failed',
    ended_reason: 'error',
    step_index: 0,
    error: { code: 'upstream_error', step_index: 0 },
    steps: [
      {
        status: 'failed',
        output: { outcome: 'failed', status_code: 503, attempts: 3, error: 'http_status' },
      },
      { status: 'pending' },
    ],
  });
});

test('a value that leaves the path fails the run without a request [U59]', async () => {
  const { active, post, work, onlyRun } = await setUp();
  const { url, received } = await receiver();
  const path = await active([{ type: 'webhook', url: `${url}/{{event.data.v}}/x` }]);
  const escaped = await active([{ type: 'webhook', url: `${url}/users/%2e{{event.data.dot}}/x` }]);
  await post({ data: { v: '..', dot: '.' } });
  await work();
  for (const left of [path, escaped])
    expect(await onlyRun(left)).toMatchObject({ status: 'failed', error: { code: 'validation_error' } });
  expect(received).toEqual([]);
});

test('a blocked address fails the run without a request [U34]', async () => {
  const { ctx, active, post, work, onlyRun } = await setUp();
  const blocked = await active([{ type: 'webhook', url: 'https://127.0.0.1:8443/x' }]);
  ctx.settings.webhook_targets = 'public';
  await post({ user_id: 'u1' });
  await work();
  expect(await onlyRun(blocked)).toMatchObject({
    status: 'failed',
    error: { code: 'upstream_error' },
    steps: [{ output: { outcome: 'failed', attempts: 1, error: 'blocked_address' } }],
  });
});

test('a request whose worker died after it is made again, with the same key and bytes [U5]', async () => {
  const { ctx, active, advance, post, run_messages, onlyRun } = await setUp();
  const { url, received } = await receiver();
  const automation = await active([{ type: 'webhook', url, body: { at: '{{event.created_at}}' } }]);
  await post({ user_id: 'u1' });
  const [first] = run_messages.splice(0);
  if (first === undefined) throw new Error('no message');
  const { runs } = ctx;
  ctx.runs = { ...runs, save: () => Promise.reject(new Error('died')) };
  await expect(advance(first.message)).rejects.toThrow('died');
  ctx.runs = runs;
  await advance(first.message);
  await advance(first.message);
  expect(received.map(({ headers }) => headers['service-idempotency-key'])).toEqual(
    Array(2).fill(`${(await onlyRun(automation)).id}/0`),
  );
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});
