import {
  classifyBounce,
  delayType,
  feedbackType,
  refusedInDialogue,
  suppresses,
} from '../../../shared/domain/feedback/classify.ts';
import type { BouncedRecipient, SesBounce } from '../../../shared/domain/feedback/ses-event.ts';

const recipient = (change: Partial<BouncedRecipient> = {}): BouncedRecipient => ({
  emailAddress: 'ada@example.com',
  action: 'failed',
  status: '5.1.1',
  diagnosticCode: 'smtp; 550 5.1.1 user unknown',
  ...change,
});

const bounceOf = (
  bounceType: string | null,
  bounceSubType: string | null,
  change: object = {},
): SesBounce => ({
  timestamp: 0,
  bounceType,
  bounceSubType,
  remoteMtaIp: null,
  reportingMTA: null,
  bouncedRecipients: [],
  ...change,
});

describe('bounces without a notification among the fixtures [E4, E5]', () => {
  test.each<[string, string, string, suppressed: boolean]>([
    ['Permanent', 'NoEmail', 'hard', true],
    // What SES may call the list of a tenant (P18).
    ['Permanent', 'OnTenantSuppressionList', 'suppressed', false],
    // What SES does not document yet.
    ['Permanent', 'Later', 'hard', true],
    ['Transient', 'Later', 'soft', true],
    ['Other', 'Later', 'soft', false],
  ])('%s %s: %s, suppressed: %p', (type, subtype, kind, suppressed) => {
    const bounce = bounceOf(type, subtype);
    const found = classifyBounce(bounce, recipient());
    expect([found, suppresses(bounce, found)]).toEqual([kind, suppressed]);
  });

  test.each(['5.7.1', '4.7.0', '5.7.26'])(
    '%s is a block, whatever the type, and never suppresses',
    (code) => {
      for (const type of ['Permanent', 'Transient', 'Undetermined']) {
        const bounce = bounceOf(type, 'General');
        const said = [
          recipient({ diagnosticCode: `smtp; 550 ${code} not accepted` }),
          recipient({ diagnosticCode: null, status: code }),
        ];
        for (const one of said) expect(classifyBounce(bounce, one)).toBe('block');
        expect(suppresses(bounce, 'block')).toBe(false);
      }
    },
  );

  test('a Transient General that says nothing is an automatic reply; one word makes it a bounce', () => {
    const silent = { action: null, status: null, diagnosticCode: null };
    const bounce = bounceOf('Transient', 'General');
    expect(classifyBounce(bounce, recipient(silent))).toBe('automatic_reply');
    for (const said of [{ action: 'failed' }, { status: '4.4.7' }, { diagnosticCode: 'smtp; 451 later' }])
      expect(classifyBounce(bounce, recipient({ ...silent, ...said }))).toBe('soft');
    expect(classifyBounce(bounceOf('Transient', 'MailboxFull'), recipient(silent))).toBe('soft');
  });
});

test.each<[string, string, object, boolean]>([
  ['the address of the refusing server', 'Permanent', { remoteMtaIp: '192.0.2.1' }, true],
  ['a report of another server', 'Permanent', { reportingMTA: 'dsn; mail.example.com' }, false],
  ['a name that only looks like it', 'Permanent', { reportingMTA: 'dns; amazonses.com.example.com' }, false],
  ['Transient', 'Transient', { remoteMtaIp: '192.0.2.1' }, false],
])(
  '%s: refused in the dialogue is email.failed, everything else email.bounced [E1]',
  (_what, type, change, failed) => {
    expect(refusedInDialogue(bounceOf(type, 'General', change))).toBe(failed);
  },
);

test.each<[string | null, string | null]>([
  ['fraud', 'fraud'],
  ['virus', 'virus'],
  ['', 'abuse'],
  [' Not-Spam ', null],
  ['later', 'other'],
])('complaint feedback %p is %p [E40]', (given, type) => {
  expect(feedbackType(given)).toBe(type);
});

test.each<[string | null, string | null, string]>([
  ['IPFailure', null, 'spam_block'],
  ['BYOIPHostNameLookupUnavailable', null, 'dns'],
  ['General', 'you are graylisted', 'greylisted'],
  ['constructor', null, 'other'],
  [null, null, 'other'],
])('delay %p with %p is %s [E41]', (type, diagnostic, ours) => {
  expect(delayType(type, diagnostic)).toBe(ours);
});
