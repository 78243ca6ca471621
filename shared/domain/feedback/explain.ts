/** What an outcome means, and what to do, in a sentence each (D29). */
type Explanation = { meaning: string; advice: string };

type Outcome = {
  type: string;
  bounce_type?: string | null;
  enhanced_code?: string | null;
  reason?: string | null;
};

/** By the enhanced status code of the server (RFC 3463), most telling first. */
const byCode: [pattern: RegExp, explanation: Explanation][] = [
  [
    /^5\.1\.[1-3]$/,
    {
      meaning: 'The receiving server knows no such mailbox.',
      advice: 'Check the address with its owner; the address is suppressed and gets no more mail.',
    },
  ],
  [
    /^5\.1\.10$/,
    { meaning: 'The domain says that it receives no mail.', advice: 'Ask for another address.' },
  ],
  [/^[45]\.2\.1$/, { meaning: 'The mailbox is disabled.', advice: 'Ask for another address.' }],
  [
    /^[45]\.2\.2$/,
    { meaning: 'The mailbox is full.', advice: 'Try again in some days, or reach the person another way.' },
  ],
  [
    /^5\.(2\.3|3\.4)$/,
    {
      meaning: 'The message is larger than the server takes.',
      advice: 'Send a link in place of the attachment.',
    },
  ],
  [
    /^[45]\.4\./,
    {
      meaning: 'The receiving server could not be reached.',
      advice: 'Check that the domain of the address is spelled right.',
    },
  ],
  [
    /^5\.7\.(20|21|22|23|24|25|26|27)$/,
    {
      meaning: 'The server refused the mail because SPF, DKIM or DMARC did not pass.',
      advice: 'Check the records of the sending domain on its page.',
    },
  ],
  [
    /^[45]\.7\./,
    {
      meaning: 'The server refused the mail by a policy of its own, often as spam or by a block list.',
      advice: 'Read the words of the server; look at the reputation of the domain and at what the mail says.',
    },
  ],
];

const byType: Record<string, Explanation> = {
  'email.bounced hard': {
    meaning: 'The receiving server refused the address for good.',
    advice: 'The address is suppressed. Check it with its owner before you remove it from the list.',
  },
  'email.bounced soft': {
    meaning: 'The receiving server refused the mail for now, and again on each try.',
    advice: 'Nothing to do if it stays the only one; else ask for another address.',
  },
  'email.bounced block': {
    meaning: 'The receiving server refused the sender or the content, not the address.',
    advice: 'Read the words of the server, and look at the records of the sending domain.',
  },
  'email.bounced': { meaning: 'The mail came back.', advice: 'Read the words of the server.' },
  'email.delivery_delayed': {
    meaning: 'The receiving server asked to try again later; SES does so for hours.',
    advice: 'Wait. A mail that stays delayed bounces in the end.',
  },
  'email.complained': {
    meaning: 'The recipient marked the mail as spam.',
    advice: 'The address is suppressed. Send it no more of this kind.',
  },
  'email.suppressed': {
    meaning: 'Nothing was sent: the address is on a suppression list, or opted out of this category.',
    advice: 'Look the address up among the suppressions; remove it only where its owner asks for mail.',
  },
  'email.failed': {
    meaning: 'Nothing was sent: the service or SES refused the email.',
    advice: 'Read the reason, mend it, and resend the email.',
  },
};

/** The one table of explanations; null for an outcome that needs none. */
export function explain({ type, bounce_type, enhanced_code }: Outcome): Explanation | null {
  const isRefusal = type === 'email.bounced' || type === 'email.delivery_delayed';
  const coded =
    isRefusal && enhanced_code ? byCode.find(([pattern]) => pattern.test(enhanced_code)) : undefined;
  return coded?.[1] ?? byType[`${type} ${bounce_type ?? ''}`.trim()] ?? byType[type] ?? null;
}
