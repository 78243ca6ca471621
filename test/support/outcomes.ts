import type { EventType } from '../../shared/core/records/events.ts';
import { type Id, timestamp } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';

type Reported = {
  account: Id<'acc'>;
  email_id: Id<'msg'>;
  type: EventType;
  position: number;
  /** The letter of the event among the outcomes of the email. */
  letter: string;
  data: Record<string, unknown>;
};

/** Reports an SES event for one of an email's recipients, now. Returns its time. */
export async function recordOutcome(
  ctx: Context,
  { account, email_id, type, position, letter, data }: Reported,
): Promise<string> {
  const at = ctx.runtime.now();
  const email = { account, email_id, message_id: '<1@ses>', sent_at: timestamp(at) };
  await ctx.events.recordOutcomes({ ...email, outcomes: { [`${position}${letter}`]: at }, reason: null });
  await ctx.events.putEvent({
    id: ctx.runtime.id('evt'),
    email_id,
    account,
    type,
    position,
    variant: '',
    occurred_at: timestamp(at),
    created_at: timestamp(at),
    data: { message_id: email.message_id, ...data },
  });
  return timestamp(at);
}
