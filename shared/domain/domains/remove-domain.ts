import { AppError, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Domains, DomainTasks, OpenSchedules, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { changeTenant } from '../tenants/change-tenant.ts';
import { getDomain } from './get-domain.ts';
import { queueTask } from './queue-task.ts';

/** The time that a deleted domain's identity stays, so that what was accepted is still sent (A46). */
const identity_ms = 86_400_000;

/** Clears the default_from_domain of the tenant that owns the domain, where it was this one (A41). */
async function clearDefault(ctx: Base & Tenants, { account, name, tenant }: Domain): Promise<void> {
  const owner = tenant === null ? null : await ctx.tenants.get(account, tenant);
  if (owner?.default_from_domain !== name) return;
  await changeTenant(ctx, owner, ({ default_from_domain }) =>
    default_from_domain === name ? { default_from_domain: null } : {},
  );
}

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
 * DELETE /domains/{id} (H24): sends from it are refused at once; what is queued already is still sent, because its
 * identity stays for a day (A46). `force` cancels what is scheduled from it, by the worker. DNS records stay. Throws
 * 404, 409 conflict with details.scheduled.
 */
export async function removeDomain(
  ctx: Base & Domains & DomainTasks & OpenSchedules & Tenants,
  caller: Caller,
  ref: string,
  { force }: { force: boolean },
): Promise<void> {
  requireScope(caller, ['domains:write']);
  const { domain } = await getDomain(ctx, caller, ref);
  if (!force) await checkUnused(ctx, domain);
  const now = ctx.runtime.now();
  const cancelled_at = force ? timestamp(now) : null;
  if (!(await ctx.domains.remove(domain, { identity_until: now + identity_ms, cancelled_at })))
    throw notFound('Domain');
  await clearDefault(ctx, domain);
  if (cancelled_at !== null) await queueTask(ctx, domain, { task: 'cancel', before: cancelled_at });
  ctx.log.info('domain_removed', { account: domain.account, domain_id: domain.id, by: caller.actor.id });
}

/** A19: a domain that was never verified is given back, so that no name is held for free. */
export async function releaseDomain(ctx: Base & Domains, domain: Domain): Promise<void> {
  const { account, id: domain_id } = domain;
  const end = { identity_until: ctx.runtime.now() + identity_ms, cancelled_at: null };
  if (await ctx.domains.remove(domain, end)) ctx.log.info('domain_released', { account, domain_id });
}
