import type { NoticeMessage } from '../../shared/domain/ports/notices.ts';
import type { AttemptOutcome } from '../../shared/domain/ports/sending.ts';
import { mailInvitation } from '../../shared/domain/sessions/invite-member.ts';
import { removeMember } from '../../shared/domain/sessions/members.ts';
import { sweepDeadLetters } from '../../shared/domain/sweep/dead-letters.ts';
import { signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';

/** An owner's browser, and what it queues for the worker of notices, which the test starts. */
async function world() {
  const { ctx, account, clock, mails } = await capturedAccount();
  const queued: NoticeMessage[] = [];
  ctx.notices = { enqueue: async (message) => void queued.push(message) };
  const browser = await signIn(ctx, account);
  const post = (path: string, form: Record<string, string>) =>
    browser.post(`/settings/members/${path}`, { account: account.id, ...form });
  const mailAll = async () => {
    for (const message of queued.splice(0))
      if (message.kind === 'invitation') await mailInvitation(ctx, message);
    return mails.splice(0).map(({ raw }) => {
      const [head = '', body = ''] = raw.split('\r\n\r\n');
      return { to: /^To: (.*)$/m.exec(head)?.[1], text: Buffer.from(body, 'base64').toString() };
    });
  };
  const members = async () => (await ctx.members.list(account.id)).map(({ email, role }) => [email, role]);
  return { ctx, account, clock, queued, post, mailAll, members };
}

const ada = { email: 'Ada@Acme.test', role: 'developer' };

test('inviting mails a link to the sign-in, once a day however often the form is sent [D20]', async () => {
  const { ctx, post, mailAll, clock } = await world();
  for (let i = 0; i < 3; i++)
    expect((await post('invite', ada)).location).toBe('/settings/members?done=saved');
  const sent = await mailAll();
  expect(sent).toEqual([
    { to: 'ada@acme.test', text: expect.stringContaining(`\n${ctx.settings.dashboard_url}/sign-in\n`) },
  ]);
  clock.advance(86_400_000);
  await post('invite', ada);
  expect(await mailAll()).toHaveLength(1);
});

test('who signed in, or was removed before the mail, gets none; another role mails nothing [D20]', async () => {
  const { ctx, account, post, mailAll } = await world();
  await post('invite', ada);
  await removeMember(ctx, { account: account.id, email: ada.email });
  expect(await mailAll()).toEqual([]);
  await post('invite', ada);
  await signIn(ctx, { ...account, email: 'ada@acme.test' });
  expect(await mailAll()).toEqual([]);
  await post('invite', { ...ada, email: 'bob@acme.test' });
  expect(await mailAll()).toHaveLength(1);
  await post('change-role', { email: 'bob@acme.test', role: 'support' });
  expect(await mailAll()).toEqual([]);
});

test('an account mails 50 invitations an hour, whoever it removes for others [D20]', async () => {
  const { ctx, account, clock, post, mailAll } = await world();
  clock.advance(3_600_000 - (clock.runtime.now() % 3_600_000));
  const invite = async (i: number) => {
    const email = `stranger-${i}@acme.test`;
    await post('invite', { email, role: 'support' });
    const sent = await mailAll();
    await removeMember(ctx, { account: account.id, email });
    return sent.length;
  };
  const sent: number[] = [];
  for (let i = 0; i < 52; i++) sent.push(await invite(i));
  expect(sent).toEqual([...Array(50).fill(1), 0, 0]);
  clock.advance(3_600_000);
  expect(await invite(52)).toBe(1);
  // One that had no place in its hour is mailed when it is made again, on the same day too.
  expect(await invite(51)).toBe(1);
});

test('two messages about one invitation at the same time get it past no limit [D20]', async () => {
  const { ctx, account, clock, queued, post, mailAll } = await world();
  clock.advance(3_600_000 - (clock.runtime.now() % 3_600_000));
  for (let i = 0; i < 50; i++) await ctx.sign_ins.countInvitation(account.id, `stranger ${i}`, 50);
  for (let i = 0; i < 2; i++) await post('invite', ada);
  const both = queued.splice(0).flatMap((message) => (message.kind === 'invitation' ? [message] : []));
  expect(both).toHaveLength(2);
  await Promise.all(both.map((message) => mailInvitation(ctx, message)));
  expect(await mailAll()).toEqual([]);
});

test('an invitation that SES puts off is one of the 50 once, however often it comes again [D20]', async () => {
  const { ctx, clock, queued, post, mailAll } = await world();
  clock.advance(3_600_000 - (clock.runtime.now() % 3_600_000));
  await post('invite', ada);
  const [message] = queued;
  const { send } = ctx.mailer;
  ctx.mailer.send = async () => ({ outcome: 'later', reason: 'Throttling' });
  for (let i = 0; i < 51; i++) {
    await expect(mailAll()).rejects.toThrow('later');
    if (message) queued.push(message);
  }
  ctx.mailer.send = send;
  expect(await mailAll()).toHaveLength(1);
});

test('an invitation comes again where the table refuses its count [D20]', async () => {
  const { ctx, queued, post, mailAll } = await world();
  await post('invite', ada);
  const [message] = queued;
  const { countInvitation } = ctx.sign_ins;
  ctx.sign_ins.countInvitation = () => Promise.reject(new Error('throttled'));
  await expect(mailAll()).rejects.toThrow('throttled');
  ctx.sign_ins.countInvitation = countInvitation;
  if (message) queued.push(message);
  expect(await mailAll()).toHaveLength(1);
});

test('an invitation that SES puts off comes again, and a dead one goes back to its queue for a day [D20]', async () => {
  const { ctx, clock, queued, post, mailAll } = await world();
  const { send } = ctx.mailer;
  const later: AttemptOutcome = { outcome: 'later', reason: 'Throttling' };
  await post('invite', ada);
  const [message] = queued;
  ctx.mailer.send = async () => later;
  await expect(mailAll()).rejects.toThrow('later');
  ctx.mailer.send = send;
  const drain: typeof ctx.dead_letters.drain = async (queue, handle) => {
    if (queue === 'notices') await handle(JSON.stringify(message));
    return { done: 1, failed: 0 };
  };
  const dead = () => sweepDeadLetters({ ...ctx, dead_letters: { ...ctx.dead_letters, drain } });
  await dead();
  expect(queued).toEqual([message]);
  expect(await mailAll()).toHaveLength(1);
  clock.advance(86_400_001);
  await dead();
  expect(queued).toEqual([]);
});

test('the role of a member who was removed since the page was opened is no new member [D20]', async () => {
  const { ctx, account, post, members } = await world();
  await post('invite', ada);
  await removeMember(ctx, { account: account.id, email: ada.email });
  expect((await post('change-role', { email: 'ada@acme.test', role: 'owner' })).status).toBe(404);
  expect(await members()).toEqual([[account.email, 'owner']]);
});
