import Stripe from 'stripe';
import { attemptMemory } from '../../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { serialise } from '../../../shared/domain/webhooks/payload.ts';
import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { receiver, stopReceivers } from '../../support/receiver.ts';
import { emitted } from './emitted.ts';

afterEach(stopReceivers);

const stripe = new Stripe('sk_test_unused');

test('one signed POST with the headers of a delivery, accepted by Stripe’s library [H18, H20]', async () => {
  const { url, received } = await receiver();
  const { work, row, endpoint, event, queued, payloads, lines } = await emitted({}, url);
  await work();
  expect(received).toHaveLength(1);
  const { headers, body } = received[0] as (typeof received)[0];
  expect(body).toBe(serialise(event));
  expect(
    stripe.webhooks.constructEvent(body, headers['service-signature'] as string, endpoint.secret).id,
  ).toBe(event.id);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1',
    'accept-encoding': 'identity',
    'service-event-id': event.id,
    'service-event-type': 'email.delivered',
    'service-delivery-id': row()?.id,
    'service-attempt': '1',
  });
  expect(row()).toMatchObject({
    status: 'delivered',
    attempts: 1,
    last_status_code: 200,
    last_error: null,
    next_attempt_at: null,
    attempt_log: [{ attempt: 1, status_code: 200, error: null, response_body: null }],
  });
  expect(payloads.get(event.id)).toBe(body);
  expect(queued).toHaveLength(0);
  expect(lines.join()).not.toMatch(/whsec_|Gr/);
});

test('five attempts at 0s, 5s, 30s, 2m, 2m with equal bytes, then failed; the row tells each [H18]', async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(500).end('oops'));
  const { work, row, queued, failed, advance } = await emitted({}, url);
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt++) {
    delays.push(queued[0]?.delay_s ?? -1);
    advance(60_000);
    await work();
  }
  expect(delays).toEqual([0, 5, 30, 120, 120]);
  expect(queued).toHaveLength(0);
  expect(received.map((each) => each.headers['service-attempt'])).toEqual(['1', '2', '3', '4', '5']);
  expect(new Set(received.map((each) => each.body)).size).toBe(1);
  expect(new Set(received.map((each) => each.headers['service-delivery-id'])).size).toBe(1);
  expect(new Set(received.map((each) => each.headers['service-signature'])).size).toBe(5);
  expect(row()).toMatchObject({
    status: 'failed',
    attempts: 5,
    last_status_code: 500,
    last_error: 'http_status',
  });
  expect(row()?.attempt_log.map((each) => [each.attempt, each.status_code, each.response_body])).toEqual(
    [1, 2, 3, 4, 5].map((attempt) => [attempt, 500, 'oops']),
  );
  expect(failed.has(row()?.id ?? '')).toBe(true);
});

