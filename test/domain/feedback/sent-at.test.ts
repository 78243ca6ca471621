import { timestamp } from '../../../shared/core/runtime.ts';
import { deliverEmail } from '../../../shared/domain/delivery/deliver-email.ts';
import { timelineOf } from '../../../shared/domain/emails/timeline.ts';
import { recordNotification } from '../../../shared/domain/feedback/record-notification.ts';
import { capturedAccount } from '../../support/captured.ts';
import { endpointOf } from '../../support/records.ts';
import { fixtureFor, type SesJson } from './fixture.ts';
import { sentEmail } from './sent-email.ts';
import { world } from './world.ts';

/** A notification of SES's message of an attempt, which it took at `ms`. */
const ofAttempt = (attempt: number, ms: number) => (event: SesJson) => {
  event.mail.timestamp = timestamp(ms);
  event.mail.messageId = `0102-attempt-${attempt}`;
  event.mail.tags.attempt = [String(attempt)];
};

const [first, second] = [Date.parse('2026-11-20T10:00:00.100Z'), Date.parse('2026-11-20T10:04:00.200Z')];

test.each([
  ['the first message of SES is heard first', [1, 2]],
  ['it is heard last', [2, 1]],
])('sent_at is the earliest of two messages of SES: %s [Q55]', async (_name, order) => {
  const { ctx, account, receive, recordOf } = await world();
  const email = await sentEmail(ctx, account);
  for (const attempt of order)
    await receive('delivery', email, ofAttempt(attempt, [first, second][attempt - 1] ?? 0));
  expect((await recordOf(email)).sent_at).toBe(timestamp(first));
});

test('a Send after the worker recorded the email gives the record the time of SES [Q55, E11]', async () => {
  const { ctx, account, receive, recordOf, queued } = await world();
  const email = await sentEmail(ctx, account);
  await receive('send', email, ofAttempt(1, first));
  expect((await recordOf(email)).sent_at).toBe(timestamp(first));
  expect(queued).toEqual([]);
});

type Sent = { type: string; data: { occurred_at: string; sent_at: string } };

/** An email of an account with a webhook endpoint, and what email.sent says wherever it is seen. */
async function setUp() {
  const captured = await capturedAccount();
  const { ctx, account, send, webhooks } = captured;
  await ctx.webhooks.create(endpointOf(ctx, account.id, { events: ['email.sent'] }), 10);
  const id = await send();
  const message = { id, account: account.id };
  const emitted = () => webhooks.map(({ payload }) => JSON.parse(payload ?? '') as Sent);
  const inTimeline = async () => {
    const email = await ctx.emails.getMeta(id);
    const rows = await ctx.events.listEvents(id);
    return timelineOf(email as never, rows).find(({ type }) => type === 'email.sent')?.occurred_at;
  };
  const hear = (name: string, ms: number) =>
    recordNotification(
      ctx,
      fixtureFor(name, { ...message, destination: ['ada@x.example'] }, (event) => {
        ofAttempt(1, ms)(event);
        if (event.delivery)
          Object.assign(event.delivery, { timestamp: timestamp(ms + 40), recipients: ['ada@x.example'] });
      }),
      { receive_count: 1 },
    );
  return { ...captured, id, message, emitted, inTimeline, hear };
}

test('a delivery that is heard before the worker has its answer gives email.sent the time of SES [Q55]', async () => {
  const { ctx, clock, message, emitted, inTimeline, hear, webhooks } = await setUp();
  const took = clock.runtime.now() + 500;
  const { send } = ctx.mailer;
  ctx.mailer.send = async (mail) => {
    const answer = await send(mail);
    await hear('delivery', took);
    clock.advance(5_000);
    return answer;
  };
  await deliverEmail(ctx, message, { receive_count: 1 });
  const sent = emitted().filter(({ type }) => type === 'email.sent');
  expect(sent.map(({ data }) => [data.occurred_at, data.sent_at])).toEqual([
    [timestamp(took), timestamp(took)],
  ]);
  expect(await inTimeline()).toBe(timestamp(took));
  expect(webhooks).toHaveLength(1);
});

test('email.sent is never after the first delivery, and its time and bytes stay when SES is heard [Q55]', async () => {
  const { ctx, clock, message, emitted, inTimeline, hear, webhooks, get, id } = await setUp();
  const { send } = ctx.mailer;
  let began = 0;
  ctx.mailer.send = async (mail) => {
    began = clock.runtime.now();
    clock.advance(300);
    return send(mail);
  };
  await deliverEmail(ctx, message, { receive_count: 1 });
  const [sent] = emitted();
  const at = Date.parse(sent?.data.occurred_at ?? '');
  expect(at).toBeLessThanOrEqual(began);
  expect(at).toBeGreaterThan(began - 2_000);
  await hear('delivery', began + 100);
  expect(await inTimeline()).toBe(sent?.data.occurred_at);
  expect((await get(id)).sent_at).toBe(timestamp(began + 100));
  // The worker's message comes again: the same event, byte for byte (P36).
  await deliverEmail(ctx, message, { receive_count: 2 });
  expect(webhooks).toHaveLength(2);
  expect(webhooks[1]?.payload).toBe(webhooks[0]?.payload);
});
