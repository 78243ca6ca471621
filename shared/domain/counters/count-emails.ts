import { fromDomain } from '../../core/addresses.ts';
import { deliveryTimeName } from '../../core/delivery-times.ts';
import { inParallel } from '../../core/in-parallel.ts';
import { type PeriodCounts, providerCounterNames } from '../../core/records/counters.ts';
import type { Email } from '../../core/records/emails.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base } from '../context.ts';
import { recipientAddresses } from '../events/email-event.ts';
import type { CounterPlace, EmailChange, Increment } from '../ports/counters.ts';
import { countsOfChange, type EmailCount } from './email-counts.ts';
import { type Counting, isBad, type Judged, pauseTenants } from './pause-tenants.ts';
import { isSimulator, providerOf } from './providers.ts';

const concurrency = 25;

type Counted = { email: Email; domain: string; sequence: string; counts: EmailCount[] };

type Addressed = EmailCount & { address: string | null };

function addressed({ email, counts }: Counted): Addressed[] {
  const addresses = counts.some(({ position }) => position !== null) ? recipientAddresses(email) : [];
  return counts.map((count) => ({
    ...count,
    address: count.position === null ? null : (addresses[count.position] ?? ''),
  }));
}

/**
 * The counters for an email: its account's and tenant's days, and its tenant's hour. Simulator recipients
 * don't count in hours, because hourly counts can pause a tenant.
 */
function placesOf(
  { email: { account, tenant }, domain }: Counted,
  { at, address }: Addressed,
): CounterPlace[] {
  const iso = timestamp(at);
  const [day, hour] = [iso.slice(0, 10), iso.slice(0, 13)];
  const owners = tenant === null ? [account] : [account, tenant];
  const days = owners.flatMap((owner): CounterPlace[] => [
    { owner, kind: 'day', period: day, domain: null },
    { owner, kind: 'domain', period: day, domain },
  ]);
  if (tenant === null || (address !== null && isSimulator(address))) return days;
  return [...days, { owner: tenant, kind: 'hour', period: hour, domain: null }];
}

/** From acceptance to delivery, or from the scheduled time on. Clocks of SES and ours may differ a little. */
const tookOf = ({ created_at, scheduled_at }: Email, at: number): number =>
  Math.max(0, at - Math.max(Date.parse(created_at), Date.parse(scheduled_at ?? created_at)));

/** The increments of a count at a place. Only days have delivery times, so that other items stay within 1 KB. */
function incrementsOf(
  { sequence, email }: Counted,
  { counter, n, at, address }: Addressed,
  { kind }: CounterPlace,
): Increment[] {
  const all: Increment = { sequence, counter, n };
  const byProvider = providerCounterNames.find((name) => name === counter);
  if (address === null || byProvider === undefined) return [all];
  const provider = providerOf(address);
  const own: Increment = { sequence, counter: `${provider}:${byProvider}`, n };
  if (byProvider !== 'delivered' || kind !== 'day') return [all, own];
  return [all, own, { sequence, counter: deliveryTimeName(provider, tookOf(email, at)), n }];
}

type Addition = { place: CounterPlace; increments: Increment[] };

function byPlace(counted: Counted[]): Addition[] {
  const additions = new Map<string, Addition>();
  for (const one of counted)
    for (const count of addressed(one))
      for (const place of placesOf(one, count)) {
        const key = Object.values(place).join(' ');
        const addition = additions.get(key) ?? { place, increments: [] };
        additions.set(key, addition);
        addition.increments.push(...incrementsOf(one, count, place));
      }
  return [...additions.values()];
}

/**
 * `bad` means that a day has bounces or complaints. `repeated` means that this batch was delivered again
 * after it had been counted.
 */
type Results = Pick<Judged, 'bad' | 'repeated'>;

/** Null if these counts can't cause a pause. After a bad day, even deliveries can cause one. */
function resultsOf(day: PeriodCounts & { repeated: boolean }, increments: Increment[]): Results | null {
  const bad = isBad(day);
  const isJudged = bad || increments.some(({ counter }) => counter === 'delivered');
  return isJudged ? { bad, repeated: day.repeated } : null;
}

const joined = (one: Results, other: Results = { bad: false, repeated: false }): Results => ({
  bad: one.bad || other.bad,
  repeated: one.repeated || other.repeated,
});

/**
 * The result of `make`. If it throws, logs that and returns nothing, because one change must not block its
 * shard.
 */
function attempt<T>({ log }: Base, { after, sequence }: EmailChange, make: () => T[]): T[] {
  try {
    return make();
  } catch (error) {
    log.error('change_not_counted', { email_id: after.id, sequence, error: (error as Error).name });
    return [];
  }
}

/**
 * Adds changes from one shard of the table's stream, in order, to the counters of accounts, tenants, and
 * domains, and pauses tenants with bad results. Safe to repeat in any grouping, because each counter item
 * knows how far it has counted this shard. Throws when a write fails.
 */
export async function countEmails(ctx: Counting, shard: string, changes: EmailChange[]): Promise<number> {
  const { sandbox_domain } = ctx.settings;
  const relevant = changes.filter(
    (change) => attempt(ctx, change, () => countsOfChange(change, { sandbox: false })).length > 0,
  );
  const found = await ctx.counters.readEmails(relevant.map(({ after }) => after));
  const counted = relevant.flatMap((change, i) =>
    attempt(ctx, change, () => {
      const email = found[i] as Email;
      const domain = fromDomain(email.from);
      const counts = countsOfChange(change, { sandbox: domain === sandbox_domain });
      return [{ email, domain, sequence: change.sequence, counts }];
    }),
  );
  const additions = byPlace(counted);
  const results = new Map<Id<'acc' | 'ten'>, Results>();
  const add = async ({ place, increments }: Addition) => {
    const day = await ctx.counters.add(place, shard, increments);
    const found = place.kind === 'day' && day && resultsOf(day, increments);
    if (found) results.set(place.owner, joined(found, results.get(place.owner)));
  };
  await inParallel(additions, concurrency, add);
  const judged = counted.flatMap(({ email: { account, tenant } }) => {
    const found = tenant === null ? undefined : results.get(tenant);
    return tenant === null || found === undefined ? [] : [{ account, tenant, ...found }];
  });
  await pauseTenants(ctx, judged);
  return additions.length;
}
