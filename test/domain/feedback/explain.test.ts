import { explain } from '../../../shared/domain/feedback/explain.ts';

const noMailbox = 'The receiving server knows no such mailbox.';
const forGood = 'The receiving server refused the address for good.';
const notSent = 'Nothing was sent: the service or SES refused the email.';

test.each<[what: string, Parameters<typeof explain>[0], meaning: string | undefined]>([
  [
    'a refusal in the dialogue',
    { type: 'email.failed', bounce_type: 'hard', enhanced_code: '5.1.1' },
    noMailbox,
  ],
  ['one without a code', { type: 'email.failed', bounce_type: 'hard', enhanced_code: null }, forGood],
  ['a bounce', { type: 'email.bounced', bounce_type: 'hard', enhanced_code: '5.1.1' }, noMailbox],
  ['a bounce without a code', { type: 'email.bounced', bounce_type: 'hard' }, forGood],
  ['an email that was refused before', { type: 'email.failed', bounce_type: null }, notSent],
  ['a delivery', { type: 'email.delivered' }, undefined],
])('D29, E1: the meaning of %s', (_what, outcome, meaning) => {
  expect(explain(outcome)?.meaning).toBe(meaning);
});
