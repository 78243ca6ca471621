type Explanation = { meaning: string; advice: string };

/** An email's event. `recipient` is null for the whole email. */
type Outcome = { type: string; recipient: string | null; data: Record<string, unknown> };

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** For a soft bounce: the address might work on a retry, but may be suppressed (`softBounceThreshold`). */
const suppressedAdvice = 'The address is suppressed. Remove it from the list before you send to it again.';

/** Explanations by the server's enhanced status code (RFC 3463), most specific first. */
const byCode: [pattern: RegExp, meaning: string, advice: string][] = [
  [
    /^5\.1\.[1-3]$/,
    'The mailbox does not exist on the receiving server.',
    'Ask the recipient for the correct address. Mailwright no longer sends to this one.',
  ],
  [/^5\.1\.10$/, 'The domain does not accept email.', 'Ask for another address.'],
  [/^[45]\.2\.1$/, 'The mailbox is disabled.', 'Ask for another address.'],
  [/^[45]\.2\.2$/, 'The mailbox is full.', 'Try again in a few days, or contact the recipient another way.'],
  [
    /^5\.(2\.3|3\.4)$/,
    'The message is too large for the receiving server.',
    'Send a link instead of the attachment.',
  ],
  [
    /^[45]\.4\./,
    'The receiving server could not be reached.',
    'Check the spelling of the domain in the address.',
  ],
  [
    /^5\.7\.(20|21|22|23|24|25|26|27)$/,
    'The server rejected the email because SPF, DKIM, or DMARC failed.',
    "Check the records on the sending domain's page.",
  ],
  [
    /^[45]\.7\./,
    "The receiving server's policy rejected the email, often because it looked like spam or because of a block list.",
    "Read the server response. Check the domain's reputation and the email's content.",
  ],
];

const refusedForGood: [meaning: string, advice: string] = [
  'The receiving server permanently rejected the address.',
  'The address is suppressed. Ask the recipient before you remove it from the list.',
];

const byType: Record<string, [meaning: string, advice: string]> = {
  'email.bounced hard': refusedForGood,
  // For mail that was refused in the SMTP dialogue with SES, like most bounces (E1).
  'email.failed hard': refusedForGood,
  'email.bounced soft': [
    'The receiving server temporarily rejected the email on every try.',
    'Do nothing if this happens once. If it happens again, ask for another address.',
  ],
  'email.bounced block': [
    'The receiving server rejected the sender or the content, not the address.',
    "Read the server response, and check the sending domain's records.",
  ],
  'email.bounced': ['The email bounced.', 'Read the server response.'],
  'email.delivery_delayed': [
    'The receiving server asked to try again later. SES retries for hours.',
    'Wait. If the email stays delayed, it bounces eventually.',
  ],
  // For delays before any server got the email: SES's rate, quota, or pause, or a suspended account (H12,
  // N23).
  'email.delivery_delayed whole': [
    'The email is waiting in Mailwright and has not been sent to a receiving server yet.',
    'See the reason. Once the cause is resolved, the email is sent. After 24 hours it fails, unless the account is suspended.',
  ],
  'email.complained': [
    'The recipient marked the email as spam.',
    'The address is suppressed. Stop sending this kind of email to it.',
  ],
  'email.suppressed': [
    'Nothing was sent. The address is on a suppression list or opted out of this category.',
    'Look up the address under Suppressions. Remove it only if its owner asks for your email.',
  ],
  'email.failed': [
    'Nothing was sent. Mailwright or SES rejected the email.',
    'Read the reason, fix the problem, and resend the email.',
  ],
};

/** The server's, or the service's, response text in an event's data. */
export const wordsOf = (data: Record<string, unknown>): string | null =>
  textOf(data.bounce_reason) ??
  textOf(data.delay_reason) ??
  textOf(data.failure_reason) ??
  textOf(data.reason);

/**
 * Whether a receiving server refused the mail. An email.failed without bounce_type never reached a server.
 */
const isRefusal = ({ type, recipient, data }: Outcome): boolean =>
  type === 'email.bounced' ||
  (type === 'email.delivery_delayed' && recipient !== null) ||
  (type === 'email.failed' && textOf(data.bounce_type) !== null);

/** The table of all explanations. Null for an outcome that needs no explanation. */
export function explain(outcome: Outcome): Explanation | null {
  const { type, recipient, data } = outcome;
  const kind = textOf(data.bounce_type) ?? (recipient === null ? 'whole' : '');
  const code = isRefusal(outcome) ? (textOf(data.enhanced_code) ?? '') : '';
  const typed = byType[`${type} ${kind}`] ?? byType[type];
  const [, meaning = typed?.[0], advice = typed?.[1]] = byCode.find(([pattern]) => pattern.test(code)) ?? [];
  if (meaning === undefined || advice === undefined) return null;
  return { meaning, advice: kind === 'soft' && data.suppressed === true ? suppressedAdvice : advice };
}
