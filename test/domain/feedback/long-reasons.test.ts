import type { Caller } from '../../../shared/domain/context.ts';
import { listRecipients } from '../../../shared/domain/emails/list-recipients.ts';
import { timelineOf } from '../../../shared/domain/emails/timeline.ts';
import type { SesJson } from './fixture.ts';
import { sentEmail } from './sent-email.ts';
import { world } from './world.ts';

const gmail =
  "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. For more information, go to https://support.example.com/mail/?p=NoSuchUser 5b1f17b1804b1-47a8b0c7f6dsi1234567f8f.123 - gsmtp";

const bounceOf = (texts: Record<string, string>) => (event: SesJson) => {
  const bounce = event.bounce as { bouncedRecipients: object[] };
  const [first] = bounce.bouncedRecipients;
  bounce.bouncedRecipients = Object.entries(texts).map(([emailAddress, diagnosticCode]) => ({
    ...first,
    emailAddress,
    diagnosticCode,
  }));
};

/** The text of a bounce or failure wherever a customer sees it. */
async function seen(texts: Record<string, string>, name = 'bounce-async-dsn') {
  const { ctx, account, receive, recordOf, told } = await world();
  const email = await sentEmail(ctx, account, { to: Object.keys(texts) });
  await receive(name, email, bounceOf(texts));
  const found = await ctx.emails.get(account, email.id);
  if (found === null) throw new Error('not stored');
  const caller = {
    account: { id: account, email_shards: 1 },
    tenant: null,
    scopes: ['full'],
  } as unknown as Caller;
  const record = await recordOf(email);
  const { entries: emails } = await ctx.emails.list({
    account,
    tenant: null,
    shards: 1,
    limit: 1,
    before: null,
    since: null,
  });
  const rows = timelineOf(found, await ctx.events.listEvents(email.id));
  const textIn = (data: Record<string, unknown>) => data.bounce_reason ?? data.failure_reason;
  return {
    record: record.bounce_reason ?? record.failure_reason,
    listed: emails[0]?.bounce_reason ?? emails[0]?.failure_reason,
    recipients: (await listRecipients(ctx, caller, email.id)).map(({ bounce_reason }) => bounce_reason),
    timeline: rows.flatMap(({ data }) => textIn(data) ?? []),
    webhooks: told().map(({ data }) => textIn(data)),
  };
}

test.each([
  ['120 bytes', 'x'.repeat(120), 'x'.repeat(120)],
  ['121 bytes', 'x'.repeat(121), 'x'.repeat(121)],
  ['what Gmail says', `smtp; ${gmail}`, gmail],
  ['1,000 characters', '😀'.repeat(1_000), '😀'.repeat(1_000)],
  ['one more', '😀'.repeat(1_001), `${'😀'.repeat(999)}…`],
  ['a prefix that does not count', `smtp; ${'é'.repeat(1_000)}`, 'é'.repeat(1_000)],
])('the reason is the same text everywhere: %s [Q54]', async (_name, diagnostic, text) => {
  expect(await seen({ 'ada@example.com': diagnostic })).toEqual({
    record: text,
    listed: text,
    recipients: [text],
    timeline: [text],
    webhooks: [text],
  });
});

test('email.failed likewise; the record has the first recipient’s of one moment (E11) [Q54]', async () => {
  const found = await seen(
    { 'ada@example.com': `a ${gmail}`, 'bob@example.com': `b ${gmail}` },
    'bounce-in-dialogue',
  );
  expect(found).toMatchObject({
    record: `a ${gmail}`,
    listed: `a ${gmail}`,
    recipients: [`a ${gmail}`, `b ${gmail}`],
    webhooks: [`a ${gmail}`, `b ${gmail}`],
  });
});

test('an earlier short reason takes the place of a long one, and the other way round [Q54]', async () => {
  const { ctx, account, receive, recordOf } = await world();
  const to = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
  const email = await sentEmail(ctx, account, { to });
  const at = (address: string, text: string, ms: number) => (event: SesJson) => {
    bounceOf({ [address]: text })(event);
    (event.bounce as { timestamp: string }).timestamp = new Date(
      Date.parse('2026-11-20T10:00:00Z') + ms,
    ).toISOString();
  };
  await receive('bounce-async-dsn', email, at('ada@example.com', gmail, 3_000));
  expect((await recordOf(email)).bounce_reason).toBe(gmail);
  await receive('bounce-async-dsn', email, at('bob@example.com', 'short', 2_000));
  expect((await recordOf(email)).bounce_reason).toBe('short');
  await receive('bounce-async-dsn', email, at('eve@example.com', `e ${gmail}`, 1_000));
  expect((await recordOf(email)).bounce_reason).toBe(`e ${gmail}`);
});

test('smtp_response of a delivery is cut alike [Q54]', async () => {
  const { ctx, account, receive, told } = await world();
  const email = await sentEmail(ctx, account);
  await receive('delivery', email, (event) =>
    Object.assign(event.delivery as object, { smtpResponse: 'y'.repeat(2_000) }),
  );
  expect(told()[0]?.data.smtp_response).toBe(`${'y'.repeat(999)}…`);
});
