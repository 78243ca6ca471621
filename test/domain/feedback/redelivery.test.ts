import fc from 'fast-check';
import type { Context } from '../../../shared/domain/context.ts';
import { handleOutcome } from '../../../shared/domain/delivery/after-attempt.ts';
import { recordNotification } from '../../../shared/domain/feedback/record-notification.ts';
import type { DeliverMessage } from '../../../shared/domain/ports/sending.ts';
import { recordVisit } from '../../../shared/domain/tracking/record-visit.ts';
import { fixture, fixtureFor, type SesJson } from './fixture.ts';
import { type SentEmail, sentEmail } from './sent-email.ts';
import { world } from './world.ts';

/** 1,000 take about ten minutes: `PERMUTATIONS=1000` repeats what was measured. */
const permutations = Number(process.env.PERMUTATIONS ?? 24);

describe('what is dropped', () => {
  test('an email that is gone, and one of another account: nothing is stored, told or suppressed [E44, C13, N24]', async () => {
    const { ctx, account, receive, recordOf, queued, suppressed, lines } = await world();
    const email = await sentEmail(ctx, account);
    const gone = { ...email, id: ctx.runtime.id('msg') };
    const reports = ['delivery', 'bounce-async-dsn', 'complaint-abuse', 'delay-connection', 'reject'];
    for (const report of reports) {
      await receive(report, gone);
      await receive(report, { ...email, account: ctx.runtime.id('acc') });
    }
    expect(await Promise.all([gone.id, email.id].map(ctx.events.listEvents))).toEqual([[], []]);
    expect((await recordOf(email)).status).toBe('sent');
    expect(queued).toEqual([]);
    expect(await suppressed('ada@example.com')).toBeNull();
    expect(lines.filter((line) => line.includes('unknown_email'))).toHaveLength(2 * reports.length);
  });

  test("SES's own text is one log line [E34]", async () => {
    const { ctx, lines } = await world();
    await recordNotification(ctx, 'Successfully validated SNS topic for Amazon SES event publishing.', {
      receive_count: 1,
    });
    expect(lines).toEqual([JSON.stringify({ message: 'notification_ignored', reason: 'no_json_object' })]);
  });

  test('no log line holds an address', async () => {
    const { ctx, account, receive, lines } = await world();
    await receive('bounce-stranger', await sentEmail(ctx, account));
    await receive('complaint-abuse', await sentEmail(ctx, account));
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).not.toContain('@');
  });
});

describe('nothing lost, nothing doubled [architecture 5]', () => {
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
  const notifications: Step[] = [
    ['send'],
    ['delivery', about('delivery', 'recipients', 0, 10)],
    ['delivery', about('delivery', 'recipients', 1, 5)],
    ['delay-connection', about('deliveryDelay', 'delayedRecipients', 2, 0)],
    ['bounce-async-dsn', about('bounce', 'bouncedRecipients', 1, 900)],
    ['bounce-policy', about('bounce', 'bouncedRecipients', 2, 900)],
    ['bounce-in-dialogue', about('bounce', 'bouncedRecipients', 0, 950)],
    ['complaint-abuse', about('complaint', 'complainedRecipients', 1, 999)],
  ];
  /** The worker's own write after SES's answer; notifications may be ahead of it. */
  const own: Step = ['own write'];
  /** A reader's, long after the delivery. */
  const visits: Step[] = [['open'], ['click']];
  const steps = [own, ...[1, 2, 3].flatMap(() => [...notifications, ...visits])];
  const { messageId } = fixture('send').mail as unknown as { messageId: string };

  test(`${permutations} permutations, each notification three times, some before our own write: the same record, suppressions and webhooks [E8-E11]`, async () => {
    const { ctx, account, receive, recordOf, suppressed, queued } = await world();
    const accepted = { outcome: 'accepted', message_id: messageId, started_at: 1_763_632_800_000 } as const;
    const ownWrite = async (email: SentEmail) => {
      const current = await ctx.emails.getMeta(email.id);
      if (current === null) throw new Error('no email');
      await handleOutcome(ctx, { message: {} as DeliverMessage, repeated: false }, current, accepted);
    };
    const visit = (email: SentEmail, type: 'open' | 'click') =>
      recordVisit(ctx, {
        type,
        email_id: email.id,
        target: type === 'open' ? '' : 'https://shop.example/',
        ip: '192.0.2.7',
        user_agent: 'Firefox',
        at: Date.parse('2026-11-21T10:00:00Z'),
      });
    const take = (email: SentEmail, [name, change]: Step) => {
      if (name === 'own write') return ownWrite(email);
      return name === 'open' || name === 'click' ? visit(email, name) : receive(name, email, change);
    };
    let runs = 0;
    const outcome = async (order: Step[]) => {
      const to = ['ada', 'bob', 'carol'].map((name) => `${name}-${runs}@example.com`);
      runs++;
      const email = await sentEmail(ctx, account, { to, state: 'sending' });
      for (const step of order) await take(email, step);
      const { id: _id, created_at: _created, to: _to, ...record } = await recordOf(email);
      const mine = queued.filter(({ payload }) => payload?.includes(email.id));
      const reasons = [];
      for (const address of to) reasons.push((await suppressed(address))?.reason ?? null);
      return {
        record,
        reasons,
        types: [...new Map(mine.map((message) => [message.event_id, message.event_type])).values()].sort(),
        deliveries: new Set(mine.map(({ delivery_id }) => delivery_id)).size,
        bodies: new Set(mine.map(({ payload }) => payload)).size,
      };
    };
    const expected = await outcome([own, ...notifications, ...visits]);
    expect(expected).toMatchObject({
      types: [
        'email.bounced',
        'email.bounced',
        'email.clicked',
        'email.complained',
        'email.delivered',
        'email.delivered',
        'email.delivery_delayed',
        'email.failed',
        'email.opened',
        'email.sent',
      ],
      deliveries: notifications.length + visits.length,
      bodies: notifications.length + visits.length,
      reasons: ['bounce', 'complaint', null],
      record: {
        status: 'bounced',
        last_event: 'complained',
        bounce_reason: '550 5.1.1 user unknown',
        delivered_at: '2026-11-20T10:00:05.005Z',
      },
    });
    const shuffled = fc.shuffledSubarray(steps, { minLength: steps.length });
    const together = 8;
    await fc.assert(
      fc.asyncProperty(fc.array(shuffled, { minLength: together, maxLength: together }), async (orders) => {
        for (const found of await Promise.all(orders.map(outcome))) expect(found).toEqual(expected);
      }),
      { numRuns: Math.ceil(permutations / together), endOnFailure: true },
    );
  }, 900_000);
});
