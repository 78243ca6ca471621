import fc from 'fast-check';
import type { Context } from '../../../shared/domain/context.ts';
import { recordNotification } from '../../../shared/domain/feedback/record-notification.ts';
import { fixtureFor, type SesJson } from './fixture.ts';
import { sentEmail } from './sent-email.ts';
import { world } from './world.ts';

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
