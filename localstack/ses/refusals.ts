import { SesError, type SesErrorCode } from './errors.ts';

/**
 * SES's errors when an account, its credentials, or an identity has a problem, by the setting `refusal`. Texts are
 * from the SES Developer Guide, "Amazon SES email sending errors", and the API references (P38). `<source>` is the
 * MAIL FROM address.
 */
const inbox =
  'For more information, please check the inbox of the email address associated with your AWS account.';
const answers = {
  paused: ['paused', `Sending paused for this account. ${inbox}`],
  suspended: ['account_suspended', `Sending suspended for this account. ${inbox}`],
  set_paused: ['paused', `Sending paused for configuration set <set>. ${inbox}`],
  unverified: [
    'rejected',
    'Email address is not verified. The following identities failed the check in region <REGION>: <source>',
  ],
  expired: ['expired', 'The security token included in the request is expired'],
  wrong_key: ['wrong_key', 'The security token included in the request is invalid.'],
  denied: [
    'denied',
    "User `arn:aws:sts::<ACCOUNT>:assumed-role/deliver/deliver' is not authorized to perform `ses:SendEmail' on resource `arn:aws:ses:<REGION_NAME>:<ACCOUNT>:identity/<source>'",
  ],
  no_set: ['not_found', 'Configuration set <set> does not exist.'],
  daily_quota: ['throttled', 'Daily message quota exceeded.'],
  content: ['rejected', 'Transaction failed: Expected disposition, got null'],
  unknown: ['unknown', 'An unknown error message.'],
} satisfies Record<string, [SesErrorCode, string]>;

export type Refusal = keyof typeof answers;

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'string' && Object.hasOwn(answers, value);

export function refuse(
  refusal: Refusal,
  {
    source = '',
    set = '',
    region,
    account,
  }: { source?: string; set?: string; region: string; account: string },
): never {
  const [code, text] = answers[refusal];
  const names = {
    '<source>': source,
    '<set>': `<${set}>`,
    '<REGION>': region.toUpperCase(),
    '<REGION_NAME>': region,
    '<ACCOUNT>': account,
  };
  throw new SesError(
    code,
    text.replace(/<\w+>/g, (name) => names[name as keyof typeof names] ?? name),
  );
}
