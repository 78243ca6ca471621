import { cutText } from '../../core/characters.ts';
import type { BouncedRecipient, SesBounce } from './ses-event.ts';

type BounceClass = 'suppressed' | 'hard' | 'block' | 'soft' | 'automatic_reply';

const suppressedSubtypes = ['Suppressed', 'UnsubscribedRecipient'];

/**
 * `OnAccountSuppressionList`, or a tenant's list under any name. SES sent nothing, and we learn
 * nothing new about the address.
 */
export const isOnList = (subtype: string | null): boolean => /^On\w*SuppressionList$/.test(subtype ?? '');

const blockSubtypes = ['ContentRejected', 'AttachmentRejected', 'MessageTooLarge'];

// Neither pattern matches inside an address such as 205.251.233.183, which diagnostics often quote.
const enhancedCode = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
const smtpCode = /(?<![\d.])[245]\d\d(?!\d|\.\d)/;

/**
 * How many characters of a provider's text are kept. The same in the record, recipients, timeline, and
 * webhook.
 */
const maxText = 1_000;

export const providerText = (said: string | null): string | null => said && cutText(said, maxText);

export function diagnose(bounce: SesBounce, recipient: BouncedRecipient) {
  const said = recipient.diagnosticCode;
  const kind = [bounce.bounceType, bounce.bounceSubType].filter((part) => part !== null).join(' ');
  const smtp_code = said?.match(smtpCode)?.[0];
  return {
    smtp_code: smtp_code === undefined ? null : Number(smtp_code),
    enhanced_code: said?.match(enhancedCode)?.[0] ?? recipient.status,
    reason: providerText(said?.replace(/^smtp; */i, '') || kind || null),
  };
}

/** SES's bounce types and codes in our terms, in E4's order. Automatic replies by E5. */
export function classifyBounce(bounce: SesBounce, recipient: BouncedRecipient): BounceClass {
  const { bounceType, bounceSubType } = bounce;
  const subtype = bounceSubType ?? '';
  if (suppressedSubtypes.includes(subtype) || isOnList(subtype)) return 'suppressed';
  if (subtype === 'NoEmail') return 'hard';
  const { enhanced_code } = diagnose(bounce, recipient);
  if (/^[45]\.7\./.test(enhanced_code ?? '') || blockSubtypes.includes(subtype)) return 'block';
  if (bounceType === 'Permanent') return 'hard';
  const silent =
    recipient.action !== 'failed' && recipient.status === null && recipient.diagnosticCode === null;
  return bounceType === 'Transient' && subtype === 'General' && silent ? 'automatic_reply' : 'soft';
}

/** Whether a server refused the message in its dialogue with SES: email.failed instead of email.bounced. */
export function refusedInDialogue(bounce: SesBounce): boolean {
  if (bounce.bounceType !== 'Permanent') return false;
  return bounce.remoteMtaIp !== null || (bounce.reportingMTA ?? '').trim().endsWith('.amazonses.com');
}

/** Whether a bounce suppresses its address. Hard and soft bounces do, unless SES is unsure. */
export function suppresses(bounce: SesBounce, kind: BounceClass): boolean {
  if (kind === 'hard') return true;
  return (
    kind === 'soft' && bounce.bounceType === 'Transient' && bounce.bounceSubType !== 'CustomTimeoutExceeded'
  );
}

/** `feedback_type` of email.complained. Null if the recipient says it isn't spam. */
export function feedbackType(given: string | null): 'abuse' | 'fraud' | 'virus' | 'other' | null {
  const type = given?.trim().toLowerCase() || 'abuse';
  if (type === 'not-spam') return null;
  return type === 'abuse' || type === 'fraud' || type === 'virus' ? type : 'other';
}

const delayTypes: Record<string, string> = {
  MailboxFull: 'mailbox_full',
  SpamDetected: 'spam_block',
  IPFailure: 'spam_block',
  SendingDeferral: 'rate_limited',
  TransientCommunicationFailure: 'dns',
  BYOIPHostNameLookupUnavailable: 'dns',
};

export function delayType(sesType: string | null, diagnostic: string | null): string {
  if (/gr[ae]ylist/i.test(diagnostic ?? '')) return 'greylisted';
  return Object.hasOwn(delayTypes, sesType ?? '') ? (delayTypes[sesType ?? ''] ?? 'other') : 'other';
}
