import { minuteOf } from '../../core/days.ts';
import type { RemovedTenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type {
  Base,
  Domains,
  Identity,
  InboundRules,
  SmtpCredentials,
  TenantRemovals,
  Webhooks,
} from '../context.ts';
import { type RemovalMessage, removalSteps } from '../ports/tenants.ts';
import {
  detachTenant,
  type Place,
  removeBlocks,
  removeKeys,
  removeSmtpCredentials,
} from './detach-tenant.ts';

type Removing = Base & Domains & Webhooks & Identity & InboundRules & SmtpCredentials & TenantRemovals;

/** The time of one message; its function has 60 s. */
const run_ms = 40_000;
/** Seconds to the second pass: requests that had read the tenant before it was deleted have written by then. */
const last_pass_s = 900;
/** Minutes until the sweep queues a removal whose message was lost: longer than both passes take. */
const again_min = 20;

/** The minute whose sweep looks after a removal that begins or is taken up now. */
export const removalMinute = ({ runtime }: Base): number => minuteOf(runtime.now()) + again_min;

const runOf = {
  domains: detachTenant,
  blocked_senders: removeBlocks,
  lists: async (ctx: Removing, { id }: RemovedTenant, { isOver }: { isOver: () => boolean }) =>
    (await ctx.tenant_removals.empty(id, isOver)) ? null : { before: null },
  keys: removeKeys,
  smtp_credentials: removeSmtpCredentials,
};

/** One pass over all that a deleted tenant left behind; the place where its time was over, null at its end. */
async function removeAll(ctx: Removing, { from, ...removed }: RemovalMessage) {
  const until = ctx.runtime.now() + run_ms;
  const isOver = () => ctx.runtime.now() >= until;
  let before = from?.before ?? null;
  for (const step of removalSteps.slice(removalSteps.indexOf(from?.step ?? 'domains'))) {
    const stopped: Place | null = await runOf[step](ctx, removed, { before, isOver });
    if (stopped !== null) return { step, ...stopped };
    before = null;
  }
  return null;
}

/**
 * Removes what a deleted tenant left behind: domains, filters, credentials, blocked senders, its lists, counters
 * and limits. Its emails stay in history; no item of them is touched. A message that runs out of time is queued again
 * with its place: the account may have more keys than one message reads. A second pass a quarter of an hour later
 * removes what was written meanwhile. Safe to repeat.
 */
export async function finishRemoval(ctx: Removing, message: RemovalMessage): Promise<void> {
  const { account, id, outbox, pass } = message;
  const from = await removeAll(ctx, message);
  if (from !== null) return ctx.removal_queue.enqueue({ ...message, from });
  if (pass === 'first') return ctx.removal_queue.enqueue({ account, id, outbox, pass: 'last' }, last_pass_s);
  await ctx.tenant_removals.end({ account, id }, outbox);
  ctx.log.info('tenant_emptied', { account, tenant_id: id });
}

/** Queues a removal whose message was lost; its outbox row moves on first, so that a later sweep finds it again. */
export async function sweepRemoval(ctx: Base & TenantRemovals, id: Id<'ten'>, minute: number): Promise<void> {
  const removed = await ctx.tenant_removals.get(id, minute);
  if (removed === null) return;
  const outbox = removalMinute(ctx);
  await ctx.tenant_removals.move(removed, minute, outbox);
  await ctx.removal_queue.enqueue({ ...removed, outbox, pass: 'first' });
}
