import { AppError } from '../../core/errors.ts';
import type { EmailMeta } from '../../core/records/emails.ts';
import { type Id, idTime, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Mail, Publishing, Timeline } from '../context.ts';
import { type Blocked, blockedReason, suppressedData } from '../suppressions/blocked.ts';
import { publishEmailEvent } from '../webhooks/publish-email-event.ts';
import type { Draft } from './draft.ts';

const max_named = 3;

/** `a@x.example, b@x.example, and 4 more`. */
function namesOf(blocked: { email: string }[]): string {
  const named = blocked.slice(0, max_named).map(({ email }) => email);
  const more = blocked.length - named.length;
  const parts = more > 0 ? [...named, `${more} more`] : named;
  if (parts.length < 3) return parts.join(' and ');
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

/** Rules 6 and 11: 422 with every blocked recipient and the id of the refusal's record. */
export function blockedError({ suppressed, opted_out, category }: Blocked, email_id: Id<'msg'>): AppError {
  const details = {
    ...(suppressed.length > 0 && { suppressed: suppressed.map(({ email }) => email) }),
    ...(opted_out.length > 0 && { category_unsubscribed: opted_out.map(({ email }) => email), category }),
    email_id,
  };
  const message =
    suppressed.length > 0
      ? `${namesOf(suppressed)} ${suppressed.length === 1 ? 'is' : 'are'} suppressed`
      : `${namesOf(opted_out)} unsubscribed from ${category} email`;
  return new AppError('validation_error', message, { status: 422, details });
}

/** The stored part of a refused send: its reason, and its email.suppressed data. */
export type RefusedTrace = { failure_reason: string; data: Record<string, unknown> };

export const traceOf = (blocked: Blocked): RefusedTrace => ({
  failure_reason: blockedReason(blocked),
  data: suppressedData(blocked),
});

/**
 * Records a refused send without content, and publishes email.suppressed. Safe to repeat. `repeat` means that
 * it may already exist.
 */
export async function recordRefused(
  ctx: Mail & Timeline & Publishing,
  shards: number,
  { meta: draft, envelope }: Pick<Draft, 'meta' | 'envelope'>,
  { failure_reason, data }: RefusedTrace,
  { repeat }: { repeat: boolean },
): Promise<void> {
  const { batch: _none, ...record } = draft;
  const failed = { state: 'failed', failed_at: draft.created_at, failure_reason } as const;
  const meta: EmailMeta = { ...record, content: null, outbox: null, ...failed };
  await ctx.emails.putRefused(meta, envelope, shards);
  const event = { type: 'email.suppressed', at: meta.created_at, data, repeat } as const;
  await publishEmailEvent(ctx, { ...meta, ...envelope }, event);
}

/**
 * POST /emails rules 6 and 11: refuses the whole send with 422. Leaves a failed record, so the refusal can be
 * found later, and email.suppressed. Nothing else is kept. `known_id` is the record's id, given by a caller
 * that may repeat the send.
 */
export async function refuseSuppressed(
  ctx: Base & Mail & Timeline & Publishing,
  caller: Caller,
  draft: Draft,
  blocked: Blocked,
  known_id: Id<'msg'> | undefined,
): Promise<never> {
  const id = known_id ?? ctx.runtime.id('msg');
  const meta = { ...draft.meta, id, created_at: timestamp(idTime(id)) };
  const { email_shards } = caller.account;
  const repeat = known_id !== undefined;
  await recordRefused(ctx, email_shards, { ...draft, meta }, traceOf(blocked), { repeat });
  throw blockedError(blocked, id);
}
