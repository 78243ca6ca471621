import fc from 'fast-check';
import { timestamp } from '../../../shared/core/runtime.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { emailRecord } from '../../../shared/domain/emails/status.ts';
import { recordNotification } from '../../../shared/domain/feedback/record-notification.ts';
import type { DeliveryMessage } from '../../../shared/domain/ports/webhooks.ts';
import { collectLog, testClock, testContext } from '../../support/api.ts';
import { fixtureFor, type SesJson } from './fixture.ts';
import { type SentEmail, sentEmail } from './sent-email.ts';

type Told = { id: string; type: string; created_at: string; data: Record<string, unknown> };

/** The product over the real table; what it would queue for webhooks is kept. */
async function world(settings: { soft_bounce_threshold?: number } = {}) {
  const clock = testClock();
  const { log, lines } = collectLog();
  const real = testContext({ runtime: clock.runtime, log });
  const queued: DeliveryMessage[] = [];
  const ctx: Context = {
    ...real,
    settings: { ...real.settings, region: 'eu-west-1', ...settings },
    queues: {
      ...real.queues,
      webhooks: async (messages) => void queued.push(...(messages as DeliveryMessage[])),
    },
  };
  const account = ctx.runtime.id('acc');
  await ctx.webhooks.create(
    {
      id: ctx.runtime.id('wh'),
      account,
      url: 'https://hooks.example.com/',
      events: null,
      enabled: true,
      disabled_reason: null,
      tenants: null,
      secret: 'whsec_test',
      previous_secret: null,
      previous_secret_until: null,
      description: null,
      log_shards: 1,
      created_at: timestamp(ctx.runtime.now()),
      updated_at: timestamp(ctx.runtime.now()),
    },
    10,
  );
  const told = () => queued.map((message) => JSON.parse(message.payload ?? '') as Told);
  const receive = (name: string, email: SentEmail, change?: (event: SesJson) => void, receive_count = 1) =>
    recordNotification(ctx, fixtureFor(name, email, change), { receive_count });
  const recordOf = async (email: SentEmail) => {
    const found = await ctx.emails.get(account, email.id);
    if (found === null) throw new Error('no such email');
    return emailRecord(found, null);
  };
  const suppressed = async (address: string, tenant: string | null = null) =>
    (await ctx.suppressions.read({ account, tenant }, [address]))[0] ?? null;
  return { ctx, account, advance: clock.advance, lines, queued, told, receive, recordOf, suppressed };
}

const at = (part: string, ms: number) => (event: SesJson) =>
  Object.assign(event[part] as object, { timestamp: new Date(ms).toISOString() });

