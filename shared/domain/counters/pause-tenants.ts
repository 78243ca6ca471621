import { dayOf } from '../../core/days.ts';
import { inParallel } from '../../core/in-parallel.ts';
import { leastKnown, type Outcomes, ratesOf, thresholds } from '../../core/rates.ts';
import type { PeriodCounts } from '../../core/records/counters.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import { emitPaused } from '../accounts/emit-event.ts';
import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Counters, Identity, Notices, Queueing, Tenants } from '../context.ts';

/**
 * A tenant with results. `bad` means that a day that was just counted has bounces or complaints, not only
 * deliveries. `repeated` means that the batch had already been counted.
 */
export type Judged = { account: Id<'acc'>; tenant: Id<'ten'>; bad: boolean; repeated: boolean };

export type Counting = Base & Identity & Tenants & Counters & Queueing & Notices;

const hour_ms = 3_600_000;

const concurrency = 25;

const hourOf = (at: number) => timestamp(at).slice(0, 13);

/**
 * The first of the last 24 hours to judge. Hours before a resume are left out, because otherwise a resumed
 * tenant would be paused again immediately.
 */
function firstHour({ resumed_at }: Tenant, now: number): string {
  const since = hourOf(now - 23 * hour_ms);
  const resumed = resumed_at === null ? '' : hourOf(Math.ceil(Date.parse(resumed_at) / hour_ms) * hour_ms);
  return resumed > since ? resumed : since;
}

export const isBad = ({ bounced, complained }: PeriodCounts): boolean => bounced + complained > 0;

/** Whether either UTC day of the last 24 hours has bounces or complaints. */
async function hasBadDay(ctx: Counting, tenant: Id<'ten'>): Promise<boolean> {
  const now = ctx.runtime.now();
  const [from, to] = [dayOf(now - 23 * hour_ms), dayOf(now)];
  return from !== to && (await ctx.counters.readDays(tenant, { from, to })).some(isBad);
}

/** Recipient outcomes of some hours. Blocks don't count as bounces. */
function outcomesOf(hours: PeriodCounts[]): Outcomes {
  const sum = { delivered: 0, bounced: 0, complained: 0 };
  for (const { delivered, bounced, blocked, complained } of hours) {
    sum.delivered += delivered;
    sum.bounced += bounced - blocked;
    sum.complained += complained;
  }
  return sum;
}

/** Why mail with these outcomes pauses its tenant, or null. */
function pauseReason(outcomes: Outcomes): string | null {
  if (outcomes.delivered + outcomes.bounced < leastKnown) return null;
  const rates = ratesOf(outcomes);
  const over = (['bounce_rate', 'complaint_rate'] as const).find((rate) => rates[rate] >= thresholds[rate]);
  return over === undefined ? null : `${over} ${rates[over].toFixed(3)} over 24 h`;
}

const noticeText = (
  { external_id }: Tenant,
  reason: string,
  at: string,
) => `Mailwright paused the tenant ${external_id} at ${at} because too many of its emails bounced or were reported as spam (${reason}).

New emails from the tenant are refused, and scheduled emails fail when they are due. Queued emails are still sent. Fix the cause of the bounces or complaints, then contact support to resume the tenant.
`;

/** Emits tenant.paused and emails the owner. Repeats give the same event and no second email. */
async function publishPause(ctx: Counting, tenant: Tenant): Promise<void> {
  const { account, id, paused_reason, paused_at } = tenant;
  const notice = {
    about: `tenant ${id} paused ${paused_at}`,
    subject: 'A tenant was paused because of bounces or complaints',
    text: noticeText(tenant, paused_reason ?? '', paused_at ?? ''),
    fields: { tenant_id: id },
  };
  await Promise.all([emitPaused(ctx, tenant), mailOwner(ctx, account, notice)]);
}

/** Pauses an active tenant. Only the write that paused it emits tenant.paused and emails the owner. */
async function pause(ctx: Counting, tenant: Tenant, reason: string): Promise<void> {
  const { account, id } = tenant;
  const at = await ctx.tenants.pause(tenant, reason);
  if (at === null) return;
  ctx.log.error('tenant_paused', { account, tenant_id: id, reason });
  await publishPause(ctx, { ...tenant, paused_reason: reason, paused_at: at, pause_source: 'automated' });
}

/**
 * Pauses a tenant with too many bounces or complaints within 24 hours. Safe to repeat: if a process dies
 * between the pause and its event, the batch is delivered again.
 */
async function judge(ctx: Counting, { account, tenant: id, bad, repeated }: Judged): Promise<void> {
  if (!bad && !(await hasBadDay(ctx, id))) return;
  const tenant = await ctx.tenants.get(account, id);
  if (tenant === null) return;
  if (tenant.status === 'paused') {
    if (repeated && tenant.pause_source === 'automated') await publishPause(ctx, tenant);
    return;
  }
  const hours = await ctx.counters.readHours(id, firstHour(tenant, ctx.runtime.now()));
  const reason = pauseReason(outcomesOf(hours));
  if (reason !== null) await pause(ctx, tenant, reason);
}

/**
 * Judges tenants by the new counts. Deliveries may come last, even the next day. Repeated batches are judged
 * again.
 */
export async function pauseTenants(ctx: Counting, emails: Judged[]): Promise<void> {
  const tenants = new Map(emails.map((judged) => [judged.tenant, judged]));
  await inParallel([...tenants.values()], concurrency, (judged) => judge(ctx, judged));
}
