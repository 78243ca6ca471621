import type * as z from 'zod';
import { describedEvents } from '../../../infra/openapi/webhooks.ts';
import type { Email } from '../../../shared/core/records/emails.ts';
import type { EventType } from '../../../shared/core/records/events.ts';
import type { ReceivedSummary } from '../../../shared/core/records/received.ts';
import { buildEmailEvent, serviceEvent, wholeFailure } from '../../../shared/domain/events/email-event.ts';
import { buildReceivedEvent } from '../../../shared/domain/events/received-event.ts';

const at = '2026-11-21T10:00:00.000Z';

const email = {
  id: 'msg_01jd6x0000abcdefghjkmnpqrs',
  account: 'acc_01jd6x0000abcdefghjkmnpqrs',
  created_at: at,
  from: 'shop@acme.test',
  to: ['ada@example.com', 'bob@example.com'],
  cc: [],
  bcc: [],
  subject: 'Hello',
  tags: [],
  category: 'transactional',
  message_id: null,
  recipient_count: 2,
} as unknown as Email;

const delay = { delay_reason: 'throttled', delay_type: 'rate_limited', retry_until: at, recipient_count: 2 };
const failure = wholeFailure({ failure_reason: 'Refused', code: 'upstream_error' }, at, 2);

const membersOf = (type: EventType) => {
  const described = describedEvents.find((one) => one.type === type)?.schema as z.ZodObject;
  return { described, members: Object.keys((described.shape.data as z.ZodObject).shape) };
};

test('email.received of a tenant, shortened, has no member that the description does not name [E20, E57]', () => {
  const email = {
    id: 'inb_01jd6x0000abcdefghjkmnpqrs',
    rcpt_to: ['a@in.test'],
    attachments: [],
    truncated: true,
  };
  const summary = { ...email, received_at: at } as unknown as ReceivedSummary;
  const { data } = buildReceivedEvent(summary, { tenant: 'acme', made_at: Date.parse(at) });
  const { members } = membersOf('email.received');
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['tenant', 'truncated']));
  expect(Object.keys(data).filter((member) => !members.includes(member))).toEqual([]);
});

test.each([
  ['email.failed', failure],
  ['email.delivery_delayed', delay],
] as [EventType, Record<string, unknown>][])(
  '%s of a whole email has no member that the description does not name [E20]',
  (type, data) => {
    const event = buildEmailEvent(email, serviceEvent(email, { type, at, data }), null);
    const { described, members } = membersOf(type);
    expect(described.parse(event)).toEqual(event);
    expect(Object.keys(event.data).filter((member) => !members.includes(member))).toEqual([]);
  },
);
