import { succeeded } from '../../core/succeeded.ts';
import type { Base, Caller, Mail, Queueing } from '../context.ts';
import type { Composed } from './draft.ts';
import { aheadMessage } from './schedule.ts';

/**
 * Writes a draft before it is decided over. The message of an email that is due now is queued at the same time: a worker
 * that finds it undecided waits, so that no outbox row is needed (docs/decisions/0032). Where the queue refuses it, and for
 * a scheduled email, the outbox row is written. Returns the draft as it was written.
 */
export async function draftAhead(
  ctx: Base & Mail & Queueing,
  caller: Caller,
  composed: Composed,
): Promise<Composed> {
  const { meta, envelope, content } = composed.draft;
  const { email_shards } = caller.account;
  const put = (outbox: number | null) =>
    ctx.emails.putDraft({ ...meta, outbox }, envelope, content, email_shards);
  if (meta.state === 'queued') {
    const [queued] = await Promise.all([enqueueAhead(ctx, composed), put(null)]);
    if (queued) return { ...composed, draft: { meta: { ...meta, outbox: null }, envelope, content } };
  }
  await put(meta.outbox);
  return composed;
}

const enqueueAhead = (ctx: Base & Queueing, { draft: { meta } }: Composed): Promise<boolean> =>
  succeeded(
    () => ctx.queues.deliver([aheadMessage(meta)]),
    (cause) => ctx.log.warn('not_queued_ahead', { email_id: meta.id, cause }),
  );
