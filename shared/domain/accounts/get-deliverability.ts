import * as z from 'zod';
import { lastDays } from '../../core/days.ts';
import { domainField } from '../../core/domain-field.ts';
import { leastKnown, ratesOf, thresholds } from '../../core/rates.ts';
import {
  type Counts,
  type PeriodCounts,
  providerCounterNames,
  providers,
  sumOf,
} from '../../core/records/counters.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Counters, ReadableSendingState } from '../context.ts';
import { waitingForQuota } from '../limits/daily-quota.ts';
import { daysField, tenantField } from './days-query.ts';

const maxDomains = 100;

export const DeliverabilityQuery = z.object({
  days: daysField(7),
  tenant: tenantField,
  domain: domainField().optional(),
});

const totals = { sent: z.int(), delivered: z.int(), bounced: z.int(), complained: z.int() };

/** The results of a window's mail, in recipients. */
export const DeliverabilityRecord = z
  .object({
    days: z.int(),
    ...totals,
    bounce_rate: z.number(),
    complaint_rate: z.number(),
    status: z.enum(['healthy', 'warning', 'at_risk']),
    thresholds: z.object({ bounce_rate: z.number(), complaint_rate: z.number() }),
    waiting_for_quota: z.enum(['bulk', 'all']).nullable(),
    by_domain: z.array(z.object({ domain: z.string(), ...totals })),
    by_provider: z.array(
      z.object({ provider: z.enum(providers), delivered: z.int(), deferred: z.int(), bounced: z.int() }),
    ),
  })
  .meta({ id: 'Deliverability' });
export type DeliverabilityRecord = z.output<typeof DeliverabilityRecord>;

const summed = ['sent', 'delivered', 'bounced', 'complained'] as const;
type Totals = Pick<Counts, (typeof summed)[number]>;

/** The worse rate determines the status. With too few results, neither rate counts. */
function statusOf(totals: Totals): DeliverabilityRecord['status'] {
  if (totals.delivered + totals.bounced < leastKnown) return 'healthy';
  const { bounce_rate, complaint_rate } = ratesOf(totals);
  const worst = Math.max(bounce_rate / thresholds.bounce_rate, complaint_rate / thresholds.complaint_rate);
  if (worst >= 1) return 'at_risk';
  return worst >= 0.5 ? 'warning' : 'healthy';
}

function byDomain(sums: Map<string, Totals>) {
  return [...sums]
    .map(([domain, own]) => ({ domain, ...own }))
    .sort((a, b) => b.sent - a.sent || (a.domain < b.domain ? -1 : 1))
    .slice(0, maxDomains);
}

function byProvider(days: PeriodCounts[]) {
  const found = providers.flatMap((provider) => {
    const own = days.flatMap((day) => day.providers[provider] ?? []);
    return own.length === 0 ? [] : [{ provider, ...sumOf(providerCounterNames, own) }];
  });
  return found.sort((a, b) => b.delivered + b.bounced - (a.delivered + a.bounced));
}

/** The days and the sums per domain, for all domains or one. */
async function readCounts(
  { counters }: Counters,
  owner: Id<'acc' | 'ten'>,
  { domain, ...range }: { from: string; to: string; domain: string | null },
): Promise<[days: PeriodCounts[], domains: Map<string, Totals>]> {
  if (domain === null)
    return Promise.all([counters.readDays(owner, range), counters.sumDomains(owner, range, summed)]);
  const days = await counters.readDomainDays(owner, { ...range, domain });
  return [days, new Map(days.length > 0 ? [[domain, sumOf(summed, days)]] : [])];
}

/** GET /deliverability for the account, a tenant, a from-domain, or a tenant's from-domain. */
export async function getDeliverability(
  ctx: Base & Counters & ReadableSendingState,
  caller: Caller,
  { days, tenant, domain }: { days: number; tenant: Tenant | null; domain: string | null },
): Promise<DeliverabilityRecord> {
  const owner = tenant?.id ?? caller.account.id;
  const { from, to } = lastDays(ctx.runtime.now(), days);
  const [[counted, domains], state] = await Promise.all([
    readCounts(ctx, owner, { from, to, domain }),
    ctx.sending_state.read(),
  ]);
  const totals = sumOf(summed, counted);
  return {
    days,
    ...totals,
    ...ratesOf(totals),
    status: statusOf(totals),
    thresholds,
    waiting_for_quota: waitingForQuota(state),
    by_domain: byDomain(domains),
    by_provider: byProvider(counted),
  };
}
