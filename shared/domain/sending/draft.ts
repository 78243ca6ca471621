import { isAppError } from '../../core/errors.ts';
import { type EmailMeta, type Envelope, initialProgress, type SentFile } from '../../core/records/emails.ts';
import type { TemplatePointer } from '../../core/records/templates.ts';
import { type Id, idTime, timestamp } from '../../core/runtime.ts';
import { checkComposedSize } from '../content/composed-size.ts';
import { isMime, packContent } from '../content/pack.ts';
import type { Base, Caller, Mail, Sending } from '../context.ts';
import { scheduleLimits } from '../limits/send-limits.ts';
import { outboxMinute } from './schedule.ts';
import { type OwnSubmission, type Rendered, renderPlain } from './submission.ts';
import { openForSend, renderTemplate, templateName, type UsedTemplate } from './use-template.ts';

export type Draft = { meta: EmailMeta; envelope: Envelope; content: Uint8Array };

/** A draft, the template revision behind it, and whether the final write includes it. */
export type Composed = { draft: Draft; revision: string | null; joined: boolean };

/** A submission's final parts; 413 if SES would refuse the message's size. */
export function render(submission: OwnSubmission, template: UsedTemplate | null): Rendered {
  const rendered = template === null ? renderPlain(submission) : renderTemplate(submission, template);
  checkComposedSize(rendered.content);
  return rendered;
}

/** A submission's attachments as the record lists them. */
function filesOf({ content, relayed_files = [] }: Rendered): SentFile[] {
  if (isMime(content)) return relayed_files;
  return content.attachments.map((file) => {
    const { name, content_type } = file;
    return { name, content_type, size: 'data' in file ? file.data.length : file.size };
  });
}

/**
 * A rendered submission's draft. Its id and created_at share one millisecond, so lists by id are lists by
 * time.
 */
export function newEmail(
  ctx: Base & Mail,
  caller: Caller,
  send: Rendered,
  content: Uint8Array,
  id: Id<'msg'> = ctx.runtime.id('msg'),
): Draft {
  const now = idTime(id);
  const { scheduled_at, source, resent_from, category, template_alias } = send;
  const isCounted = scheduled_at !== null && scheduleLimits(caller.account, ctx.settings).length > 0;
  const meta: EmailMeta = {
    ...initialProgress,
    id,
    state: scheduled_at === null ? 'queued' : 'scheduled',
    account: caller.account.id,
    actor: caller.actor.id,
    tenant: send.tenant,
    category,
    template: template_alias,
    source,
    resent_from,
    scheduled_at,
    created_at: timestamp(now),
    recipient_count: send.canonical.length,
    content: ctx.emails.place(content, { scheduled: scheduled_at !== null }),
    // An id from the caller may come from an earlier minute, which the sweep has already finished.
    outbox: outboxMinute(Math.max(now, ctx.runtime.now()), scheduled_at),
    ...(isCounted && { schedule_counted: true }),
  };
  const { from, recipients, reply_to, subject, tags, dropped_headers, original_message_id } = send;
  const attachments = filesOf(send);
  const noted = {
    ...(attachments.length > 0 && { attachments }),
    ...(dropped_headers?.length && { dropped_headers }),
    ...(original_message_id && { original_message_id }),
    ...(send.attachments_omitted && { attachments_omitted: send.attachments_omitted }),
  };
  return { meta, envelope: { from, ...recipients, reply_to, subject, tags, ...noted }, content };
}

function compose(
  ctx: Sending,
  caller: Caller,
  submission: OwnSubmission,
  template: UsedTemplate | null,
  { joined, id }: { joined: boolean; id?: Id<'msg'> | undefined },
): Composed {
  const rendered = render(submission, template);
  const draft = newEmail(ctx, caller, rendered, packContent(rendered.content), id);
  return { draft, revision: template?.pointer.published?.revision ?? null, joined };
}

/**
 * A draft that can be written in parallel with the reads: without a template, or with a cached version. Null
 * if the version isn't cached or doesn't render, because the stored version decides. Also null for uploaded
 * files, which must be looked up first.
 */
export function composeEarly(ctx: Sending, caller: Caller, submission: OwnSubmission): Composed | null {
  if (submission.uploads.length > 0) return null;
  if (submission.template === null) return compose(ctx, caller, submission, null, { joined: false });
  const template = ctx.templates.remembered(caller.account.id, submission.template.id);
  if (template === null) return null;
  try {
    return compose(ctx, caller, submission, template, { joined: false });
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/**
 * The tenant's draft from the currently published version: the early draft if it used that version, otherwise
 * a new draft in the final write (Q18: at most 4 round trips). Throws 404 and 400.
 */
export async function composeNow(
  ctx: Sending,
  caller: Caller,
  submission: OwnSubmission,
  known: { early: Composed | null; pointer: TemplatePointer | null; id: Id<'msg'> | undefined },
): Promise<Composed> {
  const { early, pointer, id } = known;
  const isCurrent = early !== null && early.revision === (pointer?.published?.revision ?? null);
  if (isCurrent && early.draft.meta.tenant === submission.tenant) return early;
  const { template } = submission;
  const used = template && (await openForSend(ctx, caller, templateName(template), pointer));
  return compose(ctx, caller, submission, used, { joined: true, id });
}
