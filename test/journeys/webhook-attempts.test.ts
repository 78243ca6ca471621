import { until } from '../support/until.ts';
import { stopSubscribers, verifiedByStripe } from './subscriber.ts';
import { type Customer, newCustomer, send, subscribe } from './world.ts';

let customer: Customer;
afterAll(stopSubscribers);
beforeAll(async () => {
  customer = await newCustomer();
});

const email = () => ({
  from: `shop@${customer.domain}`,
  to: 'ada@example.net',
  subject: 'Attempts',
  text: 'Hi',
});

test('500, then 200: attempted at once and again 5 s later, same body, same whd_ id [H18]', async () => {
  const { call } = customer;
  const { receiver, secret, webhook_id } = await subscribe(call, ['email.delivered']);
  try {
    receiver.answerBy(({ headers }) => (headers['service-attempt'] === '1' ? 500 : 200));
    const id = await send(call, email());
    await until(async () => receiver.received.length >= 2, { within_ms: 40_000, what: 'a second attempt' });
    const [first, second] = receiver.received;
    if (!first || !second) throw new Error('two attempts');
    expect(first.event.data.email_id).toBe(id);
    expect(second.body).toBe(first.body);
    const deliveries = [first, second].map(({ headers }) => headers['service-delivery-id']);
    expect(deliveries).toEqual([expect.stringMatching(/^whd_/), deliveries[0]]);
    expect([first, second].map(({ headers }) => headers['service-attempt'])).toEqual(['1', '2']);
    expect(second.at - first.at).toBeGreaterThanOrEqual(4_900);
    for (const post of [first, second]) verifiedByStripe(post, secret);
    // Each attempt has a new signature, so that a receiver's clock check also passes for late ones.
    expect(second.headers['service-signature']).not.toBe(first.headers['service-signature']);
  } finally {
    await call('DELETE', `/webhooks/${webhook_id}`);
  }
});

test('410 disables the endpoint and is not tried again [E29]', async () => {
  const { call, domain } = await newCustomer();
  const gone = await subscribe(call, ['email.delivered']);
  const witness = await subscribe(call, ['email.delivered']);
  gone.receiver.answerBy(() => 410);
  const first = await send(call, { ...email(), from: `shop@${domain}` });
  await gone.receiver.event('email.delivered', first);
  const look = async () => {
    const { body } = await call('GET', `/webhooks/${gone.webhook_id}`);
    const webhook = body.webhook as { enabled: boolean; disabled_reason: string | null };
    return webhook.enabled ? null : webhook;
  };
  const webhook = await until(look, { what: 'the endpoint disabled' });
  expect(webhook.disabled_reason).toBe('gone');

  const next = await send(call, { ...email(), from: `shop@${domain}` });
  await witness.receiver.event('email.delivered', next);
  expect(gone.receiver.received).toHaveLength(1);
});
