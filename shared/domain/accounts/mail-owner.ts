import { type Id, timestamp } from '../../core/runtime.ts';
import { succeeded } from '../../core/succeeded.ts';
import type { Base, Notices } from '../context.ts';

/**
 * Queues a notice to the account's owner, sent through SES uncounted, also to a suppressed address. `about`
 * names what happened. Each event gets one email however often it is queued. `subject` is ASCII. A failure to
 * queue is logged with `fields` and otherwise ignored.
 */
export async function mailOwner(
  ctx: Base & Notices,
  account: Id<'acc'>,
  notice: { about: string; subject: string; text: string; fields: Record<string, string> },
): Promise<void> {
  await succeeded(
    () => ctx.notices.enqueue({ kind: 'owner', account, made_at: timestamp(ctx.runtime.now()), ...notice }),
    (cause) =>
      ctx.log.error('owner_not_notified', { account, ...notice.fields, outcome: 'not_queued', cause }),
  );
}
