import { timestamp } from '../../shared/core/runtime.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { elementsOf, signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';
import { recordOutcome } from '../support/outcomes.ts';

test('a timeline of more than 100 events says that there are older ones, and leads to them [D24]', async () => {
  const { ctx, account, send, clock } = await capturedAccount();
  const id = await send();
  for (let i = 0; i < 120; i++) {
    clock.advance(1000);
    const at = timestamp(clock.runtime.now());
    await ctx.events.putEvent({
      id: ctx.runtime.id('evt'),
      email_id: id,
      account: account.id,
      type: 'email.opened',
      position: 0,
      variant: `${i}`,
      occurred_at: at,
      created_at: at,
      data: { message_id: '<1@ses>', machine: false },
    });
  }
  const browser = await signIn(ctx, account);
  const opens = (text: string) => text.split('<strong>Opened</strong>').length - 1;
  const newest = (await browser.get(`/emails/${id}?done=sent`)).text;
  expect({ opens: opens(newest), older: newest.includes('There are older events.') }).toEqual({
    opens: 100,
    older: true,
  });
  const next = elementsOf(newest).find(({ attributes }) => attributes.rel === 'next')?.attributes.href ?? '';
  const older = await browser.get(next);
  expect({
    status: older.status,
    opens: opens(older.text),
    older: older.text.includes('older events'),
  }).toEqual({ status: 200, opens: 20, older: false });
  expect(older.text).toContain('<strong>Queued</strong>');
  expect(older.text).toContain(`href="/emails/${id}">Newest</a>`);
  expect((await browser.get(`/emails/${id}?cursor=x`)).status).toBe(400);
});

test('a recipient has its explanation, and addresses can be copied [D24, D28]', async () => {
  const { ctx, account, send, deliver } = await capturedAccount();
  const id = await send({ to: ['ada@x.example', 'bob@x.example'] });
  await deliver({ id, account: account.id });
  const data = { bounce_type: 'hard', enhanced_code: '5.2.2', bounce_reason: '552 5.2.2 full' };
  const bounced = { type: 'email.bounced', position: 1, letter: 'b', data } as const;
  await recordOutcome(ctx, { account: account.id, email_id: id, ...bounced });
  const { text } = await (await signIn(ctx, account)).get(`/emails/${id}`);
  const recipients = /<caption>Recipients<.*?<\/table>/s.exec(text)?.[0].split('</tr>') ?? [];
  const full = 'The mailbox is full.';
  expect(recipients.slice(1, 3).map((row) => [row.includes('552 5.2.2'), row.includes(full)])).toEqual([
    [false, false],
    [true, true],
  ]);
  const copied = elementsOf(text).filter(({ attributes }) => attributes['data-copy'] === 'address');
  // From, two recipients.
  expect(copied).toHaveLength(3);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [22, '22nd'],
])('a threshold of %d soft bounces is the %s [D24]', async (soft_bounce_threshold, shown) => {
  const real = testContext();
  const ctx = { ...real, settings: { ...real.settings, soft_bounce_threshold } };
  const { account } = await freshAccount(ctx, { domain: false });
  const { text } = await (await signIn(ctx, account)).get('/settings');
  expect(text).toContain(`the address is suppressed after the ${shown} within 7 days`);
});

test('the email page shows the Message-ID that an email came with, and the list finds it [R80]', async () => {
  const { ctx, account, send } = await capturedAccount();
  const id = await send({ headers: { 'Message-ID': '<1@app.example>' } });
  const other = await send();
  const browser = await signIn(ctx, account);
  const page = (await browser.get(`/emails/${id}`)).text;
  expect(page).toContain('Original Message-ID');
  expect(page).toContain('&lt;1@app.example&gt;');
  expect((await browser.get(`/emails/${other}`)).text).not.toContain('Original Message-ID');
  const list = (await browser.get('/emails?message_id=1@app.example')).text;
  expect({ id: list.includes(id), other: list.includes(other) }).toEqual({ id: true, other: false });
});
