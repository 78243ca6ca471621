import { type Id, isId } from '../../core/runtime.ts';
import { sesMessageId } from '../../mail/message-id.ts';
import { type Dropped, recipientFinder } from './find-recipients.ts';
import { outcomesOf, type ProviderOutcome } from './outcomes.ts';
import { readSesEvent, type SesEvent } from './ses-event.ts';

export type Notification = {
  event_type: SesEvent['eventType'];
  email_id: Id<'msg'>;
  account: Id<'acc'>;
  attempt: number;
  /** The RFC 5322 id that SES gave the message. */
  message_id: string;
  /** SES's `mail.timestamp`: when it took the message, epoch ms. */
  taken_at: number;
  outcomes: ProviderOutcome[];
  /** Recipients the email doesn't have, automatic replies, and not-spam reports. */
  dropped: Dropped;
};

/**
 * Reads a feedback queue message as a notification about one email: H17 "Mapping from SES" with E1-E5,
 * E34-E43. `region` is the deployment's. Never throws. Returns a reason if it isn't for us.
 */
export function parseNotification(body: string, region: string): Notification | { ignored: string } {
  const event = readSesEvent(body);
  if ('ignored' in event) return event;
  const { tags, timestamp: taken_at, messageId: ses_id, destination } = event.mail;
  const [email_id = '', account = ''] = [tags.email_id[0], tags.account[0]];
  if (!isId('msg', email_id) || !isId('acc', account)) return { ignored: 'not_ours' };
  if (taken_at === null) return { ignored: 'no_timestamp' };
  const found = recipientFinder(destination);
  const outcomes = outcomesOf(event, found, taken_at);
  return {
    event_type: event.eventType,
    email_id,
    account,
    attempt: Number.parseInt(tags.attempt[0] ?? '', 10) || 1,
    message_id: sesMessageId(region, ses_id),
    taken_at,
    outcomes,
    dropped: found.dropped,
  };
}
