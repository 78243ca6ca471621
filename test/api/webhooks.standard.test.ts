import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { verifyWebhook } from '../../packages/sdk/src/webhooks.ts';
import { standardHeaders, standardSecret } from '../../shared/domain/webhooks/sign.ts';
import { type Received, stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** What the library says; it throws where a signature or its time is wrong. */
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('the library of Standard Webhooks takes each delivery with the secret that the answer shows [N1]', async () => {
  const { standard_secret, secret, received, ...world } = await answeringEndpoint(200);
  const event = await world.emit({ subject: 'Grüße 😀' });
  await world.workAll();
  const [one] = received as [Received];
  expect(verified(standard_secret, one)).toEqual(event);
  expect(one.headers['webhook-id']).toBe(event.id);
  expect(one.headers['webhook-timestamp']).toBe(
    /t=(\d+)/.exec(String(one.headers['service-signature']))?.[1],
  );
  expect(() => verified(standard_secret, { ...one, body: `${one.body} ` })).toThrow();
  // One text is the key of all three schemes [D91].
  expect(secret).toBe(standard_secret);
  const stripe = new Stripe('sk_test_unused').webhooks;
  const header = String(one.headers['service-signature']);
  expect(stripe.constructEvent(one.body, header, secret)).toEqual(event);
  expect(await verifyWebhook(one.body, header, secret)).toEqual(event);
});

test('every attempt and replay of an event has its id; two secrets make two signatures [N1]', async () => {
  const { standard_secret, received, answer, path, ...world } = await answeringEndpoint(200);
  answer.status = 500;
  const event = await world.emit();
  await world.work();
  answer.status = 410;
  await world.work();
  answer.status = 200;
  await world.call('PATCH', path, { body: { enabled: true } });
  const rotated = await world.call('POST', path, { body: { action: 'rotate_secret' } });
  await world.call('POST', path, { body: { action: 'replay_failed', since: world.since } });
  // A worker may use what it read up to a second ago.
  world.clock.advance(1_500);
  await world.workAll();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(event.id));
  const last = received.at(-1) as Received;
  expect(String(last.headers['webhook-signature']).split(' ')).toHaveLength(2);
  for (const secret of [standard_secret, String(rotated.body.standard_secret)])
    expect(verified(secret, last)).toEqual(event);
});

test('a secret from before release 0.3 keeps both of its forms [D91]', () => {
  const secret = `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`;
  const headers = standardHeaders({ id: 'evt_1', body: '{}' }, [secret], Date.now());
  // As docs/webhooks.md converts it.
  const converted = `whsec_${Buffer.from(secret.slice(6), 'base64url').toString('base64')}`;
  expect(standardSecret(secret)).toBe(converted);
  expect(new Webhook(converted).verify('{}', headers)).toEqual({});
});