test.each([
  ['http://127.0.0.1:9001/2018-06-01/runtime/invocation/next', 'blocked_address'],
  ['http://169.254.169.254/latest/meta-data/', 'blocked_address'],
  ['http://metadata.test/', 'blocked_address'],
  ['http://nowhere.test/', 'dns'],
  ['http://broken.test/', 'dns'],
  ['http://slow.test/', 'timeout'],
  ['http://127.0.0.1:1/', 'connect'],
])('%s fails with %s [E62]', async (url, error) => {
  const { ctx, work, row, names } = await emitted({}, url);
  names.set('metadata.test', [
    { address: '127.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ]);
  const { resolve } = ctx.resolver;
  ctx.resolver.resolve = async (name, timeout_ms) => {
    if (name === 'broken.test') throw new Error('SERVFAIL');
    if (name === 'slow.test') throw Object.assign(new Error('late'), { name: 'LookupTimeout' });
    return resolve(name, timeout_ms);
  };
  await work();
  expect(row()).toMatchObject({ status: 'pending', last_error: error, last_status_code: null });
});

describe('never doubled', () => {
  test('a repeated fan-out of a delivery that is done is dropped [E8]', async () => {
    const { url, received } = await receiver();
    const { ctx, work, account, event, calls } = await emitted({}, url);
    await work();
    await publishEvents(ctx, account.id, [{ event, tenant: null, repeat: true }]);
    const ids = calls.map(([message]) => message?.kind === 'delivery' && message.delivery_id);
    expect(ids).toEqual([expect.stringMatching(/^whd_/), ids[0]]);
    await work();
    expect(received).toHaveLength(1);
  });

  test('a message received again after its attempt was written down is dropped', async () => {
    const { url, received } = await receiver();
    const { work } = await emitted({}, url);
    const message = await work();
    await work({ message, receive_count: 2 });
    expect(received).toHaveLength(1);
  });

  test('a fresh duplicate in one process is dropped without a read', async () => {
    const { url, received } = await receiver();
    const { ctx, work, queued } = await emitted({}, url);
    const read = jest.spyOn(ctx.deliveries, 'get');
    const [first] = queued;
    const memory = attemptMemory();
    await Promise.all([1, 2, 3].map(() => work({ message: first?.message, memory })));
    expect(received).toHaveLength(1);
    expect(read).not.toHaveBeenCalled();
  });

  test('of two copies at once in two processes one writes the row and queues the next attempt', async () => {
    const { url } = await receiver((_, response) => response.writeHead(500).end());
    // Two attempts of one moment would be one whose answer was lost.
    let now = Date.now();
    const { work, queued, row } = await emitted({ now: () => ++now }, url);
    const message = queued.shift()?.message;
    await Promise.all([work({ message }), work({ message })]);
    expect(queued).toHaveLength(1);
    expect(row()?.attempt_log).toHaveLength(1);
  });

  test('a late copy of an earlier attempt changes nothing', async () => {
    const { url, received } = await receiver((_, response) => response.writeHead(500).end());
    const { work, queued, row } = await emitted({}, url);
    const first = await work();
    await work();
    await work({ message: first, receive_count: 2 });
    expect(received).toHaveLength(2);
    expect(row()).toMatchObject({ attempts: 2 });
    expect(queued).toHaveLength(1);
  });
});

test('nothing lost: a crash between the row and the next attempt is made good when the message returns', async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(500).end());
  const { ctx, work, queued, row } = await emitted({}, url);
  const [first] = queued.splice(0);
  const { webhooks } = ctx.queues;
  ctx.queues.webhooks = async () => {
    throw new Error('killed');
  };
  await expect(work({ message: first?.message })).rejects.toThrow('killed');
  ctx.queues.webhooks = webhooks;
  await work({ message: first?.message, receive_count: 2 });
  expect(received).toHaveLength(1);
  expect(queued).toHaveLength(1);
  expect(queued[0]?.message).toMatchObject({ attempt: 2, repeat: true });
  await work();
  expect(received).toHaveLength(2);
  expect(row()).toMatchObject({ attempts: 2 });
});

test('a payload whose write failed beside the row is kept when the message returns [E7]', async () => {
  const { url } = await receiver((_, response) => response.writeHead(500).end());
  const { ctx, work, queued, payloads, event, row } = await emitted({}, url);
  const message = queued.shift()?.message;
  const { putPayload } = ctx.deliveries;
  ctx.deliveries.putPayload = async () => {
    throw new Error('S3 is slow');
  };
  await expect(work({ message })).rejects.toThrow('S3 is slow');
  ctx.deliveries.putPayload = putPayload;
  expect([row()?.attempts, payloads.size]).toEqual([1, 0]);
  await work({ message, receive_count: 2 });
  expect([row()?.attempts, payloads.get(event.id)]).toEqual([1, serialise(event)]);
});

test('a failure of ours is thrown, so that the queue tries again; the same process then does', async () => {
  const { url, received } = await receiver();
  const { ctx, work, queued } = await emitted({}, url);
  const message = queued[0]?.message;
  const { record } = ctx.deliveries;
  const memory = attemptMemory();
  ctx.deliveries.record = async () => {
    throw new Error('table down');
  };
  await expect(work({ message, memory })).rejects.toThrow('table down');
  ctx.deliveries.record = record;
  await work({ message, memory, receive_count: 2 });
  expect(received).toHaveLength(2);
});

test('the 10 s cover the look-up too [E28]', async () => {
  const { ctx, work, row, advance } = await emitted({}, 'http://slow.test/');
  ctx.resolver.resolve = async () => {
    advance(10_000);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  await work();
  expect(row()).toMatchObject({ last_error: 'timeout' });
});
