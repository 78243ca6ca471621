import Stripe from 'stripe';
import { timestamp } from '../../../shared/core/runtime.ts';
import { attemptMemory } from '../../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { receiver, stopReceivers } from '../../support/receiver.ts';
import { emitted, someEvent } from './emitted.ts';

afterEach(stopReceivers);

const stripe = new Stripe('sk_test_unused');

describe('endpoints that change', () => {
  test('deleted: waiting attempts are dropped, the payload is kept for the others [E54]', async () => {
    const { url, received } = await receiver();
    const { work, endpoint, endpoints, rows, payloads, event } = await emitted({}, url);
    endpoints.delete(endpoint.id);
    await work();
    expect(received).toHaveLength(0);
    expect(rows.size).toBe(0);
    expect(payloads.has(event.id)).toBe(true);
  });

  test('a patched url rescues what waits; the new secret signs [E54]', async () => {
    const { url, received } = await receiver();
    const { work, endpoints, endpoint, row } = await emitted({}, 'http://127.0.0.1:1/');
    await work();
    const secret = 'whsec_new';
    endpoints.set(endpoint.id, { ...endpoint, url, secret });
    await work();
    expect(row()).toMatchObject({ status: 'delivered', attempts: 2, url });
    const { headers, body } = received[0] as (typeof received)[0];
    expect(stripe.webhooks.constructEvent(body, headers['service-signature'] as string, secret)).toBeTruthy();
  });

  test.each([null, { enabled: false }])(
    'made or enabled just now: what an older read shows of an endpoint, %j, costs no event [P25]',
    async (change) => {
      const { url, received } = await receiver();
      const { ctx, work, endpoint, row } = await emitted({}, url);
      const { get } = ctx.webhooks;
      const before = change && { ...endpoint, ...change };
      ctx.webhooks.get = async (account, id, max_age_ms) =>
        max_age_ms === undefined ? get(account, id) : before;
      await work();
      expect(received).toHaveLength(1);
      expect(row()).toMatchObject({ status: 'delivered', attempts: 1 });
    },
  );

  test('disabled: a waiting attempt fails with endpoint_disabled [E22]', async () => {
    const { work, endpoints, endpoint, row, queued } = await emitted();
    await work();
    endpoints.set(endpoint.id, { ...endpoint, enabled: false });
    await work();
    expect(row()).toMatchObject({ status: 'failed', attempts: 1, last_error: 'endpoint_disabled' });
    expect(row()?.attempt_log).toHaveLength(1);
    expect(queued).toHaveLength(0);
  });

  test('410 ends the delivery, disables that endpoint with `gone` and mails the owner once [E29]', async () => {
    const { url } = await receiver((_, response) => response.writeHead(410).end());
    const { ctx, work, endpoints, endpoint, row, mails, queued, addEndpoint, account } = await emitted(
      {},
      url,
    );
    const other = addEndpoint(url);
    await publishEvents(ctx, account.id, [{ event: someEvent(), tenant: null, repeat: false }]);
    await work();
    expect(row()).toMatchObject({ status: 'failed', attempts: 1, last_status_code: 410 });
    expect(endpoints.get(endpoint.id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(endpoints.get(other.id)).toMatchObject({ enabled: true });
    await work();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: ['owner@example.com'] });
    const [head = '', text = ''] = mails[0]?.raw.split('\r\n\r\n') ?? [];
    expect(head).toContain('From: Mailwright <notifications@sandbox.example.com>');
    expect(Buffer.from(text, 'base64').toString()).toContain(endpoint.id);
    expect(queued).toHaveLength(1);
  });

  /** An endpoint whose server answers 410, and its queued delivery. */
  async function gone(options: Parameters<typeof emitted>[0] = {}) {
    const { url } = await receiver((_, response) => response.writeHead(410).end());
    return emitted(options, url);
  }

  test('a run that dies after it disabled the endpoint leaves the notice to its redelivery [E51]', async () => {
    const { ctx, work, endpoints, endpoint, queued, mails } = await gone();
    const message = queued[0]?.message;
    if (message === undefined) throw new Error('nothing is queued');
    const { disable } = ctx.webhooks;
    ctx.webhooks.disable = async (...input) => {
      await disable(...input);
      throw new Error('died');
    };
    await expect(work()).rejects.toThrow('died');
    expect(endpoints.get(endpoint.id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(mails).toHaveLength(0);
    for (const receive_count of [2, 3]) await work({ message, receive_count });
    expect(mails).toHaveLength(1);
  });

  test('a run that dies before it disabled the endpoint leaves that to its redelivery [E29]', async () => {
    const { ctx, work, endpoints, endpoint, queued, mails } = await gone();
    const message = queued[0]?.message;
    if (message === undefined) throw new Error('nothing is queued');
    const { disable } = ctx.webhooks;
    ctx.webhooks.disable = async () => {
      throw new Error('throttled');
    };
    await expect(work()).rejects.toThrow('throttled');
    ctx.webhooks.disable = disable;
    for (const receive_count of [2, 3]) await work({ message, receive_count });
    expect(endpoints.get(endpoint.id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(mails).toHaveLength(1);
    // Enabled again by its owner, it stays so when a copy of the message is late.
    endpoints.set(endpoint.id, { ...endpoint, updated_at: timestamp(ctx.runtime.now() + 1_000) });
    await work({ message, receive_count: 4 });
    expect(endpoints.get(endpoint.id)?.enabled).toBe(true);
  });

  test('the owner is notified where the answer to the write that disables the endpoint was lost [E51]', async () => {
    const { ctx, work, mails } = await gone();
    const { disable } = ctx.webhooks;
    ctx.webhooks.disable = async (...input) => (await disable(...input)) && disable(...input);
    await work();
    expect(mails).toHaveLength(1);
  });

  test('an endpoint that its owner enabled, and that is disabled again, is another notice [E51]', async () => {
    const { ctx, account, work, endpoints, endpoint, mails, advance } = await gone();
    await work();
    endpoints.set(endpoint.id, endpoint);
    advance(1_000);
    await publishEvents(ctx, account.id, [{ event: someEvent(), tenant: null, repeat: false }]);
    await work();
    expect(mails).toHaveLength(2);
  });

  test('a 410 of the url that the endpoint had when the attempt began does not disable its new one [E54]', async () => {
    const world = await emitted({}, 'http://127.0.0.1:1/');
    const { endpoints, endpoint, work, mails, row } = world;
    const { url } = await receiver((_, response) => {
      endpoints.set(endpoint.id, { ...endpoint, url: 'http://127.0.0.1:2/' });
      response.writeHead(410).end();
    });
    endpoints.set(endpoint.id, { ...endpoint, url });
    await work();
    expect(row()).toMatchObject({ status: 'failed', last_status_code: 410 });
    expect(endpoints.get(endpoint.id)).toMatchObject({ enabled: true, disabled_reason: null });
    expect(mails).toHaveLength(0);
  });
});

describe('an endpoint that only fails [E21]', () => {
  const settings = { webhook_disable_after_s: 100, webhook_disable_min: 3 };

  /** Emits one event and lets all its attempts run. */
  async function delivery(
    world: Awaited<ReturnType<typeof emitted>>,
    memory = attemptMemory(),
    test = false,
  ) {
    const event = someEvent({ data: test ? { test: true } : {} });
    await publishEvents(world.ctx, world.account.id, [{ event, tenant: null, repeat: false }]);
    while (world.queued.length > 0) await world.work({ memory });
  }

  test('is disabled after its time and number of failed deliveries, and its owner mailed once', async () => {
    const world = await emitted({ settings });
    const stands = () => world.endpoints.get(world.endpoint.id);
    await delivery(world);
    expect(stands()).toMatchObject({ enabled: true, failing_count: 1 });
    world.advance(99_000);
    await delivery(world);
    expect(stands()).toMatchObject({ enabled: true, failing_count: 2 });
    world.advance(1_000);
    await delivery(world);
    expect(stands()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect(world.mails).toHaveLength(1);
  });

  test('is not disabled while it failed too seldom', async () => {
    const world = await emitted({ settings: { ...settings, webhook_disable_min: 20 } });
    await delivery(world);
    world.advance(500_000);
    await delivery(world);
    expect(world.endpoints.get(world.endpoint.id)).toMatchObject({ enabled: true });
  });

  test('a success clears the count, what a worker holds back included; later failures begin anew', async () => {
    const world = await emitted({ settings });
    const memory = attemptMemory();
    await delivery(world, memory);
    const { url } = await receiver();
    const stands = () => world.endpoints.get(world.endpoint.id) as typeof world.endpoint;
    world.endpoints.set(world.endpoint.id, { ...stands(), url });
    await delivery(world, memory);
    expect(stands().failing_since).toBeUndefined();
    world.endpoints.set(world.endpoint.id, { ...stands(), url: world.endpoint.url });
    world.advance(500_000);
    await delivery(world, memory);
    expect(stands()).toMatchObject({ enabled: true, failing_count: 1 });
  });

  test('is not disabled where a delivery succeeds between the count of the last failure and its end', async () => {
    const world = await emitted({ settings: { webhook_disable_after_s: 0, webhook_disable_min: 1 } });
    const { webhooks } = world.ctx;
    const { countFailures } = webhooks;
    webhooks.countFailures = async (...input) => {
      const written = await countFailures(...input);
      await webhooks.clearFailures(world.account.id, world.endpoint.id);
      return written;
    };
    await delivery(world);
    expect(world.endpoints.get(world.endpoint.id)).toMatchObject({ enabled: true, disabled_reason: null });
    expect(world.mails).toHaveLength(0);
  });

  test('a worker holds failures back for a minute at most, and none when they decide', async () => {
    const world = await emitted({ settings: { webhook_disable_after_s: 1_000, webhook_disable_min: 50 } });
    const count = jest.spyOn(world.ctx.webhooks, 'countFailures');
    const memory = attemptMemory();
    for (let i = 0; i < 5; i++) await delivery(world, memory);
    expect(count).toHaveBeenCalledTimes(1);
    world.advance(61_000);
    await delivery(world, memory);
    expect(count).toHaveBeenCalledTimes(2);
    expect(world.endpoints.get(world.endpoint.id)).toMatchObject({ failing_count: 7 });
  });

  test('what a worker holds back of a former url does not count for the new one [E54]', async () => {
    const world = await emitted({ settings: { webhook_disable_after_s: 1_000, webhook_disable_min: 50 } });
    const memory = attemptMemory();
    for (let i = 0; i < 5; i++) await delivery(world, memory);
    const { failing_since: _since, failing_count: _count, ...moved } = world.endpoint;
    world.endpoints.set(moved.id, { ...moved, url: 'http://127.0.0.1:2/' });
    await delivery(world, memory);
    expect(world.endpoints.get(moved.id)).toMatchObject({ failing_count: 1 });
  });

  test('test events never touch the count [E60]', async () => {
    const world = await emitted({ settings });
    world.queued.length = 0;
    await delivery(world, attemptMemory(), true);
    expect(world.endpoints.get(world.endpoint.id)?.failing_since).toBeUndefined();
  });
});
