import type { ExceededLimit, PlanLimit } from '../../core/records/limits.ts';
import type { Joined } from './emails.ts';

export type SmsAnswer =
  | { outcome: 'sent'; message_id: string }
  /** Not accepted, and a retry won't help: the number or text is invalid, or the person opted out. */
  | { outcome: 'refused'; reason: 'invalid' | 'denied' }
  /** Not accepted now, but may be retried. */
  | { outcome: 'not_taken' }
  /** It may have been accepted. */
  | { outcome: 'unknown' };

/** A text message provider. `to` is in E.164 format. Makes exactly one request per call. */
export type SmsProvider = { publish: (sms: { to: string; text: string }) => Promise<SmsAnswer> };

export type SmsClaims = {
  /**
   * Claims a step's single call and counts it on `limit`, in one transaction. `limit` is null if the call was
   * already counted. `overtaken` means that another call was first.
   */
  take: (input: {
    joined: Joined;
    limit: PlanLimit | null;
  }) => Promise<'taken' | 'overtaken' | { exceeded: ExceededLimit }>;
};