describe('H12 what a notification does to the record', () => {
  test('delivered', async () => {
    const { ctx, account, receive, recordOf, told } = await world();
    const email = await sentEmail(ctx, account);
    await receive('delivery', email);
    expect(await recordOf(email)).toMatchObject({
      status: 'delivered',
      last_event: 'delivered',
      delivered_at: '2026-11-20T10:00:01.302Z',
      sent_at: '2026-11-20T10:00:00.250Z',
      message_id: '<0102019a9b1c2d3e-4f5a6b7c-8d9e-4f01-a2b3-c4d5e6f70819-000000@eu-west-1.amazonses.com>',
    });
    expect(told()).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'email.delivered',
        created_at: expect.any(String),
        data: {
          email_id: email.id,
          status: 'delivered',
          from: 'Shop <orders@shop.example.com>',
          to: ['Ada <ada@example.com>'],
          subject: 'Your order',
          tags: [],
          category: 'transactional',
          message_id:
            '<0102019a9b1c2d3e-4f5a6b7c-8d9e-4f01-a2b3-c4d5e6f70819-000000@eu-west-1.amazonses.com>',
          recipient: 'ada@example.com',
          occurred_at: '2026-11-20T10:00:01.302Z',
          delivered_at: '2026-11-20T10:00:01.302Z',
          smtp_response: expect.stringContaining('250 2.0.0'),
          remote_mta: '198.51.100.25',
          processing_ms: 1052,
        },
      },
    ]);
  });

  test('bounced: suppressed at once, next to bounce_reason (H17, E11, E42)', async () => {
    const { ctx, account, receive, recordOf, told, suppressed } = await world();
    const email = await sentEmail(ctx, account, { to: ['Ada <Ada@Example.com>'] });
    await receive('bounce-async-dsn', email);
    expect(await recordOf(email)).toMatchObject({
      status: 'bounced',
      bounce_reason: '550 5.1.1 user unknown',
      bounced_at: '2026-11-20T10:00:02.000Z',
    });
    const entry = await suppressed('ada@example.com');
    expect(entry).toMatchObject({ reason: 'bounce', source: 'event', email_id: email.id, tenant: null });
    expect(told()[0]?.data).toMatchObject({
      recipient: 'Ada@Example.com',
      status: 'bounced',
      suppressed: true,
      suppression_id: entry?.id,
    });
  });

  test('E1 refused in the dialogue: failed, suppressed, failure_reason', async () => {
    const { ctx, account, receive, recordOf, suppressed } = await world();
    const email = await sentEmail(ctx, account);
    await receive('bounce-in-dialogue', email);
    expect(await recordOf(email)).toMatchObject({
      status: 'failed',
      bounce_reason: null,
      failed_at: '2026-11-20T10:00:02.000Z',
      failure_reason: expect.stringContaining('550-5.1.1'),
    });
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'bounce' });
  });

  test('E4 a block never suppresses', async () => {
    const { ctx, account, receive, told, suppressed } = await world();
    await receive('bounce-policy', await sentEmail(ctx, account));
    expect(told()[0]?.data).toMatchObject({ bounce_type: 'block', suppressed: false, suppression_id: null });
    expect(await suppressed('ada@example.com')).toBeNull();
  });

  test('E43 Suppressed: one event without recipient, the address joins our list', async () => {
    const { ctx, account, receive, recordOf, told, suppressed } = await world();
    const email = await sentEmail(ctx, account, { to: ['Ada <Ada@Example.com>'] });
    await receive('bounce-suppressed', email);
    expect(await recordOf(email)).toMatchObject({
      status: 'failed',
      last_event: 'suppressed',
      failure_reason: 'suppressed',
    });
    const entry = await suppressed('ada@example.com');
    expect(told()).toHaveLength(1);
    expect(told()[0]?.data).not.toHaveProperty('recipient');
    expect(told()[0]?.data.suppressed).toEqual([
      { email: 'Ada@Example.com', reason: 'bounce', scope: 'account', suppression_id: entry?.id },
    ]);
    expect(entry).toMatchObject({ reason: 'bounce' });
  });

  test('Q12 OnAccountSuppressionList adds nothing to our list', async () => {
    const { ctx, account, receive, told, suppressed } = await world();
    await receive('bounce-account-suppression-list', await sentEmail(ctx, account));
    expect(told().map(({ type }) => type)).toEqual(['email.suppressed']);
    expect(await suppressed('ada@example.com')).toBeNull();
  });

  test('E20 Reject fails the whole email by one event', async () => {
    const { ctx, account, receive, recordOf, told } = await world();
    const email = await sentEmail(ctx, account, { to: ['ada@example.com', 'bob@example.org'] });
    await receive('reject', email);
    expect(await recordOf(email)).toMatchObject({ status: 'failed', failure_reason: 'Bad content' });
    expect(told()).toHaveLength(1);
    expect(told()[0]?.data).toMatchObject({ recipient_count: 2, status: 'failed' });
    expect(told()[0]?.data).not.toHaveProperty('recipient');
  });

  test('E5, E40 automatic replies and not-spam reports change nothing', async () => {
    const { ctx, account, receive, recordOf, queued, suppressed } = await world();
    const email = await sentEmail(ctx, account);
    const before = await recordOf(email);
    await receive('bounce-out-of-office', email);
    await receive('complaint-not-spam', email);
    await receive('bounce-stranger', email);
    expect(await recordOf(email)).toEqual(before);
    expect(queued).toEqual([]);
    expect(await suppressed('ada@example.com')).toBeNull();
  });

  test('an envelope of its own: 50 recipients, one of them delivered (E3, Q18)', async () => {
    const { ctx, account, receive, recordOf, told } = await world();
    const to = Array.from(
      { length: 50 },
      (_, i) => `Person ${i} <person-${i}@${'long.'.repeat(8)}example.com>`,
    );
    const email = await sentEmail(ctx, account, { to });
    await receive('delivery', email, (event) => {
      Object.assign(event.delivery as object, { recipients: [email.destination[49]] });
    });
    expect((await ctx.emails.get(account, email.id))?.envelope).toBe('item');
    expect((await recordOf(email)).status).toBe('delivered');
    expect(told()[0]?.data).toMatchObject({ recipient: email.destination[49], to });
  });
});

