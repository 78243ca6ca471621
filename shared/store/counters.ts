import { createHash } from 'node:crypto';
import { byName } from '../core/by-name.ts';
import { dayOf } from '../core/days.ts';
import { ofDeliveryTime } from '../core/delivery-times.ts';
import { inParallel } from '../core/in-parallel.ts';
import {
  type CounterName,
  type Counts,
  counterNames,
  type DomainCounts,
  type PeriodCounts,
  providerCounterNames,
  providers,
} from '../core/records/counters.ts';
import { runStatuses } from '../core/records/runs.ts';
import { type Id, type Runtime, timestamp } from '../core/runtime.ts';
import type { CounterPlace, CounterStore } from '../domain/ports/counters.ts';
import { conditionHeld, retryConflicts } from './conflicts.ts';
import { readEmails } from './email-items.ts';
import { queryAll } from './pages.ts';
import { planCountsOf, planRaise } from './plan-counts.ts';
import { outcomesOf, rampCountsOf, rampRaise } from './ramp-counts.ts';
import { retention_s } from './retention.ts';
import { type Key, keys, ttlAfter } from './schema.ts';
import { type Item, present, type Table, type Update } from './table.ts';
import { sendUpdate } from './updates.ts';

type Increment = { sequence: string; counter: string; n: number };

/** When a period's counters expire: epoch seconds, long after the period ends. */
function ttlOf({ kind, period }: CounterPlace): number {
  const [begin, length_s] = kind === 'hour' ? [`${period}:00:00Z`, 3600] : [`${period}T00:00:00Z`, 86_400];
  return ttlAfter(begin, length_s + retention_s[`counter_${kind}`]);
}

function keyOf({ owner, kind, period, domain }: CounterPlace): Key {
  if (kind === 'domain') return keys.counterDomain(owner, period, domain ?? '');
  return kind === 'hour' ? keys.counterHour(owner, period) : keys.counterDay(owner, period);
}

/**
 * The name of the attribute for a shard's last sequence number. It is short, because an item has many of
 * them.
 */
const markOf = (shard: string): string =>
  `~${createHash('sha256').update(shard).digest('base64url').slice(0, 8)}`;

/** A sequence number (up to 40 digits) as sortable text. The longer of two numbers is larger. */
function ordered(sequence: string): string {
  const digits = BigInt(sequence).toString(36);
  return `${String.fromCharCode(64 + digits.length)}${digits}`;
}

/** The pending count may drop below 0 for emails older than the counters. */
const countOf = (item: Item | null, name: string) => Math.max(0, Number(item?.[name] ?? 0));

function periodOf(item: Item): PeriodCounts {
  const counts = byName(counterNames, (name) => countOf(item, name));
  const found: Counts['providers'] = {};
  for (const provider of providers) {
    const own = byName(providerCounterNames, (name) => Number(item[`${provider}:${name}`] ?? 0));
    if (Object.values(own).some((n) => n > 0)) found[provider] = own;
  }
  const times: Counts['times'] = {};
  for (const [name, n] of Object.entries(item)) {
    const time = ofDeliveryTime(name);
    if (time === null) continue;
    const own = times[time.provider] ?? {};
    own[time.bucket] = Number(n);
    times[time.provider] = own;
  }
  return { period: item.sk.split('#')[1] ?? '', ...counts, providers: found, times };
}

const stepCounters = ['open', 'c', 't', 'f', 's', 'e'] as const;

const domainIn = ({ sk }: Item): string => sk.split('#')[2] ?? '';
const domainCountsOf = (item: Item): DomainCounts => ({ ...periodOf(item), domain: domainIn(item) });

/** Queries in parallel for the days of an account whose domains fill more than one page. */
const parallelDays = 10;

/** Sums by counter, without zeros. */
function sumsOf(increments: Increment[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { counter, n } of increments) sums.set(counter, (sums.get(counter) ?? 0) + n);
  return [...sums].filter(([, n]) => n !== 0);
}

/** Hours since 1970, added to marks in items of no period, so old shards' marks can be dropped. */
const hourOf = (now: number): number => Math.floor(now / 3_600_000);

/**
 * A shard is open for about 4 hours and the stream keeps changes for 24, so no shard returns after this time.
 */
const forgotten_h = 48;

/** Keeping few marks keeps an automation's item below 1 KB. It costs one more write per day. */
const perRemoval = 8;

/** The marks of forgotten shards. */
function forgottenMarks(item: Item, now: number): string[] {
  const isForgotten = (mark: unknown) => Number(String(mark).split(' ')[1]) < hourOf(now) - forgotten_h;
  return Object.keys(item).filter((name) => name.startsWith('~') && isForgotten(item[name]));
}

