import Stripe from 'stripe';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const stripe = new Stripe('sk_test_unused');

async function setUp() {
  const world = await webhookDeliveries();
  const { url, received } = await receiver();
  const { id, secret } = await world.addEndpoint(url);
  const rotate = async (overlap_seconds?: number) => {
    const answer = await world.call('POST', `/webhooks/${id}`, {
      body: { action: 'rotate_secret', ...(overlap_seconds !== undefined && { overlap_seconds }) },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.webhook).toMatchObject({ id, url, enabled: true });
    expect(JSON.stringify(answer.body.webhook)).not.toContain('whsec_');
    expect(answer.body.secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
    // A worker may use what it read up to a second ago.
    world.clock.advance(1_500);
    return answer.body.secret as string;
  };
  /** Which of the secrets the next delivery is signed with, in the order of its signature's values. */
  const signedBy = async (secrets: string[]) => {
    await world.emit();
    await world.workAll();
    const last = received.at(-1);
    const header = last?.headers['service-signature'] as string;
    const [t, ...values] = header.split(',');
    return values.map((value) =>
      secrets.findIndex((each) => {
        try {
          stripe.webhooks.constructEvent(last?.body ?? '', `${t},${value}`, each, 10_000_000);
          return true;
        } catch {
          return false;
        }
      }),
    );
  };
  return { ...world, id, secret, rotate, signedBy };
}

test('for 24 h both secrets sign, the new one first; then the new one only [E30]', async () => {
  const { secret, rotate, signedBy, clock } = await setUp();
  const next = await rotate();
  expect(await signedBy([secret, next])).toEqual([1, 0]);
  clock.advance(86_400_000 - 10_000);
  expect(await signedBy([secret, next])).toEqual([1, 0]);
  clock.advance(10_000);
  expect(await signedBy([secret, next])).toEqual([1]);
});

test('rotating again drops the oldest at once; overlap_seconds says how long, 0 drops the old one now [E30]', async () => {
  const { secret, rotate, signedBy, clock } = await setUp();
  const second = await rotate();
  const third = await rotate(60);
  expect(await signedBy([secret, second, third])).toEqual([2, 1]);
  clock.advance(60_000);
  expect(await signedBy([secret, second, third])).toEqual([2]);
  const fourth = await rotate(0);
  expect(await signedBy([secret, second, third, fourth])).toEqual([3]);
});

test('a replay signs with the secrets of its moment; the secret is never shown again [E30]', async () => {
  const { id, rotate, signedBy, secret, call } = await setUp();
  await signedBy([secret]);
  const next = await rotate(0);
  const { body } = await call('GET', `/webhooks/${id}/deliveries`);
  const [row] = body.deliveries as { id: string }[];
  await call('POST', `/webhooks/${id}/deliveries/${row?.id}`, { body: { action: 'replay' } });
  expect(await signedBy([secret, next])).toEqual([1]);
  expect((await call('GET', `/webhooks/${id}`)).text).not.toContain('whsec_');
});

test('of rotations at the same time each wins once, and the last two secrets sign [E30]', async () => {
  const { rotate, signedBy } = await setUp();
  const secrets = await Promise.all([rotate(), rotate(), rotate()]);
  const values = await signedBy(secrets);
  expect(values).toHaveLength(2);
  expect(new Set(values).size).toBe(2);
  expect(values).not.toContain(-1);
});

test('requests with one Idempotency-Key rotate once; a repeated one is 409, and both secrets sign [A68, E30]', async () => {
  const { id, secret, call, signedBy, clock } = await setUp();
  const rotate = (fields: object = {}) =>
    call('POST', `/webhooks/${id}`, {
      body: { action: 'rotate_secret', ...fields },
      headers: { 'idempotency-key': 'rotate-1' },
    });
  const answers = await Promise.all([rotate(), rotate()]);
  answers.push(await rotate(), await rotate({ overlap_seconds: 0 }));
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.secret as string);
  const reasons = answers.map(({ body }) => body.error?.details?.reason);
  expect([made.length, reasons.slice(2)]).toEqual([1, ['secret_shown', 'different_body']]);
  clock.advance(1_500);
  expect(await signedBy([secret, ...made])).toEqual([1, 0]);
});
