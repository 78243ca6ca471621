import fc from 'fast-check';
import { type Notification, parseNotification } from '../../../shared/domain/feedback/parse.ts';
import { cases } from '../../support/whole.ts';
import { fixture, fixtureNames } from './fixture.ts';

const region = 'eu-west-1';

function parsed(event: unknown): Notification {
  const notification = parseNotification(JSON.stringify(event), region);
  if ('ignored' in notification) throw new Error(`ignored: ${notification.ignored}`);
  return notification;
}

/** Type, outcomes and what the outcome does to the suppression list, in one line each. */
const inShort = (event: unknown) =>
  parsed(event).outcomes.map((f) =>
    [
      f.type.slice(6),
      f.outcome_keys.join('+'),
      f.data.bounce_type ?? f.data.delay_type ?? f.data.feedback_type ?? '-',
      f.suppress === null ? '-' : `${f.suppress.reason}${f.suppress.soft ? '/soft' : ''}`,
    ].join(' '),
  );

describe('Mapping from SES [H17]', () => {
  const table: [rule: string, name: string, outcomes: string[]][] = [
    ['delivered', 'delivery', ['delivered 0d - -']],
    ['E3, E38 positions of mail.destination', 'delivery-several', ['delivered 0d - -', 'delivered 2d - -']],
    ['every optional field missing', 'delivery-bare', ['delivered 0d - -']],
    ['E1 refused in the dialogue', 'bounce-in-dialogue', ['failed 0f hard bounce']],
    ['E1 told by reportingMTA alone', 'bounce-in-dialogue-no-ip', ['failed 0f hard bounce']],
    ['E1 asynchronous DSN', 'bounce-async-dsn', ['bounced 0b hard bounce']],
    ['E1 one event per recipient', 'bounce-several', ['bounced 0b hard bounce', 'bounced 2b hard bounce']],
    ['E38 unknown address', 'bounce-stranger', []],
    ['E4 5.7.x is a block, Permanent or not', 'bounce-policy', ['bounced 0b+0r block -']],
    ['E4 MailboxFull', 'bounce-mailbox-full', ['bounced 0b+0t soft bounce/soft']],
    ['E4 Transient General with a DSN', 'bounce-transient-general', ['bounced 0b+0t soft bounce/soft']],
    ['E4 ContentRejected', 'bounce-content-rejected', ['bounced 0b+0r block -']],
    ['E4 AttachmentRejected', 'bounce-attachment-rejected', ['bounced 0b+0r block -']],
    ['E4 MessageTooLarge', 'bounce-message-too-large', ['bounced 0b+0r block -']],
    ['E5 automatic reply', 'bounce-out-of-office', []],
    ['E5 Undetermined does not suppress', 'bounce-undetermined', ['bounced 0b+0t soft -']],
    ['E5 CustomTimeoutExceeded does not suppress', 'bounce-custom-timeout', ['bounced 0b+0t soft -']],
    ['E43 Suppressed joins our list', 'bounce-suppressed', ['suppressed 0x - bounce']],
    ['Q12 account-level list adds nothing', 'bounce-account-suppression-list', ['suppressed 0x - -']],
    ['E4 UnsubscribedRecipient', 'bounce-unsubscribed-recipient', ['suppressed 0x - -']],
    ['E40 abuse', 'complaint-abuse', ['complained 0c abuse complaint']],
    ['E40 no type is abuse', 'complaint-no-type', ['complained 0c abuse complaint']],
    ['E40 auth-failure is other', 'complaint-auth-failure', ['complained 0c other complaint']],
    ['E40 not-spam is no event', 'complaint-not-spam', []],
    [
      'E39 each listed recipient',
      'complaint-several',
      ['complained 0c abuse complaint', 'complained 2c abuse complaint'],
    ],
    ['E40 on the account-level list', 'complaint-account-suppression-list', ['suppressed 0x - -']],
    ['E41 no connection', 'delay-connection', ['delivery_delayed 0y dns -']],
    ['E41 MailboxFull', 'delay-mailbox-full', ['delivery_delayed 0y mailbox_full -']],
    ['E41 SpamDetected', 'delay-spam', ['delivery_delayed 0y spam_block -']],
    ['E41 greylisted before all others', 'delay-greylisted', ['delivery_delayed 0y greylisted -']],
    ['E41 SendingDeferral', 'delay-sending-deferral', ['delivery_delayed 0y rate_limited -']],
    ['E41 the rest', 'delay-internal', ['delivery_delayed 0y other -']],
    ['E20 Reject is one event of the whole email', 'reject', ['failed *f - -']],
    ['E20 Rendering Failure', 'rendering-failure', ['failed *f - -']],
    ['Send says nothing of recipients', 'send', []],
  ];
  test.each(table)('%s: %s', (_rule, name, outcomes) => {
    expect(inShort(fixture(name))).toEqual(outcomes);
  });

  test('the table names every fixture', () => {
    const named = table.map(([, name]) => name);
    expect([...named, 'open', 'click', 'subscription'].sort()).toEqual([...fixtureNames].sort());
  });
});

