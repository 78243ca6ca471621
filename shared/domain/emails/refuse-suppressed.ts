import { AppError } from '../../core/errors.ts';
import type { EmailMeta, Envelope, Suppression } from '../../core/records.ts';
import type { Caller, Context } from '../context.ts';
import { announce } from './announce.ts';

/** An address that may not be written to, and the entry that says so. */
export type Suppressed = { email: string; suppression: Suppression };

/** `suppressed` of email.suppressed (H17). */
export function suppressedData(suppressed: Suppressed[]): Record<string, unknown> {
  return {
    suppressed: suppressed.map(({ email, suppression }) => ({
      email,
      reason: suppression.reason,
      scope: 'account',
      suppression_id: suppression.id,
    })),
  };
}

/**
 * POST /emails rule 6: refuses the whole send with 422 and leaves a record with status failed, so that the
 * refusal can be found later, and email.suppressed (H17, Q17). Nothing else of the send is kept.
 */
export async function refuseSuppressed(
  ctx: Context,
  caller: Caller,
  input: { meta: EmailMeta; envelope: Envelope; suppressed: Suppressed[] },
): Promise<never> {
  const { envelope, suppressed } = input;
  const meta: EmailMeta = {
    ...input.meta,
    id: ctx.runtime.id('msg'),
    state: 'failed',
    content: null,
    due: null,
    failed_at: input.meta.created_at,
    failure_reason: 'suppressed',
  };
  await ctx.emails.putRefused(meta, envelope, caller.account.email_shards);
  const told = {
    type: 'email.suppressed',
    at: meta.created_at,
    data: suppressedData(suppressed),
    repeat: false,
  } as const;
  await announce(ctx, { ...meta, ...envelope }, told);
  const details = { suppressed: suppressed.map(({ email }) => email), email_id: meta.id };
  throw new AppError('validation_error', 'A recipient is suppressed', { status: 422, details });
}
