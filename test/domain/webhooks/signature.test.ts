import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { sign, signingSecrets } from '../../../shared/domain/webhooks/sign.ts';

const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const other = 'whsec_other6789abcdefghijklmnopqrstuvwxyzABCDEFG';
const body = '{"id":"evt_1","type":"email.sent","created_at":"2026-11-21T10:00:00.000Z","data":{"x":"é"}}';
const stripe = new Stripe('sk_test_unused');
const verify = (header: string, by = secret, text = body) => stripe.webhooks.constructEvent(text, header, by);

test('`t=<unix>,v1=<hex>` over `<t>.<body>`, keyed with the whole secret [H20]', () => {
  const expected = createHmac('sha256', Buffer.from(secret)).update(`1700000000.${body}`).digest('hex');
  expect(sign(body, [secret], 1_700_000_000_999)).toBe(`t=1700000000,v1=${expected}`);
});

test("Stripe's constructEvent accepts it, and refuses another body, secret or time", () => {
  const header = sign(body, [secret], Date.now());
  expect(verify(header)).toMatchObject({ id: 'evt_1', type: 'email.sent' });
  expect(() => verify(header, secret, `${body} `)).toThrow();
  expect(() => verify(header, other)).toThrow();
  expect(() => verify(sign(body, [secret], Date.now() - 302_000))).toThrow();
});

test('while a rotation overlaps both secrets sign, the newest first; each verifies [E30]', () => {
  const now = Date.now();
  const rotated = { secret, previous_secret: other, previous_secret_until: now + 1_000 };
  expect(signingSecrets(rotated, now)).toEqual([secret, other]);
  expect(signingSecrets(rotated, now + 1_000)).toEqual([secret]);
  const header = sign(body, signingSecrets(rotated, now), now);
  expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  expect(verify(header).id).toBe('evt_1');
  expect(verify(header, other).id).toBe('evt_1');
});
