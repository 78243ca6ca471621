import type { ExceededLimit, PlanLimit } from '../../core/records/limits.ts';
import type { Joined } from './emails.ts';

export type SmsAnswer =
  | { outcome: 'sent'; message_id: string }
  /** Not taken, and would not be the next time: the number or the text is wrong, or the person wants none. */
  | { outcome: 'refused'; reason: 'invalid' | 'denied' }
  /** Not taken now: it may be sent again. */
  | { outcome: 'not_taken' }
  /** It may have been taken. */
  | { outcome: 'unknown' };

/** A provider of text messages; `to` in E.164. One request for each call, never a second one. */
export type SmsProvider = { publish: (sms: { to: string; text: string }) => Promise<SmsAnswer> };

export type SmsClaims = {
  /** Claims a step's one call, counted on `limit` (null: it was counted), in one transaction. `overtaken`: another was first. */
  take: (input: {
    joined: Joined;
    limit: PlanLimit | null;
  }) => Promise<'taken' | 'overtaken' | { exceeded: ExceededLimit }>;
};
