import Stripe from 'stripe';
import type { Id } from '../../shared/core/runtime.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const stripe = new Stripe('sk_test_unused');

test('an event reaches a created endpoint, signed; the first failure is retried and the log tells both', async () => {
  const { ctx, account, call, queued, work, emit } = await webhookDeliveries();
  let status = 500;
  const { url, received } = await receiver((_, response) => response.writeHead(status).end('no'.repeat(300)));
  const { body } = await call('POST', '/webhooks', { body: { url, events: ['email.bounced'] } });
  const { id } = body.webhook as { id: string };
  const event = await emit({ subject: 'Grüße' });
  await work();
  status = 200;
  await work();
  expect(queued).toHaveLength(0);
  expect(received).toHaveLength(2);
  for (const each of received) {
    const header = each.headers['service-signature'] as string;
    const verified = stripe.webhooks.constructEvent(each.body, header, body.secret as string);
    expect(verified).toEqual(event);
  }
  const delivery = String(received[0]?.headers['service-delivery-id']);
  const shards = (await ctx.webhooks.get(account.id, id as Id<'wh'>))?.log_shards ?? 0;
  expect(shards).toBe(16);
  expect(await ctx.deliveries.get(id as Id<'wh'>, shards, delivery as Id<'whd'>)).toMatchObject({
    status: 'delivered',
    attempts: 2,
    attempt_log: [
      { attempt: 1, status_code: 500, error: 'http_status' },
      { attempt: 2, status_code: 200, error: null },
    ],
  });
});
