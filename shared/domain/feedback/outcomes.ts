import type { EventType } from '../../core/records/events.ts';
import type { SuppressionReason } from '../../core/records/lists.ts';
import { timestamp } from '../../core/runtime.ts';
import { wholeFailure } from '../events/email-event.ts';
import {
  classifyBounce,
  delayType,
  diagnose,
  feedbackType,
  isOnList,
  providerText,
  refusedInDialogue,
  suppresses,
} from './classify.ts';
import type { AffectedRecipient, Found } from './find-recipients.ts';
import type {
  BouncedRecipient,
  SesBounce,
  SesComplaint,
  SesDelay,
  SesDelivery,
  SesEvent,
} from './ses-event.ts';

/** One event from a notification. */
export type ProviderOutcome = {
  type: EventType;
  /** The recipient's position in the event's row. Null for whole-message events. */
  position: number | null;
  /** Distinguishes events with the same type and position in the row's key. */
  variant: string;
  /** Provider time, epoch ms. */
  at: number;
  /** The keys in the meta item's `outcomes` that this event sets. */
  outcome_keys: string[];
  affected: AffectedRecipient[];
  /** The reason for the email's record. */
  reason: { of: 'bounce' | 'failure'; text: string } | null;
  /**
   * For the suppression list. `soft` counts toward soft_bounce_threshold. `days` is its lifetime, absent for
   * no end.
   */
  suppress: { reason: SuppressionReason; soft: boolean; days?: number } | null;
  /** Added to the base fields. */
  data: Record<string, unknown>;
};

/** One recipient's outcome. `letters` as in `Outcomes`. */
function factOf(
  type: EventType,
  letters: string,
  who: AffectedRecipient,
  at: number,
  rest: Partial<ProviderOutcome> & Pick<ProviderOutcome, 'data'>,
): ProviderOutcome {
  const outcome_keys = [...letters].map((letter) => `${who.position}${letter}`);
  const base = { type, position: who.position, variant: '', at, outcome_keys, affected: [who] };
  return { ...base, reason: null, suppress: null, ...rest };
}

function deliveryFacts(delivery: SesDelivery, { find }: Found, at: number): ProviderOutcome[] {
  const data = {
    delivered_at: timestamp(at),
    smtp_response: providerText(delivery.smtpResponse),
    remote_mta: delivery.remoteMtaIp,
    processing_ms: delivery.processingTimeMillis,
  };
  const named = find(delivery.recipients.map((emailAddress) => ({ emailAddress })));
  return named.map(({ who }) => factOf('email.delivered', 'd', who, at, { data }));
}

function delayFacts(delay: SesDelay, { find }: Found, at: number): ProviderOutcome[] {
  return find(delay.delayedRecipients).map(({ who, diagnosticCode }) => {
    const delay_type = delayType(delay.delayType, diagnosticCode);
    const data = {
      delay_reason: providerText(diagnosticCode ?? delay.delayType),
      delay_type,
      retry_until: delay.expirationTime === null ? null : timestamp(delay.expirationTime),
    };
    return factOf('email.delivery_delayed', 'y', who, at, { variant: delay_type, data });
  });
}

/** A single email.suppressed event for all recipients that SES suppressed, without `recipient`. */
function suppressedFact(
  affected: AffectedRecipient[],
  at: number,
  reason: SuppressionReason,
  suppress: ProviderOutcome['suppress'],
): ProviderOutcome[] {
  if (affected.length === 0) return [];
  const list = { reason, scope: 'account', suppression_id: null };
  const fact: ProviderOutcome = {
    type: 'email.suppressed',
    position: null,
    variant: affected.map(({ position }) => position).join(','),
    at,
    outcome_keys: affected.map(({ position }) => `${position}x`),
    affected,
    reason: null,
    suppress,
    data: { suppressed: affected.map(({ address: email }) => ({ email, ...list })) },
  };
  return [fact];
}

/** Days that SES's global list keeps an address. */
const globalList_days = 14;

