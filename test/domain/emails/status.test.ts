import fc from 'fast-check';
import type { Email } from '../../../shared/core/records/emails.ts';
import { emailRecord } from '../../../shared/domain/emails/record.ts';
import { emailStatus, lastEvent, recipientProgress } from '../../../shared/domain/emails/status.ts';

const email = (change: Partial<Email> = {}): Email => ({
  id: 'msg_01kaz9wjx2f4h6k8n0q2s4v6x8',
  account: 'acc_01kaz0000000000000000000aa',
  actor: null,
  tenant: null,
  category: 'transactional',
  template: null,
  source: 'api',
  resent_from: null,
  scheduled_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  recipient_count: 1,
  state: 'sent',
  outcomes: {},
  envelope: null,
  content: 'item',
  outbox: null,
  attempt: 1,
  lease_until: null,
  message_id: null,
  sent_at: '2026-11-20T10:00:01.000Z',
  cancelled_at: null,
  failed_at: null,
  failure_reason: null,
  bounce_reason: null,
  bounce_reason_at: null,
  delayed: false,
  from: 'Shop <orders@shop.example.com>',
  to: ['Ada <ada@example.com>'],
  cc: [],
  bcc: [],
  reply_to: [],
  subject: 'Your order',
  tags: [],
  ...change,
});

/** An email that SES took, with these outcomes one second after another. */
const met = (keys: string, recipient_count: number) =>
  email({
    recipient_count,
    outcomes: Object.fromEntries(keys.split(' ').map((key, i) => [key, 1000 * (i + 1)])),
  });

