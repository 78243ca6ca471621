type Explanation = { meaning: string; advice: string };

/** An event of an email; `recipient` is null for one of the whole email. */
type Outcome = { type: string; recipient: string | null; data: Record<string, unknown> };

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** For an address that other tries would reach, were it not on the list (`softBounceThreshold`). */
const suppressedAdvice = 'The address is suppressed: remove it from the list before you write to it again.';

/** By the enhanced status code of the server (RFC 3463), most telling first. */
const byCode: [pattern: RegExp, meaning: string, advice: string][] = [
  [
    /^5\.1\.[1-3]$/,
    'The receiving server knows no such mailbox.',
    'Check the address with its owner; the address is suppressed and gets no more mail.',
  ],
  [/^5\.1\.10$/, 'The domain says that it receives no mail.', 'Ask for another address.'],
  [/^[45]\.2\.1$/, 'The mailbox is disabled.', 'Ask for another address.'],
  [/^[45]\.2\.2$/, 'The mailbox is full.', 'Try again in some days, or reach the person another way.'],
  [
    /^5\.(2\.3|3\.4)$/,
    'The message is larger than the server takes.',
    'Send a link in place of the attachment.',
  ],
  [
    /^[45]\.4\./,
    'The receiving server could not be reached.',
    'Check that the domain of the address is spelled right.',
  ],
  [
    /^5\.7\.(20|21|22|23|24|25|26|27)$/,
    'The server refused the mail because SPF, DKIM or DMARC did not pass.',
    'Check the records of the sending domain on its page.',
  ],
  [
    /^[45]\.7\./,
    'The server refused the mail by a policy of its own, often as spam or by a block list.',
    'Read the words of the server; look at the reputation of the domain and at what the mail says.',
  ],
];

const refusedForGood: [meaning: string, advice: string] = [
  'The receiving server refused the address for good.',
  'The address is suppressed. Check it with its owner before you remove it from the list.',
];

const byType: Record<string, [meaning: string, advice: string]> = {
  'email.bounced hard': refusedForGood,
  // Refused in the SMTP dialogue with SES, as most are (E1).
  'email.failed hard': refusedForGood,
  'email.bounced soft': [
    'The receiving server refused the mail for now, and again on each try.',
    'Nothing to do if it stays the only one; else ask for another address.',
  ],
  'email.bounced block': [
    'The receiving server refused the sender or the content, not the address.',
    'Read the words of the server, and look at the records of the sending domain.',
  ],
  'email.bounced': ['The mail came back.', 'Read the words of the server.'],
  'email.delivery_delayed': [
    'The receiving server asked to try again later; SES does so for hours.',
    'Wait. A mail that stays delayed bounces in the end.',
  ],
  // Before it was offered to a server: SES's rate and quota, its pauses, a suspended account (H12, N23).
  'email.delivery_delayed whole': [
    'The email waits at the service, which has not offered it to a server yet.',
    'See the reason. It goes out once that is over; after 24 hours it fails, unless the account is suspended.',
  ],
  'email.complained': [
    'The recipient marked the mail as spam.',
    'The address is suppressed. Send it no more of this kind.',
  ],
  'email.suppressed': [
    'Nothing was sent: the address is on a suppression list, or opted out of this category.',
    'Look the address up among the suppressions; remove it only where its owner asks for mail.',
  ],
  'email.failed': [
    'Nothing was sent: the service or SES refused the email.',
    'Read the reason, mend it, and resend the email.',
  ],
};

/** The words of the server, or of the service, in an event's data. */
export const wordsOf = (data: Record<string, unknown>): string | null =>
  textOf(data.bounce_reason) ??
  textOf(data.delay_reason) ??
  textOf(data.failure_reason) ??
  textOf(data.reason);

/** Whether a receiving server refused the mail; an email.failed without a bounce_type did not reach one (E1). */
const isRefusal = ({ type, recipient, data }: Outcome): boolean =>
  type === 'email.bounced' ||
  (type === 'email.delivery_delayed' && recipient !== null) ||
  (type === 'email.failed' && textOf(data.bounce_type) !== null);

/** The one table of explanations; null for an outcome that needs none. */
export function explain(outcome: Outcome): Explanation | null {
  const { type, recipient, data } = outcome;
  const kind = textOf(data.bounce_type) ?? (recipient === null ? 'whole' : '');
  const code = isRefusal(outcome) ? (textOf(data.enhanced_code) ?? '') : '';
  const typed = byType[`${type} ${kind}`] ?? byType[type];
  const [, meaning = typed?.[0], advice = typed?.[1]] = byCode.find(([pattern]) => pattern.test(code)) ?? [];
  if (meaning === undefined || advice === undefined) return null;
  return { meaning, advice: kind === 'soft' && data.suppressed === true ? suppressedAdvice : advice };
}
