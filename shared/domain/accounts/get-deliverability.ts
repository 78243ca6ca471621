import * as z from 'zod';
import { lastDays } from '../../core/days.ts';
import { deliverySeconds } from '../../core/delivery-times.ts';
import { domainField } from '../../core/domain-field.ts';
import { leastKnown, type Outcomes, ratesOf, thresholds } from '../../core/rates.ts';
import {
  type Counts,
  noCounts,
  type PeriodCounts,
  providerCounterNames,
  providers,
  sumOf,
} from '../../core/records/counters.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import type { Base, Caller, Counters, ReadableSendingState } from '../context.ts';
import { waitingForQuota } from '../limits/daily-quota.ts';
import { daysField, tenantField, untilField } from './days-query.ts';

const maxDomains = 100;

export const DeliverabilityQuery = z.object({
  days: daysField(7),
  until: untilField,
  tenant: tenantField,
  domain: domainField().optional(),
});

const totals = {
  accepted: z.int(),
  sent: z.int(),
  delivered: z.int(),
  bounced: z.int(),
  complained: z.int(),
  opened: z.int(),
  clicked: z.int(),
};

/** Upper bounds in seconds, from acceptance to delivery. */
const Seconds = z.object({ p50: z.int(), p95: z.int() }).nullable();

/** The results of a window's mail, in recipients. */
export const DeliverabilityRecord = z
  .object({
    days: z.int(),
    from: Timestamp,
    until: z.string().meta({ format: 'date' }),
    ...totals,
    bounce_rate: z.number(),
    complaint_rate: z.number(),
    status: z.enum(['healthy', 'warning', 'at_risk']),
    thresholds: z.object({ bounce_rate: z.number(), complaint_rate: z.number() }),
    waiting_for_quota: z.enum(['bulk', 'all']).nullable(),
    delivery_seconds: Seconds,
    daily: z.array(z.object({ date: z.string().meta({ format: 'date' }), ...totals })),
    by_domain: z.array(z.object({ domain: z.string(), ...totals })),
    by_provider: z.array(
      z.object({
        provider: z.enum(providers),
        delivered: z.int(),
        deferred: z.int(),
        bounced: z.int(),
        delivery_seconds: Seconds,
      }),
    ),
  })
  .meta({ id: 'Deliverability' });
export type DeliverabilityRecord = z.output<typeof DeliverabilityRecord>;

const summed = ['accepted', 'sent', 'delivered', 'bounced', 'complained', 'opened', 'clicked'] as const;
type Totals = Pick<Counts, (typeof summed)[number]>;

/** The worse of the two rates determines the status. With too few results, neither rate counts. */
function statusOf(totals: Outcomes): DeliverabilityRecord['status'] {
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
    if (own.length === 0) return [];
    const delivery_seconds = deliverySeconds(days.map(({ times }) => times[provider] ?? {}));
    return [{ provider, ...sumOf(providerCounterNames, own), delivery_seconds }];
  });
  return found.sort((a, b) => b.delivered + b.bounced - (a.delivered + a.bounced));
}

/** One row per day, zeros included. */
function dailyOf(names: string[], days: PeriodCounts[]): DeliverabilityRecord['daily'] {
  const byName = new Map(days.map((day) => [day.period, day]));
  return names.map((date) => ({ date, ...sumOf(summed, [byName.get(date) ?? noCounts()]) }));
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
  {
    days,
    until,
    tenant,
    domain,
  }: { days: number; until: string | null; tenant: Tenant | null; domain: string | null },
): Promise<DeliverabilityRecord> {
  const owner = tenant?.id ?? caller.account.id;
  const window = lastDays(until === null ? ctx.runtime.now() : Date.parse(until), days);
  const { from, to } = window;
  const [[counted, domains], state] = await Promise.all([
    readCounts(ctx, owner, { from, to, domain }),
    ctx.sending_state.read(),
  ]);
  const totals: Totals = sumOf(summed, counted);
  return {
    days,
    from: window.begins,
    until: to,
    ...totals,
    ...ratesOf(totals),
    status: statusOf(totals),
    thresholds,
    waiting_for_quota: waitingForQuota(state),
    delivery_seconds: deliverySeconds(counted.flatMap(({ times }) => Object.values(times))),
    daily: dailyOf(window.days, counted),
    by_domain: byDomain(domains),
    by_provider: byProvider(counted),
  };
}
