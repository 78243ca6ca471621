import { emitFailing } from '../accounts/emit-event.ts';
import type { CheckContext, Notices, OpenSchedules, Queueing } from '../context.ts';
import type { DomainMessage } from '../ports/domains.ts';
import { cancelSchedules } from './cancel-schedules.ts';
import { checkDomain } from './check-domain.ts';
import { isDue, isReleased } from './checks/decide.ts';
import { ensureAtSes, isBusy, removeIdentity, searchAgain } from './identity.ts';
import { mailClaimed, mailStatus } from './mail-notices.ts';
import { releaseDomain } from './remove-domain.ts';

/**
 * How many times to wait for a domain's SES tenant, about a minute in total. After that, the domain sends
 * without one.
 */
const tenantAttempts = 2;
/** After this many attempts, the task isn't requeued. Its row starts it again later. */
const maxAttempts = 20;

async function removal(ctx: CheckContext, { name, id, account }: DomainMessage): Promise<void> {
  // The domain was added again in the meantime. The identity belongs to the new domain, unless that one needs
  // none.
  const withDns = await ctx.domains.read(name);
  if (withDns !== null && withDns.domain.identity !== 'none') return;
  // The domain was added and deleted again in the meantime, which created a later task. This is read after
  // the domain, because one write changes both.
  const last = await ctx.domains.readRemoval(name);
  if (last !== null && last.id !== id) return;
  if (await removeIdentity(ctx, name)) ctx.log.info('identity_removed', { account, domain_id: id });
}

/** Sends a notice only if the domain still has its status. */
async function notice(ctx: CheckContext & Queueing & Notices, { name, id }: DomainMessage): Promise<void> {
  const withDns = await ctx.domains.read(name);
  if (withDns?.domain.id !== id) return;
  await emitFailing(ctx, withDns.domain);
  await mailStatus(ctx, withDns.domain);
}

async function check(ctx: CheckContext, message: DomainMessage): Promise<void> {
  const withDns = await ctx.domains.read(message.name);
  if (withDns === null || withDns.domain.id !== message.id) return;
  const { identity, last_checked_at } = withDns.domain;
  const early =
    identity !== 'preparing' && last_checked_at !== null && !isDue(withDns.domain, ctx.runtime.now());
  if (early && message.now !== true) return;
  const patient = (message.tries ?? 0) < tenantAttempts;
  const checked = await checkDomain(ctx, withDns, {
    read: (base, domain, key) => ensureAtSes(base, domain, key, { patient }),
    restart: (domain, stopped) => searchAgain(ctx, domain, stopped),
  });
  // Another check came first. It may have been a verify, which changes nothing at SES.
  if (checked === null) return void (await again(ctx, message));
  if (isReleased(checked.domain, ctx.runtime.now())) await releaseDomain(ctx, checked.domain);
}

/** Requeues a task with a delay of 5 to 45 s. False after the last attempt. */
async function again(ctx: CheckContext, message: DomainMessage): Promise<boolean> {
  const tries = (message.tries ?? 0) + 1;
  if (tries > maxAttempts) return false;
  await ctx.domain_tasks.enqueue([{ ...message, tries }], 5 + 40 * ctx.runtime.random());
  return true;
}

const workOf = { check, remove: removal, notice, claimed: mailClaimed, cancel: cancelSchedules };

/** Runs a queued task. Safe to repeat. While SES is busy, the task is requeued with a delay. */
export async function runDomainTask(
  ctx: CheckContext & OpenSchedules & Queueing & Notices,
  message: DomainMessage,
): Promise<void> {
  try {
    await workOf[message.task](ctx, message);
  } catch (error) {
    if (!isBusy(error) || !(await again(ctx, message))) throw error;
    ctx.log.warn('identity_call_throttled', { domain_id: message.id, tries: (message.tries ?? 0) + 1 });
  }
}
