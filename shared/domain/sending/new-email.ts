import type { EmailMeta, EmailSource, Envelope } from '../../core/records/emails.ts';
import { initialProgress } from '../../core/records/emails.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import type { Caller, Context } from '../context.ts';
import type { CheckedRequest } from './check-request.ts';
import { outboxMinute } from './schedule.ts';
import type { SendRequest } from './send-request.ts';

/** An email as it is about to be accepted. */
export type Draft = { meta: EmailMeta; envelope: Envelope; content: Uint8Array };

/**
 * The record, the envelope and the packed content of a checked request. Its id is of the very millisecond of
 * its created_at, so that lists by id are lists by time.
 */
export function newEmail(
  ctx: Context,
  caller: Caller,
  input: {
    request: SendRequest;
    checked: CheckedRequest;
    content: Uint8Array;
    source: EmailSource;
    resent_from: string | null;
  },
): Draft {
  const { request, checked, content } = input;
  const id = ctx.runtime.id('msg');
  const now = idTime(id);
  const scheduled_at = request.scheduled_at ?? null;
  const meta: EmailMeta = {
    ...initialProgress,
    id,
    state: scheduled_at === null ? 'queued' : 'scheduled',
    account: caller.account.id,
    actor: caller.actor.id,
    tenant: null,
    category: checked.category,
    template: checked.template,
    source: input.source,
    resent_from: input.resent_from,
    scheduled_at,
    created_at: timestamp(now),
    recipient_count: checked.canonical.length,
    content: ctx.emails.place(content, { scheduled: scheduled_at !== null }),
    outbox: outboxMinute(now, scheduled_at),
  };
  const envelope: Envelope = {
    from: request.from,
    ...checked.recipients,
    reply_to: request.reply_to ?? [],
    subject: checked.subject,
    tags: request.tags ?? [],
  };
  return { meta, envelope, content };
}
