import fc from 'fast-check';
import { verifyWebhook, type WebhookEvent, WebhookSignatureError } from '../../packages/sdk/src/webhooks.ts';
import { type EventType, eventTypes } from '../../shared/core/records/events.ts';
import { sign } from '../../shared/domain/webhooks/sign.ts';
import { freshAccount, testContext } from '../support/api.ts';
import type { eventFields } from '../support/event-fields.ts';
import { sdkClient } from '../support/sdk.ts';
import { cases } from '../support/whole.ts';

const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const other = 'whsec_other6789abcdefghijklmnopqrstuvwxyzABCDEFG';
const body =
  '{"id":"evt_1","type":"email.sent","created_at":"2026-11-21T10:00:00.000Z","data":{"subject":"é ✓"}}';
const now = 1_700_000_000_000;
const header = sign(body, [secret], now);

/** `ok`, or why it was refused. */
const outcome = (...given: Parameters<typeof verifyWebhook>): Promise<string> =>
  verifyWebhook(...given).then(
    () => 'ok',
    (error) => (error instanceof WebhookSignatureError ? error.reason : error.name),
  );

test('text and bytes verify, and the event comes back [D65]', async () => {
  const event = await verifyWebhook(body, header, secret, { now });
  expect(event).toEqual(JSON.parse(body));
  expect(await verifyWebhook(Buffer.from(body), header, secret, { now })).toEqual(event);
  expect(await outcome(new TextEncoder().encode(body), header, [secret], { now })).toBe('ok');
});

test('exactly 300 s from the clock is accepted, either way; a second more is not [E61]', async () => {
  for (const seconds of [-300, 300])
    expect(await outcome(body, header, secret, { now: now + seconds * 1000 })).toBe('ok');
  for (const seconds of [-301, 301])
    expect(await outcome(body, header, secret, { now: now + seconds * 1000 })).toBe('timestamp');
  expect(await outcome(body, header, secret, { now: now + 11_000, toleranceS: 10 })).toBe('timestamp');
  expect(await outcome(body, header, secret)).toBe('timestamp');
  expect(await outcome(body, sign(body, [secret], Date.now()), secret)).toBe('ok');
});

test('during a rotation each secret verifies, at the sender with two as at the receiver with two [E30]', async () => {
  const rotating = sign(body, [secret, other], now);
  expect(await outcome(body, rotating, secret, { now })).toBe('ok');
  expect(await outcome(body, rotating, other, { now })).toBe('ok');
  expect(await outcome(body, header, [other, secret], { now })).toBe('ok');
  expect(await outcome(body, header, [other], { now })).toBe('signature');
});

test.each([
  [undefined, 'missing'],
  [null, 'missing'],
  ['', 'missing'],
  ['t=1700000000', 'format'],
  [header.split(',')[1], 'format'],
  [`${header},`, 'format'],
  [`${header},t=1700000000`, 'format'],
  [header.toUpperCase(), 'format'],
  [header.replace(/v1=\w+/, (value) => `v1=${value.slice(3).toUpperCase()}`), 'format'],
  [header.replace('t=', 't=0'), 'signature'],
  [header.replace('t=', 't=-'), 'format'],
  [`${header},v9=later`, 'ok'],
])('the header %j is %s [D65]', async (given, expected) => {
  expect(await outcome(body, given, secret, { now })).toBe(expected);
});

test('a parsed body and an unset secret are mistakes of the receiver, and say so [D65]', async () => {
  await expect(verifyWebhook(JSON.parse(body), header, secret, { now })).rejects.toThrow(
    /before anything parses/,
  );
  for (const none of ['', [], [''], undefined])
    await expect(verifyWebhook(body, header, none as string, { now })).rejects.toThrow(TypeError);
});

/** `text` with one of its characters changed, removed or doubled. */
const mutated = (text: string) =>
  fc
    .record({
      at: fc.nat(text.length - 1),
      kind: fc.constantFrom('change', 'remove', 'insert'),
      by: fc.string({ minLength: 1, maxLength: 1, unit: 'binary-ascii' }),
    })
    .map(
      ({ at, kind, by }) =>
        text.slice(0, at) + (kind === 'remove' ? '' : by) + text.slice(kind === 'insert' ? at : at + 1),
    )
    .filter((one) => one !== text);

const mutations = cases(10_000);

test(`${mutations} mutations of body and header are refused`, async () => {
  const given = fc.sample(
    fc.oneof(
      mutated(body).map((text) => [text, header] as const),
      mutated(header).map((text) => [body, text] as const),
    ),
    { numRuns: mutations, seed: 37 },
  );
  const outcomes = new Map<string, number>();
  for (const [text, signed] of given) {
    const found = await outcome(text, signed, secret, { now });
    outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
  }
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(mutations);
  expect(outcomes.get('ok') ?? 0).toBe(0);
  expect([...outcomes.keys()].sort()).toEqual(['format', 'signature', 'timestamp']);
});

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
type DataOf<Type extends WebhookEvent['type']> = Extract<WebhookEvent, { type: Type }>['data'];
/** Members that only some events of a type have. */
type Extra = 'recipient' | 'recipient_count' | 'tenant' | 'test' | 'truncated';
type Missing = {
  [Type in EventType]: Exclude<keyof DataOf<Type>, Words<(typeof eventFields)[Type]> | Extra>;
}[EventType];
type Unknown = {
  [Type in EventType]: Exclude<Words<(typeof eventFields)[Type]>, keyof DataOf<Type>>;
}[EventType];

test('the types of the events have the fields that the rules name (checked by the compiler), and no other type', () => {
  const wrong: (Missing | Unknown | Exclude<WebhookEvent['type'], EventType>)[] = [];
  const everyFieldIsTyped: [Missing, Unknown] extends [never, never] ? true : false = true;
  expect({ wrong, everyFieldIsTyped }).toEqual({ wrong: [], everyFieldIsTyped: true });
});

test('a sample of each event, signed as deliveries are, verifies and is known by its type', async () => {
  const ctx = testContext();
  const { api_key } = await freshAccount(ctx, { domain: false });
  const client = sdkClient(ctx, api_key);
  for (const event of eventTypes) {
    const sample = await client.emails.test({ event, deliver: false });
    const text = JSON.stringify(sample.event);
    const verified = await verifyWebhook(text, sign(text, [secret], now), secret, { now });
    expect(verified.type).toBe(event);
    if (verified.type === 'email.bounced') expect(verified.data.bounce_type).toBe('hard');
  }
});