/** `ttl`: epoch seconds, or null for an item that never expires. `hour`: for marks that are dropped later. */
type Lifetime = { ttl: number | null; hour: number | null };

/**
 * One update with the sums and the shard's last sequence number. Its condition: the shard is counted exactly
 * up to the first increment.
 */
function additionOf(
  key: Key,
  { mark, increments, sums }: { mark: string; increments: Increment[]; sums: [string, number][] },
  { ttl, hour }: Lifetime,
): Update {
  const sequences = increments.map(({ sequence }) => ordered(sequence)).sort();
  const added = sums.map((_, i) => `#c${i} :c${i}`).join(', ');
  const names = Object.fromEntries(sums.map(([counter], i) => [`#c${i}`, counter]));
  const values = Object.fromEntries(sums.map(([, n], i) => [`:c${i}`, n]));
  return {
    update: key,
    expression: `SET #mark = :last, et = :et${ttl === null ? '' : ', #ttl = :ttl'} ADD ${added}`,
    condition: 'attribute_not_exists(#mark) OR #mark < :first',
    names: { ...names, '#mark': mark, ...(ttl !== null && { '#ttl': 'ttl' }) },
    values: {
      ...values,
      ':first': sequences[0],
      // The hour follows the number, so it doesn't affect comparisons.
      ':last': hour === null ? sequences.at(-1) : `${sequences.at(-1)} ${hour}`,
      ':et': 'counter',
      ...(ttl !== null && { ':ttl': ttl }),
    },
  };
}

/** `YYYY-MM-DD` for each day of a range, both ends included. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) days.push(dayOf(at));
  return days;
}

/**
 * Sums each domain over a range of days, page by page: 10,000 domains over 90 days exceed a function's
 * memory. After the first page, days are read in parallel, resuming where that page ended.
 */
async function sumDomains<Name extends CounterName>(
  table: Table,
  { owner, from, to }: { owner: Id<'acc' | 'ten'>; from: string; to: string },
  names: readonly Name[],
): Promise<Map<string, Record<Name, number>>> {
  const sums = new Map<string, Record<Name, number>>();
  /** Adds the next page below a key. Returns the key to continue below, null after the last page. */
  const addPage = async (first: string, after: string): Promise<Key | null> => {
    const { pk, sk: least } = keys.counterDomain(owner, first, '');
    const query = { pk, least, after, descending: true, attributes: [...names] };
    const { items, more } = await table.query(query);
    for (const item of items) {
      const before = sums.get(domainIn(item));
      const sum = byName(names, (name) => (before?.[name] ?? 0) + countOf(item, name));
      sums.set(domainIn(item), sum);
    }
    return (more && items.at(-1)) || null;
  };
  const addAll = async (day: string, after: string): Promise<void> => {
    for (let at: string | null = after; at !== null; ) at = (await addPage(day, at))?.sk ?? null;
  };
  const endOf = (day: string) => keys.counterDomain(owner, `${day}~`, '').sk;
  const last = await addPage(from, endOf(to));
  if (last === null) return sums;
  const reached = last.sk.split('#')[1] ?? from;
  const days = daysOf({ from, to: reached });
  await inParallel(days, parallelDays, (day) => addAll(day, day === reached ? last.sk : endOf(day)));
  return sums;
}

