import { Badge } from '../../functions/dashboard/ui/elements.tsx';
import type { Suppression } from '../../shared/core/records/lists.ts';
import { systemCaller } from '../../shared/domain/context.ts';
import { blockedError } from '../../shared/domain/sending/refuse-suppressed.ts';
import { recordRefusedRecipients } from '../../shared/domain/sending/relay-recipients.ts';
import { blockedRecipients } from '../../shared/domain/suppressions/blocked.ts';
import { signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';

const suppression = { reason: 'bounce', scope: 'account', id: 'sup_1' } as unknown as Suppression;

const blocked = (count: number, category: 'transactional' | 'newsletter' = 'transactional') => {
  const emails = Array.from({ length: count }, (_, i) => `r${i + 1}@x.example`);
  const found = blockedRecipients(emails, category, {
    suppressions: emails.map(() => (category === 'transactional' ? suppression : null)),
    opt_outs: emails.map(() => [{ category } as never]),
  });
  if (found === null) throw new Error('none is blocked');
  return found;
};

test.each([
  [1, 'r1@x.example is suppressed'],
  [2, 'r1@x.example and r2@x.example are suppressed'],
  [3, 'r1@x.example, r2@x.example, and r3@x.example are suppressed'],
  [50, 'r1@x.example, r2@x.example, r3@x.example, and 47 more are suppressed'],
])('the message of a send with %d suppressed recipients names them [Q17]', (count, message) => {
  const error = blockedError(blocked(count), 'msg_1');
  expect([error.message, error.details?.suppressed]).toEqual([message, expect.any(Array)]);
  expect(error.details?.suppressed).toHaveLength(count);
});

test('the message names who unsubscribed [Q17]', () => {
  const { message } = blockedError(blocked(2, 'newsletter'), 'msg_1');
  expect(message).toBe('r1@x.example and r2@x.example unsubscribed from newsletter email');
});

test('a recipient that the relay refused has its address and a subject in list and page [R17, D24]', async () => {
  const { ctx, account } = await capturedAccount();
  const caller = systemCaller(account, 'test');
  const refusal = { from: 'shop@acme.test', subject: '', refused: [blocked(2)], message_id: null };
  await recordRefusedRecipients(ctx, caller, refusal);
  const { text } = await (await signIn(ctx, account)).get('/emails');
  const row = /<tbody>.*?<\/tr>/s.exec(text)?.[0] ?? '';
  expect(row).toContain('<bdi>r1@x.example</bdi> +1');
  expect(row).toContain('(rejected before the message was sent)');
});

test('when one address stops an email, each recipient has its own explanation [Q17, D24]', async () => {
  const { ctx, account, call, email } = await capturedAccount();
  const list = { account: account.id, tenant: null };
  const made = {
    email: 'gone@x.example',
    email_id: null,
    tenant: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const id = ctx.runtime.id('sup');
  await ctx.suppressions.raise(list, { ...made, id, reason: 'bounce', source: 'event', note: null });
  const to = ['Ada@x.example', 'Gone@X.example', 'bob@x.example'];
  const { status: code, body } = await call('POST', '/emails', { body: { ...email, to } });
  const { text } = await (await signIn(ctx, account)).get(`/emails/${body.error?.details?.email_id}`);
  const rows = [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row);
  const said = to.map((address) => {
    const row = rows.find((one) => one.includes(`data-copy="address"`) && one.includes(address)) ?? '';
    return [/another recipient is suppressed/.test(row), /The address is on a suppression list/.test(row)];
  });
  expect([code, said]).toEqual([
    422,
    [
      [true, false],
      [false, true],
      [true, false],
    ],
  ]);
  // The timeline names the address that stopped the email.
  expect(text).toContain('<span class="soft"><bdi>gone@x.example</bdi></span>');
});

test('a cancelled email has no mark of a failure [D43]', () => {
  expect(String(Badge({ word: 'failed' }))).toContain('"status bad"');
  expect(String(Badge({ word: 'cancelled' }))).toContain('"status "');
});
