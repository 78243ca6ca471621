import { timestamp } from '../../../shared/core/runtime.ts';
import type { Caller } from '../../../shared/domain/context.ts';
import { listRecipients } from '../../../shared/domain/emails/list-recipients.ts';
import { indexesCaughtUp } from '../../support/lag.ts';
import type { SesJson } from './fixture.ts';
import { sentEmail } from './sent-email.ts';
import { at, world } from './world.ts';

describe('what a notification does to the record [H12]', () => {
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

  test('refused in the dialogue: failed, suppressed, failure_reason [E1]', async () => {
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

  test('Suppressed: one event without recipient, the address joins our list for 14 days [E43, P18]', async () => {
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
    const ends = timestamp(Date.parse(entry?.created_at ?? '') + 14 * 86_400_000);
    expect(entry).toMatchObject({ reason: 'bounce', expires_at: ends, note: expect.stringContaining(ends) });
  });

  test('Reject fails the whole email by one event [E20]', async () => {
    const { ctx, account, receive, recordOf, told } = await world();
    const email = await sentEmail(ctx, account, { to: ['ada@example.com', 'bob@example.org'] });
    await receive('reject', email);
    expect(await recordOf(email)).toMatchObject({ status: 'failed', failure_reason: 'Bad content' });
    expect(told()).toHaveLength(1);
    expect(told()[0]?.data).toMatchObject({ recipient_count: 2, status: 'failed' });
    expect(told()[0]?.data).not.toHaveProperty('recipient');
  });

  test('automatic replies and not-spam reports change nothing [E5, E40]', async () => {
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

describe('an event is told once [E9, E8, Q13]', () => {
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

  test('the first of two bounces of one recipient stays [E9]', async () => {
    const { ctx, account, receive, told, recordOf } = await world();
    const email = await sentEmail(ctx, account);
    await receive('bounce-async-dsn', email);
    await receive('bounce-async-dsn', email, at('bounce', Date.parse('2026-11-20T11:00:00Z')));
    expect(new Set(told().map(({ id }) => id)).size).toBe(1);
    expect((await recordOf(email)).bounced_at).toBe('2026-11-20T10:00:02.000Z');
  });

  test('one email.delivery_delayed per recipient and delay_type [E9]', async () => {
    const { ctx, account, receive, told } = await world();
    const email = await sentEmail(ctx, account);
    await receive('delay-connection', email);
    await receive('delay-connection', email, at('deliveryDelay', Date.parse('2026-11-20T10:20:00Z')));
    await receive('delay-mailbox-full', email);
    expect(new Set(told().map(({ id }) => id)).size).toBe(2);
  });
});

describe('email.sent is told once, by whoever is first [E36]', () => {
  test('the worker noted it: its Send is ignored (E35)', async () => {
    const { ctx, account, receive, queued } = await world();
    await receive('send', await sentEmail(ctx, account));
    expect(queued).toEqual([]);
  });

  test('the Send of the message that the worker recorded is read and not written; one of another message is [P29]', async () => {
    const { ctx, account, receive, recordOf, queued, lines } = await world();
    const email = await sentEmail(ctx, account, { state: 'sending' });
    const message_id =
      '<0102019a9b1c2d3e-4f5a6b7c-8d9e-4f01-a2b3-c4d5e6f70819-000000@eu-west-1.amazonses.com>';
    await ctx.emails.markSent({ id: email.id, message_id, sent_at: '2026-11-20T10:00:00.000Z' });
    const { recordOutcomes } = ctx.events;
    ctx.events = {
      ...ctx.events,
      recordOutcomes: () => Promise.reject(new Error('nothing is to be written')),
    };
    await indexesCaughtUp();
    await receive('send', email);
    // The worker logged that it was sent.
    expect(lines).toEqual([]);
    expect(await recordOf(email)).toMatchObject({ status: 'sent', sent_at: '2026-11-20T10:00:00.000Z' });
    const ofAnother = receive('send', email, (event) => {
      event.mail.messageId = '0102-another';
    });
    await expect(ofAnother).rejects.toThrow('nothing is to be written');
    ctx.events = { ...ctx.events, recordOutcomes };
    // An outcome brings SES's own time.
    await receive('delivery', email);
    expect(await recordOf(email)).toMatchObject({ status: 'delivered', sent_at: '2026-11-20T10:00:00.250Z' });
    expect(queued).toHaveLength(1);
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
    expect(await ctx.emails.markSent(note)).not.toBeNull();
    expect(told().map(({ type }) => type)).toEqual(['email.delivered']);
    expect((await recordOf(email)).sent_at).toBe('2026-11-20T10:00:00.250Z');
  });
});

const to = Array.from({ length: 50 }, (_, i) => `r${i}@example.com`);

/** Makes a bounce cover all recipients, as if on one server, with a reason that the email's meta lacks. */
function ofAll(event: SesJson): void {
  const bounce = event.bounce as { bouncedRecipients: object[] };
  const [first] = bounce.bouncedRecipients;
  const diagnosticCode = `smtp; 452 4.2.2 ${'over quota '.repeat(20)}`;
  bounce.bouncedRecipients = to.map((emailAddress) => ({ ...first, emailAddress, diagnosticCode }));
}

test.each([
  ['bounce-mailbox-full', 'soft'],
  ['bounce-message-too-large', 'block'],
  ['bounce-async-dsn', 'hard'],
])('%s of fifty recipients in one report is recorded of each [H6, H12]', async (name, bounce_type) => {
  const { ctx, account, receive, recordOf, told } = await world();
  const email = await sentEmail(ctx, account, { to });
  await receive(name, email, ofAll);
  const caller = { account: { id: account, email_shards: 1 }, tenant: null, scopes: ['full'] };
  const found = await listRecipients(ctx, caller as unknown as Caller, email.id);
  expect(found.map((one) => [one.email, one.bounce_type])).toEqual(to.map((one) => [one, bounce_type]));
  expect((await recordOf(email)).status).toBe('bounced');
  expect(
    told()
      .map(({ type, data }) => `${type} ${data.recipient}`)
      .sort(),
  ).toEqual(to.map((one) => `email.bounced ${one}`).sort());
});
