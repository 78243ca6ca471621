import { AppError } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { revise } from '../../core/revise.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Domains, DomainTasks, OpenSchedules, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { getDomain } from './get-domain.ts';
import { queueTask } from './queue-task.ts';
import { tenantWithDefault } from './tenant-with-default.ts';

/** How long a deleted domain's identity remains, so accepted mail is still sent. */
const identity_ms = 86_400_000;

async function checkUnused(ctx: OpenSchedules, { account, name }: Domain): Promise<void> {
  const scheduled = await ctx.open_schedules.count({ account, domain: name });
  if (scheduled === 0) return;
  const emails = scheduled === 1 ? 'A scheduled email uses' : `${scheduled} scheduled emails use`;
  throw new AppError('conflict', `${emails} ${name}`, {
    details: { reason: 'scheduled', scheduled },
    hint: 'Cancel them with PATCH /emails/{id}, or delete the domain with ?force=true, which cancels them',
  });
}

/**
 * DELETE /domains/{id}: refuses new sends immediately. Queued mail is still sent, because the identity
 * remains for a day. The tenant's sends no longer get a default `from` with this domain. With `force`, the
 * worker cancels scheduled emails. DNS records stay. Throws 404 and 409 conflict with details.scheduled.
 */
export async function removeDomain(
  ctx: Base & Domains & DomainTasks & OpenSchedules & Tenants,
  caller: Caller,
  ref: string,
  { force }: { force: boolean },
): Promise<void> {
  requireScope(caller, ['domains:write']);
  let { domain } = await getDomain(ctx, caller, ref);
  if (!force) await checkUnused(ctx, domain);
  const { cancelled_at } = await revise(ctx.runtime, async () => {
    const now = ctx.runtime.now();
    const end = { identity_until: now + identity_ms, cancelled_at: force ? timestamp(now) : null };
    if (await ctx.domains.remove(domain, end, await tenantWithDefault(ctx, domain))) return end;
    ({ domain } = await getDomain(ctx, caller, domain.id));
    return undefined;
  });
  if (cancelled_at !== null) await queueTask(ctx, domain, { task: 'cancel', before: cancelled_at });
  ctx.log.info('domain_removed', { account: domain.account, domain_id: domain.id, by: caller.actor.id });
}

/** A19: releases a domain that was never verified, so an unverified claim can't block the name. */
export async function releaseDomain(ctx: Base & Domains, domain: Domain): Promise<void> {
  const { account, id: domain_id } = domain;
  const end = { identity_until: ctx.runtime.now() + identity_ms, cancelled_at: null };
  if (await ctx.domains.remove(domain, end, null)) ctx.log.info('domain_released', { account, domain_id });
}
