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

/** The time limit for one message. Its function has 60 s. */
const run_ms = 40_000;
/** Seconds until the second pass. Requests that read the tenant before its deletion have written by then. */
const last_pass_s = 900;
/** Minutes until the sweep requeues a removal whose message was lost. Longer than both passes. */
const again_min = 20;

/** The minute in which the sweep checks a removal that starts or resumes now. */
export const removalMinute = ({ runtime }: Base): number => minuteOf(runtime.now()) + again_min;

const runOf = {
  domains: detachTenant,
  blocked_senders: removeBlocks,
  lists: async (ctx: Removing, { id }: RemovedTenant, { isOver }: { isOver: () => boolean }) =>
    (await ctx.tenant_removals.empty(id, isOver)) ? null : { before: null },
  keys: removeKeys,
  smtp_credentials: removeSmtpCredentials,
};

/** One pass over everything a deleted tenant left behind. Returns where time ran out, or null when done. */
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
 * Deletes the data of a deleted tenant: domains, filters, credentials, blocked senders, lists, counters, and
 * limits. Its emails stay in history unchanged. A message that runs out of time is requeued with its place,
 * because the account may have more keys than one message reads. A second pass 15 minutes later deletes data
 * written meanwhile. Safe to repeat.
 */
export async function finishRemoval(ctx: Removing, message: RemovalMessage): Promise<void> {
  const { account, id, outbox, pass } = message;
  const from = await removeAll(ctx, message);
  if (from !== null) return ctx.removal_queue.enqueue({ ...message, from });
  if (pass === 'first') return ctx.removal_queue.enqueue({ account, id, outbox, pass: 'last' }, last_pass_s);
  await ctx.tenant_removals.end({ account, id }, outbox);
  ctx.log.info('tenant_emptied', { account, tenant_id: id });
}

/** Requeues a removal with a lost message. Its outbox row moves first, so a later sweep finds it again. */
export async function sweepRemoval(ctx: Base & TenantRemovals, id: Id<'ten'>, minute: number): Promise<void> {
  const removed = await ctx.tenant_removals.get(id, minute);
  if (removed === null) return;
  const outbox = removalMinute(ctx);
  await ctx.tenant_removals.move(removed, minute, outbox);
  await ctx.removal_queue.enqueue({ ...removed, outbox, pass: 'first' });
}