describe('what the events add (H17)', () => {
  const dataOf = (name: string) => parsed(fixture(name)).outcomes[0]?.data;

  test('email.delivered', () => {
    expect(dataOf('delivery')).toEqual({
      delivered_at: '2026-11-20T10:00:01.302Z',
      smtp_response: '250 2.0.0 OK  1763632801 d2e1a72fcca58-7b9243a1ad5si1234567b3a.101 - gsmtp',
      remote_mta: '198.51.100.25',
      processing_ms: 1052,
    });
    expect(dataOf('delivery-bare')).toEqual({
      delivered_at: '2026-11-20T10:00:01.302Z',
      smtp_response: null,
      remote_mta: null,
      processing_ms: null,
    });
  });

  test('email.delivery_delayed: reason and retry_until (E41)', () => {
    expect(dataOf('delay-connection')).toEqual({
      delay_reason: 'smtp; 421 4.4.1 Unable to connect to remote host',
      delay_type: 'dns',
      retry_until: '2026-11-21T00:00:00.000Z',
    });
    expect(dataOf('delay-sending-deferral')).toEqual({
      delay_reason: 'SendingDeferral',
      delay_type: 'rate_limited',
      retry_until: null,
    });
  });

  test('email.bounced: codes and reason (E4)', () => {
    expect(dataOf('bounce-async-dsn')).toEqual({
      bounce_type: 'hard',
      bounce_reason: '550 5.1.1 user unknown',
      smtp_code: 550,
      enhanced_code: '5.1.1',
      bounced_at: '2026-11-20T10:00:02.000Z',
    });
    expect(dataOf('bounce-undetermined')).toMatchObject({
      bounce_reason: 'Undetermined Undetermined',
      smtp_code: null,
      enhanced_code: null,
    });
    expect(dataOf('bounce-custom-timeout')).toMatchObject({ enhanced_code: '4.4.7', smtp_code: null });
  });

  test('email.failed: a refusal is hard, a rejected email has no bounce_type and a recipient_count (E1, E20)', () => {
    expect(dataOf('bounce-in-dialogue')).toEqual({
      bounce_type: 'hard',
      failure_reason: '550-5.1.1 The email account that you tried to reach does not exist.',
      code: null,
      smtp_code: 550,
      enhanced_code: '5.1.1',
      failed_at: '2026-11-20T10:00:02.000Z',
    });
    expect(dataOf('reject')).toMatchObject({
      bounce_type: null,
      failure_reason: 'Bad content',
      recipient_count: 2,
      suppressed: false,
      suppression_id: null,
    });
  });

  test('email.complained: certain only when one recipient is listed (E39)', () => {
    expect(dataOf('complaint-abuse')).toEqual({
      complained_at: '2026-11-20T12:30:00.000Z',
      feedback_type: 'abuse',
      certain: true,
    });
    expect(dataOf('complaint-several')).toMatchObject({ certain: false });
  });

  test('email.suppressed names its addresses (E43)', () => {
    expect(dataOf('bounce-suppressed')).toEqual({
      suppressed: [{ email: 'ada@example.com', reason: 'bounce', scope: 'account', suppression_id: null }],
    });
  });

  test('codes are not read out of IP addresses [E4]', () => {
    const event = fixture('bounce-async-dsn') as unknown as {
      bounce: { bouncedRecipients: Record<string, string>[] };
    };
    event.bounce.bouncedRecipients = [
      { emailAddress: 'ada@example.com', diagnosticCode: 'smtp; host 205.251.233.183 said: 550 rejected' },
    ];
    expect(parsed(event).outcomes[0]?.data).toMatchObject({ smtp_code: 550, enhanced_code: null });
  });
});

describe('the message of a notification', () => {
  test('Message-ID by region [E37]', () => {
    const id = '0102019a9b1c2d3e-4f5a6b7c-8d9e-4f01-a2b3-c4d5e6f70819-000000';
    expect(parsed(fixture('send')).message_id).toBe(`<${id}@eu-west-1.amazonses.com>`);
    expect(parseNotification(JSON.stringify(fixture('send')), 'us-east-1')).toMatchObject({
      message_id: `<${id}@email.amazonses.com>`,
    });
  });

  test('tags name email, account and attempt [E59]', () => {
    const event = fixture('send');
    event.mail.tags.attempt = ['3'];
    expect(parsed(event)).toMatchObject({
      email_id: 'msg_01kaz9wjx2f4h6k8n0q2s4v6x8',
      account: 'acc_01kaz0000000000000000000aa',
      attempt: 3,
      taken_at: Date.parse('2026-11-20T10:00:00.250Z'),
    });
  });

  test('an SNS envelope is understood [E34]', () => {
    const raw = JSON.stringify(fixture('bounce-async-dsn'));
    const envelope = { Type: 'Notification', MessageId: 'b3f2', TopicArn: 'arn:aws:sns:x', Message: raw };
    expect(parseNotification(JSON.stringify(envelope), region)).toEqual(parseNotification(raw, region));
  });

  test('a recipient named twice is one [E3]', () => {
    const event = fixture('delivery') as unknown as { delivery: { recipients: string[] } };
    event.delivery.recipients = ['ada@example.com', 'ADA@EXAMPLE.COM'];
    expect(inShort(event)).toEqual(['delivered 0d - -']);
  });
});

