import type { EmailEvent } from '../../../shared/core/records/events.ts';
import type { WebhookEvent } from '../../../shared/core/records/webhooks.ts';
import { idTime, isId } from '../../../shared/core/runtime.ts';
import { buildEmailEvent, eventId } from '../../../shared/domain/events/email-event.ts';
import { deliveryId, serialise } from '../../../shared/domain/webhooks/payload.ts';
import { someEmail } from '../../support/memory-webhooks.ts';

const at = '2026-11-21T10:00:00.000Z';
const eventOf = (change: Partial<EmailEvent>): EmailEvent => ({
  id: 'evt_01jd6x0000abcdefghjkmnpqrs',
  email_id: 'msg_01jd6x0000abcdefghjkmnpqrs',
  account: 'acc_1',
  type: 'email.delivered',
  position: 0,
  variant: '',
  occurred_at: at,
  created_at: '2026-11-21T10:00:01.000Z',
  data: {},
  ...change,
});

test('email.delivered carries the base, its recipient as written (E38) and what it adds [H17]', () => {
  const event = buildEmailEvent(
    someEmail('acc_1'),
    eventOf({ data: { delivered_at: at, remote_mta: null } }),
    null,
  );
  expect(event).toEqual({
    id: 'evt_01jd6x0000abcdefghjkmnpqrs',
    type: 'email.delivered',
    created_at: '2026-11-21T10:00:01.000Z',
    data: {
      email_id: 'msg_01jd6x0000abcdefghjkmnpqrs',
      status: 'delivered',
      from: 'Shop <shop@example.com>',
      to: ['Ada <Ada@x.example>', 'bob@x.example'],
      subject: 'Hello',
      tags: [{ name: 'kind', value: 'reset' }],
      category: 'transactional',
      message_id: '<1@email.amazonses.com>',
      recipient: 'Ada@x.example',
      occurred_at: at,
      delivered_at: at,
      remote_mta: null,
    },
  });
});

test('email.sent has cc, recipient_count and original_message_id, no recipient and no bcc [H17, R80]', () => {
  const { data } = buildEmailEvent(someEmail('acc_1'), eventOf({ type: 'email.sent', position: null }), null);
  expect(data).toMatchObject({
    cc: ['"Eve, C" <eve@y.example>'],
    recipient_count: 4,
    status: 'sent',
    original_message_id: null,
  });
  const relayed = { ...someEmail('acc_1'), original_message_id: '<1@app.example>' };
  const sent = buildEmailEvent(relayed, eventOf({ type: 'email.sent', position: null }), null);
  expect(sent.data.original_message_id).toBe('<1@app.example>');
  expect(buildEmailEvent(relayed, eventOf({}), null).data).not.toHaveProperty('original_message_id');
  expect(data).not.toHaveProperty('recipient');
  expect(data).not.toHaveProperty('tenant');
  expect(JSON.stringify(data)).not.toContain('hidden@z.example');
});

test.each([
  [1, 'bob@x.example'],
  [2, 'eve@y.example'],
  [3, 'hidden@z.example'],
])('recipients are counted through to, cc, bcc: %i is %s', (position, recipient) => {
  expect(buildEmailEvent(someEmail('acc_1'), eventOf({ position }), null).data.recipient).toBe(recipient);
});

test.each([
  ['email.scheduled', null, 'scheduled'],
  ['email.sent', null, 'sent'],
  ['email.delivery_delayed', 0, 'sent'],
  ['email.delivery_delayed', null, 'queued'],
  ['email.delivered', 0, 'delivered'],
  ['email.complained', 0, 'delivered'],
  ['email.opened', null, 'delivered'],
  ['email.clicked', null, 'delivered'],
  ['email.bounced', 0, 'bounced'],
  ['email.failed', 0, 'failed'],
  ['email.suppressed', null, 'failed'],
] as const)('the status of %s (recipient %p) is always %s [E6]', (type, position, status) => {
  expect(buildEmailEvent(someEmail('acc_1'), eventOf({ type, position }), null).data.status).toBe(status);
});

test("the email's tenant is shown by its external_id; the attempt's own message_id wins (E37)", () => {
  const email = someEmail('acc_1', { tenant: 'ten_1' });
  const event = eventOf({ data: { message_id: '<2@email.amazonses.com>' } });
  const { data } = buildEmailEvent(email, event, 'acme');
  expect(data).toMatchObject({ tenant: 'acme', message_id: '<2@email.amazonses.com>' });
});