function bounceFacts(bounce: SesBounce, { find, dropped }: Found, at: number): ProviderOutcome[] {
  const named = find(bounce.bouncedRecipients).map((recipient) => ({
    recipient,
    kind: classifyBounce(bounce, recipient),
  }));
  dropped.replies += named.filter(({ kind }) => kind === 'automatic_reply').length;
  const heldBack = named.filter(({ kind }) => kind === 'suppressed').map(({ recipient }) => recipient.who);
  const reason = bounce.bounceSubType === 'UnsubscribedRecipient' ? 'unsubscribe' : 'bounce';
  // SES's account and tenant lists follow ours and add nothing. Its global list covers all its customers, and
  // entries expire (P18).
  const joins = bounce.bounceSubType === 'Suppressed';
  const suppress = joins ? ({ reason, soft: false, days: globalList_days } as const) : null;
  const bounced = named.flatMap(({ recipient, kind }) =>
    kind === 'suppressed' || kind === 'automatic_reply' ? [] : [bounceFact(bounce, kind, recipient, at)],
  );
  return [...suppressedFact(heldBack, at, reason, suppress), ...bounced];
}

/** Each bounce kind's letters. */
const lettersOf = { hard: 'b', soft: 'bt', block: 'br' };

function bounceFact(
  bounce: SesBounce,
  kind: keyof typeof lettersOf,
  { who, ...recipient }: BouncedRecipient & { who: AffectedRecipient },
  at: number,
): ProviderOutcome {
  const { smtp_code, enhanced_code, reason: said } = diagnose(bounce, recipient);
  const codes = { smtp_code, enhanced_code };
  const refused = kind === 'hard' && refusedInDialogue(bounce);
  const of = refused ? 'failure' : 'bounce';
  const reason = said === null ? null : ({ of, text: said } as const);
  const suppress = suppresses(bounce, kind) ? ({ reason: 'bounce', soft: kind === 'soft' } as const) : null;
  if (refused) {
    const failed_at = timestamp(at);
    const data = { bounce_type: kind, failure_reason: said, code: null, ...codes, failed_at };
    return factOf('email.failed', 'f', who, at, { data, suppress, reason });
  }
  const data = { bounce_type: kind, bounce_reason: said, ...codes, bounced_at: timestamp(at) };
  return factOf('email.bounced', lettersOf[kind], who, at, { data, suppress, reason });
}

function complaintFacts(complaint: SesComplaint, { find, dropped }: Found, at: number): ProviderOutcome[] {
  const named = find(complaint.complainedRecipients).map(({ who }) => who);
  if (isOnList(complaint.complaintSubType)) return suppressedFact(named, at, 'complaint', null);
  const feedback_type = feedbackType(complaint.complaintFeedbackType);
  if (feedback_type === null) {
    dropped.not_spam += named.length;
    return [];
  }
  const certain = complaint.complainedRecipients.length === 1;
  const data = { complained_at: timestamp(at), feedback_type, certain };
  const suppress = { reason: 'complaint', soft: false } as const;
  return named.map((who) => factOf('email.complained', 'c', who, at, { data, suppress }));
}

/** Reject and Rendering Failure: SES took the message but doesn't send it. */
function failureFacts(event: SesEvent, said: string | null, taken_at: number): ProviderOutcome[] {
  const text = providerText(said) ?? event.eventType;
  const why = { failure_reason: text, code: 'upstream_error' };
  const data = wholeFailure(why, timestamp(taken_at), event.mail.destination.length);
  const wholeEmail = { position: null, variant: '', at: taken_at, outcome_keys: ['*f'], affected: [] };
  return [{ type: 'email.failed', ...wholeEmail, reason: { of: 'failure', text }, suppress: null, data }];
}

/** Outcomes per recipient, or for the whole email: H17 "Mapping from SES" with E1-E5, E39-E43. */
export function outcomesOf(event: SesEvent, found: Found, taken_at: number): ProviderOutcome[] {
  switch (event.eventType) {
    case 'Send':
      return [];
    case 'Delivery':
      return deliveryFacts(event.delivery, found, event.delivery.timestamp ?? taken_at);
    case 'Bounce':
      return bounceFacts(event.bounce, found, event.bounce.timestamp ?? taken_at);
    case 'Complaint':
      return complaintFacts(event.complaint, found, event.complaint.timestamp ?? taken_at);
    case 'DeliveryDelay':
      return delayFacts(event.deliveryDelay, found, event.deliveryDelay.timestamp ?? taken_at);
    case 'Reject':
      return failureFacts(event, event.reject.reason, taken_at);
    case 'Rendering Failure':
      return failureFacts(event, event.failure.errorMessage, taken_at);
  }
}