test.each([
  ['bounce-async-dsn', 'bounce', 'bouncedRecipients', 'bounced 0b hard bounce'],
  ['complaint-abuse', 'complaint', 'complainedRecipients', 'complained 0c abuse complaint'],
  ['delivery', 'delivery', 'recipients', 'delivered 0d - -'],
  ['delay-connection', 'deliveryDelay', 'delayedRecipients', 'delivery_delayed 0y dns -'],
])('%s with an entry that cannot be read is about the others [E38]', (name, part, list, outcome) => {
  const event = fixture(name) as unknown as Record<string, Record<string, unknown[]>>;
  event[part]?.[list]?.push({ action: 'failed' }, null, 7);
  expect(inShort(event)).toEqual([outcome]);
  expect(parsed(event).dropped.strangers).toBe(3);
});

describe('what is dropped [E34, E35]', () => {
  const without = (change: (event: ReturnType<typeof fixture>) => void) => {
    const event = fixture('delivery');
    change(event);
    return JSON.stringify(event);
  };
  test.each<[string, string, string]>([
    [
      'plain text of SES',
      'Successfully validated SNS topic for Amazon SES event publishing.',
      'no_json_object',
    ],
    ['empty', '', 'no_json_object'],
    ['null', 'null', 'no_json_object'],
    ['array', '[]', 'no_json_object'],
    [
      'that text in an envelope',
      JSON.stringify({ Type: 'Notification', Message: 'Successfully' }),
      'no_json_object',
    ],
    ['open', JSON.stringify(fixture('open')), 'unused_event_type'],
    ['click', JSON.stringify(fixture('click')), 'unused_event_type'],
    ['subscription', JSON.stringify(fixture('subscription')), 'unused_event_type'],
    ['unknown type', without((e) => Object.assign(e, { eventType: 'Teleport' })), 'unknown_event_type'],
    ['identity notification', JSON.stringify({ notificationType: 'Bounce' }), 'unknown_event_type'],
    ['no tags', without((e) => Reflect.deleteProperty(e.mail, 'tags')), 'not_ours'],
    ['tags of another service', without((e) => Object.assign(e.mail, { tags: { a: ['b'] } })), 'not_ours'],
    ['no mail', without((e) => Reflect.deleteProperty(e, 'mail')), 'not_ours'],
    ['no delivery part', without((e) => Reflect.deleteProperty(e, 'delivery')), 'not_ours'],
    ['mail without a time', without((e) => Object.assign(e.mail, { timestamp: 'soon' })), 'no_timestamp'],
  ])('%s', (_what, body, reason) => {
    expect(parseNotification(body, region)).toEqual({ ignored: reason });
  });

  test('what makes no event is counted for the log (E5, E38, E40)', () => {
    expect(parsed(fixture('bounce-stranger')).dropped).toEqual({ strangers: 1, replies: 0, not_spam: 0 });
    expect(parsed(fixture('bounce-out-of-office')).dropped).toEqual({
      strangers: 0,
      replies: 1,
      not_spam: 0,
    });
    expect(parsed(fixture('complaint-not-spam')).dropped).toEqual({ strangers: 0, replies: 0, not_spam: 1 });
  });
});

describe('hostile JSON', () => {
  type Json = Record<string, unknown> | unknown[];
  const places = (value: unknown, at: (string | number)[] = []): (string | number)[][] =>
    typeof value !== 'object' || value === null
      ? [at]
      : [at, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...at, key]))];

  test('any part of any notification replaced by anything: read or ignored, never thrown', () => {
    const oneOf = fc.constantFrom(...fixtureNames).chain((name) => {
      const event = fixture(name);
      return fc.record({
        event: fc.constant(event),
        place: fc.constantFrom(...places(event).filter((p) => p.length > 0)),
        value: fc.oneof(
          fc.anything({ maxDepth: 2 }),
          fc.constantFrom('9999-12-31T00:00:00Z', '-1', '__proto__'),
        ),
      });
    });
    fc.assert(
      fc.property(oneOf, ({ event, place, value }) => {
        const inner = place.slice(0, -1).reduce<unknown>((at, key) => (at as never)[key], event) as Json;
        (inner as Record<string | number, unknown>)[place.at(-1) ?? ''] = value;
        let body: string;
        try {
          body = JSON.stringify(event) ?? '';
        } catch {
          return;
        }
        const notification = parseNotification(body, region);
        if ('ignored' in notification) return;
        for (const outcome of notification.outcomes) expect(outcome.at).toBeGreaterThan(0);
      }),
      { numRuns: cases(1_000) },
    );
  });

  test('50,000 nested arrays', () => {
    expect(parseNotification('['.repeat(50_000), region)).toEqual({ ignored: 'no_json_object' });
  });
});