describe('E9, E8, Q13 an event is told once', () => {
  test('SES repeats itself: the same evt_ and whd_ ids while it is young, then nothing', async () => {
    const { ctx, account, receive, advance, told, queued } = await world();
    const email = await sentEmail(ctx, account);
    await receive('delivery', email);
    await receive('delivery', email);
    expect(queued.map(({ repeat }) => repeat)).toEqual([false, true]);
    expect(queued[1]).toEqual({ ...queued[0], repeat: true });
    expect(told()[1]).toEqual(told()[0]);
    advance(15 * 60_000);
    await receive('delivery', email);
    expect(queued).toHaveLength(2);
  });

  test('a redelivered message (receive count 2) is told again, however late', async () => {
    const { ctx, account, receive, advance, queued } = await world();
    const email = await sentEmail(ctx, account);
    await receive('bounce-async-dsn', email);
    advance(60 * 60_000);
    await receive('bounce-async-dsn', email, undefined, 2);
    expect(queued.map(({ event_id }) => event_id)).toEqual([queued[0]?.event_id, queued[0]?.event_id]);
    expect(queued[1]?.payload).toBe(queued[0]?.payload);
    expect(queued[1]?.repeat).toBe(true);
  });

  test('E9 the first of two bounces of one recipient stays', async () => {
    const { ctx, account, receive, told, recordOf } = await world();
    const email = await sentEmail(ctx, account);
    await receive('bounce-async-dsn', email);
    await receive('bounce-async-dsn', email, at('bounce', Date.parse('2026-11-20T11:00:00Z')));
    expect(new Set(told().map(({ id }) => id)).size).toBe(1);
    expect((await recordOf(email)).bounced_at).toBe('2026-11-20T10:00:02.000Z');
  });

  test('E9 one email.delivery_delayed per recipient and delay_type', async () => {
    const { ctx, account, receive, told } = await world();
    const email = await sentEmail(ctx, account);
    await receive('delay-connection', email);
    await receive('delay-connection', email, at('deliveryDelay', Date.parse('2026-11-20T10:20:00Z')));
    await receive('delay-mailbox-full', email);
    expect(new Set(told().map(({ id }) => id)).size).toBe(2);
  });
});

describe('E36 email.sent is told once, by whoever is first', () => {
  test('the worker noted it: its Send is ignored (E35)', async () => {
    const { ctx, account, receive, queued } = await world();
    await receive('send', await sentEmail(ctx, account));
    expect(queued).toEqual([]);
  });

  test('the worker died: Send makes it sent and tells, again when it comes again', async () => {
    const { ctx, account, receive, recordOf, told, queued } = await world();
    const email = await sentEmail(ctx, account, { state: 'sending' });
    expect((await recordOf(email)).status).toBe('queued');
    await receive('send', email);
    expect(await recordOf(email)).toMatchObject({ status: 'sent', sent_at: '2026-11-20T10:00:00.250Z' });
    expect(told()[0]).toMatchObject({ type: 'email.sent', data: { recipient_count: 1, status: 'sent' } });
    await receive('send', email);
    expect(queued).toHaveLength(1);
    await receive('send', email, undefined, 2);
    expect(queued[1]).toEqual({ ...queued[0], repeat: true });
  });

  test('a Delivery that is quicker leaves the telling of email.sent to worker and Send', async () => {
    const { ctx, account, receive, recordOf, told } = await world();
    const email = await sentEmail(ctx, account, { state: 'sending' });
    await receive('delivery', email);
    expect((await recordOf(email)).status).toBe('delivered');
    const note = { id: email.id, message_id: '<x@y>', sent_at: timestamp(ctx.runtime.now()) };
    expect(await ctx.emails.markSent(note)).toBe(true);
    expect(told().map(({ type }) => type)).toEqual(['email.delivered']);
    expect((await recordOf(email)).sent_at).toBe('2026-11-20T10:00:00.250Z');
  });
});

