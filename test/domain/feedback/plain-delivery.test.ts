import type { Email } from '../../../shared/core/records/emails.ts';
import { storedEvents } from '../../../shared/domain/events/delivered.ts';
import { sizeOf } from '../../../shared/store/size.ts';
import type { SesJson } from './fixture.ts';
import { type SentEmail, sentEmail } from './sent-email.ts';
import { world } from './world.ts';

const answering = (smtpResponse: string) => (event: SesJson) => {
  Object.assign(event.delivery ?? {}, { smtpResponse });
};
const ofSecond = (event: SesJson) => {
  event.mail.messageId = '0102-attempt-2';
  event.mail.tags.attempt = ['2'];
  Object.assign(event.delivery ?? {}, { timestamp: '2026-11-20T10:05:00.000Z' });
};
const tooLong = `250 2.0.0 ${'queued '.repeat(20)}`;

async function setUp() {
  const made = await world();
  const { ctx } = made;
  const emailOf = async ({ id }: SentEmail) => (await ctx.emails.getMeta(id)) as Email;
  return {
    ...made,
    emailOf,
    rowsOf: async ({ id }: SentEmail) => (await ctx.events.listEvents(id)).map(({ type }) => type),
    eventsOf: async (email: SentEmail) => storedEvents(ctx, await emailOf(email)),
    payloads: () => made.queued.map((message) => ('payload' in message ? message.payload : null)),
  };
}

describe('a plain delivery needs no row [P29]', () => {
  test('the meta tells the same event, with the same bytes when it is emitted again (E8, P36)', async () => {
    const { ctx, account, receive, rowsOf, eventsOf, emailOf, told, payloads } = await setUp();
    const [plain, withRow] = [await sentEmail(ctx, account), await sentEmail(ctx, account)];
    await receive('delivery', plain);
    await receive('delivery', withRow, answering(tooLong));
    expect([await rowsOf(plain), await rowsOf(withRow)]).toEqual([[], ['email.delivered']]);
    const [[ofMeta], [ofRow]] = [await eventsOf(plain), await eventsOf(withRow)];
    // DynamoDB keeps no order of a map: only the bytes of webhooks have one (P36).
    const namesOf = (data = {}) => Object.keys(data).sort();
    expect(namesOf(ofMeta?.data)).toEqual(namesOf(ofRow?.data));
    expect(told()[0]).toMatchObject({ id: ofMeta?.id, created_at: ofMeta?.created_at, data: ofMeta?.data });
    await receive('delivery', plain, undefined, 2);
    expect(payloads()[2]).toBe(payloads()[0]);
    expect(await eventsOf(plain)).toEqual([ofMeta]);
    expect(sizeOf((await emailOf(plain)) as never)).toBeLessThan(1024);
  });

  test('several recipients have a row each', async () => {
    const { ctx, account, receive, rowsOf, emailOf } = await setUp();
    const email = await sentEmail(ctx, account, { to: ['ada@example.com', 'bob@example.com'] });
    await receive('delivery', email);
    expect([await rowsOf(email), (await emailOf(email)).answer]).toEqual([['email.delivered'], undefined]);
  });

  test.each([
    ['first fits, second fits', undefined, undefined],
    ['first fits, second does not', undefined, tooLong],
    ['first does not fit, second does', tooLong, undefined],
  ])("one delivery of two messages is the email's, whatever their answers: %s", async (_, one, two) => {
    const { ctx, account, receive, eventsOf, emailOf, told } = await setUp();
    const email = await sentEmail(ctx, account);
    await receive('delivery', email, (event) => one && answering(one)(event));
    const before = await eventsOf(email);
    await receive('delivery', email, (event) => {
      ofSecond(event);
      if (two) answering(two)(event);
    });
    expect(told().map(({ type }) => type)).toEqual(['email.delivered']);
    expect(await eventsOf(email)).toEqual(before);
    // Both messages are noted.
    expect(Object.keys((await emailOf(email)).outcomes).sort()).toEqual(['*1s', '*2s', '0d']);
  });

  test('two of them at once: one is emitted', async () => {
    const { ctx, account, receive, eventsOf, told } = await setUp();
    for (const long of [null, tooLong]) {
      const email = await sentEmail(ctx, account);
      await Promise.all([
        receive('delivery', email),
        receive('delivery', email, (event) => {
          ofSecond(event);
          if (long) answering(long)(event);
        }),
      ]);
      expect(told().filter(({ data }) => data.email_id === email.id)).toHaveLength(1);
      expect(await eventsOf(email)).toHaveLength(1);
    }
  });
});