/** Numbers summed from the table's stream: an item per owner and period. */
export function counterStore(table: Table, runtime: Runtime): CounterStore {
  const readRange = async ({ pk, sk: least }: Key, { sk: after }: Key): Promise<Item[]> =>
    (await queryAll(table, { pk, least, after, descending: true })).reverse();

  /** The item after adding what this shard hasn't counted yet. */
  const add = (key: Key, shard: string, increments: Increment[], lifetime: Lifetime) => {
    const mark = markOf(shard);
    return retryConflicts<{ item: Item | null; repeated: boolean }>(runtime, async (last) => {
      const counted = last?.item?.[mark] as string | undefined;
      const fresh = increments.filter(({ sequence }) => counted === undefined || ordered(sequence) > counted);
      const sums = sumsOf(fresh);
      if (sums.length === 0) return { item: last?.item ?? null, repeated: fresh.length === 0 };
      const addition = additionOf(key, { mark, increments: fresh, sums }, lifetime);
      return { item: await sendUpdate(table, addition), repeated: false };
    });
  };

  /** `add` for an item of no period. Removes marks of forgotten shards. */
  const addLasting = async (key: Key, shard: string, increments: Increment[], ttl: number | null) => {
    const { item } = await add(key, shard, increments, { ttl, hour: hourOf(runtime.now()) });
    const forgotten = item === null ? [] : forgottenMarks(item, runtime.now()).slice(0, perRemoval);
    if (forgotten.length < perRemoval) return;
    const names = Object.fromEntries(forgotten.map((mark, i) => [`#m${i}`, mark]));
    const expression = `REMOVE ${Object.keys(names).join(', ')}`;
    await conditionHeld(table.update(key, expression, { names, condition: present }));
  };

  /** When an automation's counts expire if they don't change first. */
  const unusedTtl = () => ttlAfter(timestamp(runtime.now()), retention_s.counter_automation);

  /**
   * Sends the update that `change` derives from the item, if any. Repeats while concurrent sends are counted.
   */
  const raise = (key: Key, change: (item: Item | null) => Update | null): Promise<void> =>
    retryConflicts(runtime, async () => {
      const update = change(await table.get(key, { consistent: true }));
      if (update !== null) await sendUpdate(table, update);
    });

  /** The items of each list of keys that exist. One batch read for all lists. */
  const readLists = async (lists: Key[][]): Promise<Item[][]> => {
    const rest = await table.batchGet(lists.flat());
    return lists.map(({ length }) => rest.splice(0, length).filter((item) => item !== null));
  };

  return {
    readEmails: (metas) =>
      readEmails(
        table,
        metas.map((meta) => ({ ...keys.email(meta.id), ...meta })),
      ),

    add: async (place, shard, increments) => {
      const lifetime = { ttl: ttlOf(place), hour: null };
      const { item, repeated } = await add(keyOf(place), shard, increments, lifetime);
      return item && { ...periodOf(item), repeated };
    },

    addRuns: (automation, shard, increments) =>
      addLasting(keys.counterRuns(automation), shard, increments, unusedTtl()),

    addSteps: ({ id, version }, shard, increments) =>
      addLasting(keys.counterSteps(id, version), shard, increments, unusedTtl()),

    endSchedules: (account, shard, sequences) => {
      const increments = sequences.map((sequence) => ({ sequence, counter: 'used', n: -1 }));
      return addLasting(keys.limit(account, 'scheduled'), shard, increments, null);
    },

    readRuns: async (automations) => {
      const items = await table.batchGet(automations.map(keys.counterRuns));
      return items.map((item) => byName(runStatuses, (status) => countOf(item, status)));
    },

    readSteps: async ({ id, version }, steps) => {
      const item = await table.get(keys.counterSteps(id, version));
      return Array.from({ length: steps }, (_, step) =>
        byName(stepCounters, (name) => countOf(item, `${step}:${name}`)),
      );
    },

    readDays: async (owner, { from, to }) =>
      (await readRange(keys.counterDay(owner, from), keys.counterDay(owner, `${to}~`))).map(periodOf),

    readDaysOf: async (owners, range) => {
      const days = daysOf(range);
      const lists = owners.map((owner) => days.map((day) => keys.counterDay(owner, day)));
      return (await readLists(lists)).map((items) => items.map(periodOf));
    },

    readHours: async (tenant, from) =>
      (await readRange(keys.counterHour(tenant, from), keys.counterHour(tenant, '~'))).map(periodOf),

    readDomainDays: async (owner, { from, to, domain }) => {
      const days = daysOf({ from, to }).map((day) => keys.counterDomain(owner, day, domain));
      return (await table.batchGet(days)).filter((item) => item !== null).map(domainCountsOf);
    },

    readDomainsDays: async (owner, { from, to, domains }) => {
      const days = daysOf({ from, to });
      const lists = domains.map((domain) => days.map((day) => keys.counterDomain(owner, day, domain)));
      return (await readLists(lists)).map((items) => items.map(domainCountsOf));
    },

    raisePlan: (account, used) =>
      raise(keys.limit(account, 'plan'), (item) =>
        planRaise(account, item && planCountsOf(item), used, runtime.now()),
      ),

    raiseRamp: (owner, kind, used) =>
      raise(keys.limit(owner, kind), (item) =>
        rampRaise({ owner, kind }, item && rampCountsOf(item), used, runtime.now()),
      ),
    sumDomains: (owner, { from, to }, names) => sumDomains(table, { owner, from, to }, names),

    readRamp: async (owner, kind) => {
      const item = await table.get(keys.limit(owner, kind), { consistent: true });
      if (item === null) return null;
      const counts = rampCountsOf(item);
      if (counts.day >= dayOf(runtime.now())) return counts;
      return { ...counts, outcomes: outcomesOf(await table.get(keys.counterDay(owner, counts.day))) };
    },
  };
}