describe('Q32, E42 suppressions only rise', () => {
  test('complaint and bounce in either order: id and created_at stay, complaint wins', async () => {
    for (const order of [
      ['complaint-abuse', 'bounce-async-dsn'],
      ['bounce-async-dsn', 'complaint-abuse'],
    ]) {
      const { ctx, account, receive, advance, suppressed, told } = await world();
      const email = await sentEmail(ctx, account);
      await receive(order[0] ?? '', email);
      const first = await suppressed('ada@example.com');
      advance(1000);
      await receive(order[1] ?? '', email);
      expect(await suppressed('ada@example.com')).toMatchObject({
        id: first?.id,
        created_at: first?.created_at,
        reason: 'complaint',
      });
      expect(told().map(({ data }) => data.suppression_id)).toEqual([first?.id, first?.id]);
    }
  });

  test('E39 every listed recipient is suppressed', async () => {
    const { ctx, account, receive, suppressed, told } = await world();
    const email = await sentEmail(ctx, account, {
      to: ['ada@example.com', 'bob@example.org', 'carol@example.com'],
    });
    await receive('complaint-several', email);
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'complaint' });
    expect(await suppressed('bob@example.org')).toBeNull();
    expect(await suppressed('carol@example.com')).toMatchObject({ reason: 'complaint' });
    expect(told().map(({ data }) => [data.recipient, data.certain])).toEqual([
      ['ada@example.com', false],
      ['carol@example.com', false],
    ]);
  });

  test("A23 tenant mail goes on the tenant's list", async () => {
    const { ctx, account, receive, suppressed } = await world();
    const tenant = ctx.runtime.id('ten');
    await receive('bounce-async-dsn', await sentEmail(ctx, account, { tenant }));
    expect(await suppressed('ada@example.com')).toBeNull();
    expect(await suppressed('ada@example.com', tenant)).toMatchObject({ reason: 'bounce', tenant });
  });

  test('H17 soft_bounce_threshold 3: the third soft bounce in 7 days, repeats not counted', async () => {
    const { ctx, account, receive, suppressed } = await world({ soft_bounce_threshold: 3 });
    const day = 86_400_000;
    const start = Date.parse('2026-11-01T00:00:00Z');
    const bounce = async (when: number) =>
      receive('bounce-mailbox-full', await sentEmail(ctx, account), at('bounce', when));
    for (const days of [0, 0, 6, 8]) {
      await bounce(start + days * day);
      expect(await suppressed('ada@example.com')).toBeNull();
    }
    await bounce(start + 7 * day);
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'bounce' });
  });
});

describe('what is dropped', () => {
  test('E44, C13 an unknown email and an email of another account: nothing is told or suppressed', async () => {
    const { ctx, account, receive, recordOf, queued, suppressed, lines } = await world();
    const email = await sentEmail(ctx, account);
    await receive('bounce-async-dsn', { ...email, id: ctx.runtime.id('msg') });
    await receive('bounce-async-dsn', { ...email, account: ctx.runtime.id('acc') });
    expect((await recordOf(email)).status).toBe('sent');
    expect(queued).toEqual([]);
    expect(await suppressed('ada@example.com')).toBeNull();
    expect(lines.filter((line) => line.includes('unknown_email'))).toHaveLength(2);
  });

  test("E34 SES's own text is one log line", async () => {
    const { ctx, lines } = await world();
    await recordNotification(ctx, 'Successfully validated SNS topic for Amazon SES event publishing.', {
      receive_count: 1,
    });
    expect(lines).toEqual([JSON.stringify({ message: 'notification ignored', reason: 'no_json_object' })]);
  });

  test('no log line holds an address', async () => {
    const { ctx, account, receive, lines } = await world();
    await receive('bounce-stranger', await sentEmail(ctx, account));
    await receive('complaint-abuse', await sentEmail(ctx, account));
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).not.toContain('@');
  });
});

