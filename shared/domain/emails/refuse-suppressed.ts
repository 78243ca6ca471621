import { AppError } from '../../core/errors.ts';
import type { EmailMeta, Envelope } from '../../core/records.ts';
import type { Caller, Context } from '../context.ts';
import { type Blocked, blockedDetails, blockedReason, suppressedData } from '../suppressions/blocked.ts';
import { announce } from './announce.ts';

/**
 * POST /emails rules 6 and 11: refuses the whole send with 422 and leaves a record with status failed, so that the
 * refusal can be found later, and email.suppressed (H17, Q17). Nothing else of the send is kept.
 */
export async function refuseSuppressed(
  ctx: Context,
  caller: Caller,
  input: { meta: EmailMeta; envelope: Envelope; blocked: Blocked },
): Promise<never> {
  const { envelope, blocked } = input;
  const meta: EmailMeta = {
    ...input.meta,
    id: ctx.runtime.id('msg'),
    state: 'failed',
    content: null,
    due: null,
    failed_at: input.meta.created_at,
    failure_reason: blockedReason(blocked),
  };
  await ctx.emails.putRefused(meta, envelope, caller.account.email_shards);
  const told = {
    type: 'email.suppressed',
    at: meta.created_at,
    data: suppressedData(blocked),
    repeat: false,
  } as const;
  await announce(ctx, { ...meta, ...envelope }, told);
  const details = { ...blockedDetails(blocked), email_id: meta.id };
  const message =
    blocked.suppressed.length > 0
      ? 'A recipient is suppressed'
      : `A recipient unsubscribed from ${blocked.category} email`;
  throw new AppError('validation_error', message, { status: 422, details });
}