describe('status before SES took the email (H12)', () => {
  test.each([
    ['queued', 'queued'],
    ['sending', 'queued'],
    ['scheduled', 'scheduled'],
    ['sent', 'sent'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const)('%s shows as %s', (state, status) => {
    expect(emailStatus(email({ state }))).toBe(status);
    expect(lastEvent(email({ state }))).toBe(status);
  });

  test('any notification says that SES took it, whatever we noted [E63]', () => {
    for (const state of ['queued', 'sending', 'failed'] as const)
      expect(emailStatus(email({ state, outcomes: { '0y': 1 } }))).toBe('sent');
    const given_up = email({
      state: 'failed',
      failure_reason: 'upstream_error',
      failed_at: '2026-11-21T10:00:00.000Z',
    });
    expect(emailRecord(given_up, null)).toMatchObject({ status: 'failed', failure_reason: 'upstream_error' });
    expect(emailRecord({ ...given_up, outcomes: { '0d': 1 } }, null)).toMatchObject({
      status: 'delivered',
      failed_at: null,
      failure_reason: null,
    });
  });

  test('a refused send tells suppressed (H11, H17)', () => {
    expect(lastEvent(email({ state: 'failed', failure_reason: 'suppressed' }))).toBe('suppressed');
    expect(lastEvent(email({ state: 'failed', failure_reason: 'upstream_error' }))).toBe('failed');
  });

  test("the queue's own delay (H12)", () => {
    expect(lastEvent(email({ state: 'queued', delayed: true }))).toBe('delivery_delayed');
    expect(lastEvent(email({ state: 'cancelled', delayed: true }))).toBe('cancelled');
  });
});

describe('status of several recipients, and E45 last_event [E10, Q43]', () => {
  test.each<[outcomes: string, recipients: number, status: string, last: string, states: string]>([
    ['0d', 1, 'delivered', 'delivered', 'delivered'],
    ['0b', 1, 'bounced', 'bounced', 'bounced'],
    ['0f', 1, 'failed', 'failed', 'failed'],
    ['0x', 1, 'failed', 'suppressed', 'failed'],
    ['0y', 1, 'sent', 'delivery_delayed', 'sent'],
    ['0c', 1, 'sent', 'complained', 'sent'],
    ['0d 0c', 1, 'delivered', 'complained', 'delivered'],
    ['0d 0o 0k', 1, 'delivered', 'clicked', 'delivered'],
    ['0c 0d 0o', 1, 'delivered', 'complained', 'delivered'],
    ['0d 0b', 1, 'bounced', 'bounced', 'bounced'],
    ['0b 0f', 1, 'failed', 'bounced', 'failed'],
    ['0d', 2, 'delivered', 'delivered', 'delivered sent'],
    ['0b', 2, 'sent', 'bounced', 'bounced sent'],
    ['0d 1b', 2, 'delivered', 'bounced', 'delivered bounced'],
    ['0d 0b', 2, 'sent', 'bounced', 'bounced sent'],
    ['0b 1b', 2, 'bounced', 'bounced', 'bounced bounced'],
    ['0f 1f', 2, 'failed', 'failed', 'failed failed'],
    ['0b 1f', 2, 'bounced', 'bounced', 'bounced failed'],
    ['0x 1f', 2, 'failed', 'failed', 'failed failed'],
    ['*f', 3, 'failed', 'failed', 'failed failed failed'],
    ['10d', 11, 'delivered', 'delivered', `${'sent '.repeat(10)}delivered`],
  ])('%s of %d: %s', (outcomes, recipients, status, last, states) => {
    const meta = met(outcomes, recipients);
    expect(emailStatus(meta)).toBe(status);
    expect(lastEvent(meta)).toBe(last);
    const shown = Array.from({ length: recipients }, (_, i) => recipientProgress(meta, i, 0).status);
    expect(shown.join(' ')).toBe(states);
  });

  test('a position that the email does not have changes nothing', () => {
    expect(emailStatus(met('7d', 2))).toBe('sent');
  });
});

describe('times and reasons are those of the earliest provider time [E11]', () => {
  test('delivered_at, bounced_at, bounce_reason', () => {
    const record = emailRecord(
      email({
        recipient_count: 4,
        outcomes: { '0d': 5000, '1d': 3000, '2b': 9000, '3b': 8000 },
        bounce_reason: '550 of 3',
        bounce_reason_at: 8000.003,
      }),
      null,
    );
    expect(record).toMatchObject({
      delivered_at: '1970-01-01T00:00:03.000Z',
      bounced_at: '1970-01-01T00:00:08.000Z',
      bounce_reason: '550 of 3',
      failed_at: null,
      failure_reason: null,
    });
  });

  test('failure_reason: what SES told, or suppressed, whichever came first (E43)', () => {
    const told = { failure_reason: '550 no', failure_reason_at: 2000 };
    const two = { recipient_count: 2, ...told };
    expect(emailRecord(email({ ...two, outcomes: { '0f': 2000, '1x': 3000 } }), null).failure_reason).toBe(
      '550 no',
    );
    expect(emailRecord(email({ ...two, outcomes: { '0f': 2000, '1x': 1000 } }), null).failure_reason).toBe(
      'suppressed',
    );
    expect(emailRecord(email({ outcomes: { '0x': 1000 } }), null).failure_reason).toBe('suppressed');
  });
});

describe('the Email record (specification, H11)', () => {
  test('has every stated field and no other', () => {
    expect(emailRecord(email({ message_id: '<1@eu-west-1.amazonses.com>' }), null)).toEqual({
      id: 'msg_01kaz9wjx2f4h6k8n0q2s4v6x8',
      attachments: [],
      from: 'Shop <orders@shop.example.com>',
      to: ['Ada <ada@example.com>'],
      cc: [],
      bcc: [],
      reply_to: [],
      subject: 'Your order',
      status: 'sent',
      last_event: 'sent',
      bounce_reason: null,
      tags: [],
      scheduled_at: null,
      cancelled_at: null,
      sent_at: '2026-11-20T10:00:01.000Z',
      delivered_at: null,
      bounced_at: null,
      failed_at: null,
      failure_reason: null,
      created_at: '2026-11-20T10:00:00.000Z',
      category: 'transactional',
      template: null,
      original_message_id: null,
      message_id: '<1@eu-west-1.amazonses.com>',
      resent_from: null,
      source: 'api',
    });
  });

  test('tenant is present for tenant sends, null when the tenant is gone', () => {
    expect(emailRecord(email(), 'acme')).not.toHaveProperty('tenant');
    const ofTenant = email({ tenant: 'ten_01kaz0000000000000000000bb' });
    expect(emailRecord(ofTenant, 'acme').tenant).toBe('acme');
    expect(emailRecord(ofTenant, null).tenant).toBeNull();
  });
});

test('status only moves up as outcomes come, in any order (H12)', () => {
  const rank = ['queued', 'sent', 'delivered', 'bounced', 'failed'];
  const one = fc.tuple(
    fc.nat({ max: 1 }),
    fc.constantFrom('d', 'y', 'b', 'f', 'x', 'c'),
    fc.integer({ min: 1, max: 99 }),
  );
  const ofOneRecipient = fc.array(one, { maxLength: 12 });
  fc.assert(
    fc.property(ofOneRecipient, (steps) => {
      let outcomes: Email['outcomes'] = {};
      let before = -1;
      for (const [, letter, at] of steps) {
        outcomes = { [`0${letter}`]: at, ...outcomes };
        const now = rank.indexOf(emailStatus(email({ outcomes })));
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
    }),
  );
});