describe('architecture 5: nothing lost, nothing doubled', () => {
  const ports = [
    ['events', 'putEvent'],
    ['events', 'recordOutcomes'],
    ['suppressions', 'raise'],
    ['queues', 'webhooks'],
  ] as const;
  const moments = ports.flatMap((port) => [[...port, 'before'] as const, [...port, 'after'] as const]);

  test.each(moments)(
    'a run that dies at %s.%s, %s the call, is made good by its redelivery',
    async (room, port, when) => {
      const { ctx, account, recordOf, told, suppressed } = await world();
      const email = await sentEmail(ctx, account);
      const real = ctx[room] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
      const dying = async (...given: unknown[]) => {
        if (when === 'after') await real[port]?.(...given);
        throw new Error('died');
      };
      const body = fixtureFor('bounce-async-dsn', email);
      const dies = { ...ctx, [room]: { ...real, [port]: dying } } as Context;
      await expect(recordNotification(dies, body, { receive_count: 1 })).rejects.toThrow('died');
      await recordNotification(ctx, body, { receive_count: 2 });
      expect(new Set(told().map(({ id }) => id)).size).toBe(1);
      expect(await recordOf(email)).toMatchObject({
        status: 'bounced',
        bounce_reason: '550 5.1.1 user unknown',
      });
      expect(told().at(-1)?.data.suppression_id).toBe((await suppressed('ada@example.com'))?.id);
    },
  );

  test('ten copies at the same moment are one event and one suppression', async () => {
    const { ctx, account, receive, told, suppressed } = await world();
    const email = await sentEmail(ctx, account);
    await Promise.all(Array.from({ length: 10 }, () => receive('bounce-async-dsn', email)));
    expect(new Set(told().map((event) => JSON.stringify(event))).size).toBe(1);
    expect(told()[0]?.data.suppression_id).toBe((await suppressed('ada@example.com'))?.id);
  });
});

describe('any order, any repetition', () => {
  const about = (part: string, list: string, position: number, ms: number) => (event: SesJson) => {
    const address = (event.mail.destination as string[])[position];
    const inner = event[part] as Record<string, unknown>;
    const [first] = inner[list] as unknown[];
    inner[list] = [typeof first === 'string' ? address : { ...(first as object), emailAddress: address }];
    inner.timestamp = new Date(Date.parse('2026-11-20T10:00:05Z') + ms).toISOString();
  };
  type Step = [name: string, change?: (event: SesJson) => void];
  const steps: Step[] = [
    ['send'],
    ['delivery', about('delivery', 'recipients', 0, 10)],
    ['delivery', about('delivery', 'recipients', 1, 5)],
    ['delay-connection', about('deliveryDelay', 'delayedRecipients', 2, 0)],
    ['bounce-async-dsn', about('bounce', 'bouncedRecipients', 1, 900)],
    ['bounce-policy', about('bounce', 'bouncedRecipients', 2, 900)],
    ['bounce-in-dialogue', about('bounce', 'bouncedRecipients', 0, 950)],
    ['complaint-abuse', about('complaint', 'complainedRecipients', 1, 999)],
  ];

  test('E8-E11 every permutation and duplication gives the same record, suppressions and events', async () => {
    const { ctx, account, receive, recordOf, suppressed, queued } = await world();
    let runs = 0;
    const outcome = async (order: Step[]) => {
      const to = ['ada', 'bob', 'carol'].map((name) => `${name}-${runs}@example.com`);
      runs++;
      const email = await sentEmail(ctx, account, { to, state: 'sending' });
      const before = queued.length;
      for (const [name, change] of order) await receive(name, email, change);
      const { id: _id, created_at: _created, to: _to, ...record } = await recordOf(email);
      const events = new Set(queued.slice(before).map(({ event_id }) => event_id));
      const reasons = [];
      for (const address of to) reasons.push((await suppressed(address))?.reason ?? null);
      return { record, events: events.size, reasons };
    };
    const expected = await outcome(steps);
    expect(expected).toMatchObject({
      events: steps.length,
      reasons: ['bounce', 'complaint', null],
      record: {
        status: 'bounced',
        last_event: 'complained',
        bounce_reason: '550 5.1.1 user unknown',
        delivered_at: '2026-11-20T10:00:05.005Z',
      },
    });
    const shuffled = fc
      .array(fc.constantFrom(...steps), { maxLength: 4 })
      .chain((again) =>
        fc.shuffledSubarray([...steps, ...again], { minLength: steps.length + again.length }),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, async (order) => {
        expect(await outcome(order)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});