test('ids are derived: same parts same id, other parts another [E8]', () => {
  const id = eventId('msg_1', 'email.delivered', 0, '', Date.parse(at));
  expect(isId('evt', id)).toBe(true);
  expect(eventId('msg_1', 'email.delivered', 0, '', Date.parse(at))).toBe(id);
  const others = [
    eventId('msg_2', 'email.delivered', 0, '', Date.parse(at)),
    eventId('msg_1', 'email.bounced', 0, '', Date.parse(at)),
    eventId('msg_1', 'email.delivered', 1, '', Date.parse(at)),
    eventId('msg_1', 'email.delivered', null, '', Date.parse(at)),
    eventId('msg_1', 'email.delivered', 0, 'x', Date.parse(at)),
    eventId('msg_1', 'email.delivered', 0, '', Date.parse(at) + 1),
  ];
  expect(new Set([id, ...others]).size).toBe(7);
  const event = { id, created_at: '2026-11-21T10:00:07.250Z' };
  expect(isId('whd', deliveryId(event, 'wh_1'))).toBe(true);
  expect(deliveryId(event, 'wh_1')).not.toBe(deliveryId(event, 'wh_2'));
  expect(idTime(deliveryId(event, 'wh_1'))).toBe(Date.parse(event.created_at));
});

const eventWith = (data: Record<string, unknown>): WebhookEvent => ({
  id: 'evt_1',
  type: 'email.received',
  created_at: at,
  data,
});
const bytes = (json: string) => Buffer.byteLength(json);

test('up to 256 KB an event is not touched [E26]', () => {
  const data = { subject: 'é'.repeat(60_000), references: Array(60).fill('<a@b>') };
  expect(JSON.parse(serialise(eventWith(data))).data).toEqual(data);
});

test('references are cut first, to the last 50 [E26]', () => {
  const references = Array.from({ length: 5_000 }, (_, i) => `<${i}-${'r'.repeat(60)}@x>`);
  const json = serialise(eventWith({ references, subject: 's'.repeat(9_000) }));
  const { data } = JSON.parse(json);
  expect(bytes(json)).toBeLessThanOrEqual(256 * 1024);
  expect(data.references).toEqual(references.slice(-50));
  expect(data.subject).toHaveLength(9_000);
  expect(data.truncated).toBe(true);
});

test('then attachments, to and cc to the first 100, then every string to 4,096 characters [E26]', () => {
  const attachments = Array.from({ length: 300 }, (_, i) => ({ filename: `${i}-${'f'.repeat(900)}` }));
  const to = Array.from({ length: 300 }, (_, i) => `${i}-${'t'.repeat(500)}@x.example`);
  const { data } = JSON.parse(serialise(eventWith({ attachments, to, cc: to, from: 'x'.repeat(200_000) })));
  expect(data.attachments).toEqual(attachments.slice(0, 100));
  expect(data.to).toEqual(to.slice(0, 100));
  expect(data.cc).toEqual(to.slice(0, 100));
  expect(data.from).toHaveLength(4_096);
});

test('no event is over 256 KB, and no character is cut in half [E26]', () => {
  const attachments = Array.from({ length: 100 }, () => ({ a: '😀'.repeat(5_000), b: 'x'.repeat(9_999) }));
  const json = serialise(eventWith({ attachments, subject: `x${'😀'.repeat(100_000)}` }));
  expect(bytes(json)).toBeLessThanOrEqual(256 * 1024);
  expect(JSON.parse(json).data.subject.isWellFormed()).toBe(true);
  expect(JSON.parse(json).data.subject.length).toBeGreaterThan(50);
});

test.each([
  ['an emoji that ends at the limit stays', `${'x'.repeat(4_094)}😀😀`, `${'x'.repeat(4_094)}😀`],
  ['one that the limit would cut in half goes', `${'x'.repeat(4_095)}😀😀`, 'x'.repeat(4_095)],
  ['a text of the very length stays', 'x'.repeat(4_096), 'x'.repeat(4_096)],
  ['one more is cut', 'x'.repeat(4_097), 'x'.repeat(4_096)],
])('strings are cut to 4,096 characters: %s [E26]', (_, subject, expected) => {
  const { data } = JSON.parse(serialise(eventWith({ subject, from: 'x'.repeat(300_000) })));
  expect(data.subject).toBe(expected);
});

test('null and numbers inside cut data stay what they are [E26]', () => {
  const kept = { none: null, count: 3, on: true, list: [null, 1], nested: { none: null } };
  const { data } = JSON.parse(serialise(eventWith({ ...kept, from: 'x'.repeat(300_000) })));
  expect(data).toEqual({ ...kept, from: 'x'.repeat(4_096), truncated: true });
});

test('a payload holds no character that SQS refuses', () => {
  const json = serialise(eventWith({ subject: 'a\uffffb\ufffec\u0000d' }));
  expect(json).not.toMatch(/[\ufffe\uffff]/);
  expect(JSON.parse(json).data.subject).toBe('a\uffffb\ufffec\u0000d');
});

test('the bytes do not depend on the order in which the table returns stored members [P36]', () => {
  const data = {
    email_id: 'msg_1',
    tags: [{ name: 'kind', value: 'reset' }],
    suppressed: [{ email: 'a@x.example', reason: 'bounce', scope: 'account', suppression_id: null }],
    bounce_type: 'hard',
    smtp_code: 550,
  };
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };
  const json = serialise(eventWith(data));
  expect(serialise(eventWith(reversed(data) as Record<string, unknown>))).toBe(json);
  expect(JSON.parse(json).data).toEqual(data);
});
