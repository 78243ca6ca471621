import { explain } from '../../../shared/domain/feedback/explain.ts';

const noMailbox = 'The mailbox does not exist on the receiving server.';
const forGood = 'The receiving server permanently rejected the address.';
const notSent = 'Nothing was sent. Mailwright or SES rejected the email.';
const asked = 'The receiving server asked to try again later. SES retries for hours.';
const waits = 'The email is waiting in Mailwright and has not been sent to a receiving server yet.';
const recipient = 'ada@example.com';

test.each<[what: string, Parameters<typeof explain>[0], meaning: string | undefined]>([
  [
    'a refusal in the dialogue',
    { type: 'email.failed', recipient, data: { bounce_type: 'hard', enhanced_code: '5.1.1' } },
    noMailbox,
  ],
  [
    'one without a code',
    { type: 'email.failed', recipient, data: { bounce_type: 'hard', enhanced_code: null } },
    forGood,
  ],
  [
    'a bounce',
    { type: 'email.bounced', recipient, data: { bounce_type: 'hard', enhanced_code: '5.1.1' } },
    noMailbox,
  ],
  ['a bounce without a code', { type: 'email.bounced', recipient, data: { bounce_type: 'hard' } }, forGood],
  [
    'an email that was refused before',
    { type: 'email.failed', recipient: null, data: { bounce_type: null } },
    notSent,
  ],
  ['a delay at a server', { type: 'email.delivery_delayed', recipient, data: {} }, asked],
  [
    'a delay before any server',
    { type: 'email.delivery_delayed', recipient: null, data: { delay_reason: 'daily_quota' } },
    waits,
  ],
  ['a delivery', { type: 'email.delivered', recipient, data: {} }, undefined],
])('the meaning of %s [D29, E1]', (_what, outcome, meaning) => {
  expect(explain(outcome)?.meaning).toBe(meaning);
});

test.each(['4.2.2', '4.7.1', null])(
  'a soft bounce (%s) that suppressed the address says so [D29]',
  (code) => {
    const data = { bounce_type: 'soft', enhanced_code: code };
    const adviceOf = (suppressed: boolean) =>
      explain({ type: 'email.bounced', recipient, data: { ...data, suppressed } })?.advice;
    expect(adviceOf(true)).toContain('is suppressed');
    expect(adviceOf(false)).not.toContain('is suppressed');
  },
);
