import { canonicalAddress } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { type EmailMeta, initialProgress } from '../../core/records/emails.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import { originalId } from '../../mail/original-id.ts';
import type { Base, Caller, Lists, Mail, Publishing, Timeline } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { type Blocked, readBlocked } from '../suppressions/blocked.ts';
import { recordRefused, traceOf } from './refuse-suppressed.ts';

/**
 * The entry that blocks a relayed recipient on the lists known at RCPT: the account's list, and a
 * tenant-limited credential's list. Null if not blocked.
 */
export async function suppressedAtRcpt(ctx: Lists, caller: Caller, address: string): Promise<Blocked | null> {
  requireScope(caller, ['emails:send']);
  const { account, tenant } = caller;
  // Opt-outs depend on the category, which is only in the message.
  return readBlocked(ctx, { account: account.id, tenant }, [canonicalAddress(address)], 'transactional');
}

/** Throws 422, like a send to this recipient. The relay replies 550 5.1.1. */
export const suppressedRecipient = (address: string) =>
  new AppError('validation_error', `${address} is suppressed`, {
    status: 422,
    details: { suppressed: [canonicalAddress(address)] },
  });

/**
 * Records the recipients refused at RCPT: one failed record per transaction, with email.suppressed. `from` is
 * the message's, or MAIL FROM without a message.
 */
export async function recordRefusedRecipients(
  ctx: Base & Mail & Timeline & Publishing,
  caller: Caller,
  {
    from,
    subject,
    refused,
    message_id,
  }: { from: string; subject: string; refused: Blocked[]; message_id: string | null },
): Promise<void> {
  requireScope(caller, ['emails:send']);
  const suppressed = refused.flatMap((blocked) => blocked.suppressed);
  const id = ctx.runtime.id('msg');
  const { account, actor, tenant } = caller;
  const meta: EmailMeta = {
    ...initialProgress,
    id,
    account: account.id,
    actor: actor.id,
    tenant,
    category: 'transactional',
    template: null,
    source: 'smtp',
    resent_from: null,
    scheduled_at: null,
    created_at: timestamp(idTime(id)),
    recipient_count: suppressed.length,
    content: null,
    outbox: null,
    state: 'failed',
  };
  const original_message_id = originalId(message_id ?? '');
  const bcc = suppressed.map(({ email }) => email);
  const envelope = {
    from,
    to: [],
    cc: [],
    bcc,
    reply_to: [],
    subject,
    tags: [],
    ...(original_message_id && { original_message_id }),
  };
  const trace = traceOf({ suppressed, opted_out: [], category: 'transactional' });
  await recordRefused(ctx, account.email_shards, { meta, envelope }, trace, { repeat: false });
}
