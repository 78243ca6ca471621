import { createHash } from 'node:crypto';
import { byName } from '../core/by-name.ts';
import { dayOf } from '../core/days.ts';
import {
  type Counts,
  counterNames,
  type DomainCounts,
  type PeriodCounts,
  providerCounterNames,
  providers,
} from '../core/records/counters.ts';
import { runStatuses } from '../core/records/runs.ts';
import type { Runtime } from '../core/runtime.ts';
import type { CounterPlace, CounterStore } from '../domain/ports/counters.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import { emailOf } from './email-items.ts';
import { queryAll } from './pages.ts';
import { outcomesOf, rampCountsOf } from './ramp-counts.ts';
import { retention_s } from './retention.ts';
import { type Key, keys } from './schema.ts';
import type { Item, Table } from './table.ts';

type Increment = { sequence: string; counter: string; n: number };

/** The last second of a period, whose counters expire long after it. */
function endOf({ kind, period }: CounterPlace): number {
  const day = Date.parse(kind === 'hour' ? `${period}:00:00Z` : `${period}T00:00:00Z`);
  return Math.floor(day / 1000) + (kind === 'hour' ? 3600 : 86_400);
}

const kept_s = {
  day: retention_s.counter_day,
  domain: retention_s.counter_domain,
  hour: retention_s.counter_hour,
} as const;

function keyOf({ owner, kind, period, domain }: CounterPlace): Key {
  if (kind === 'domain') return keys.counterDomain(owner, period, domain ?? '');
  return kind === 'hour' ? keys.counterHour(owner, period) : keys.counterDay(owner, period);
}

/** The attribute that holds the last sequence number of a shard; its name is short, because an item sees many. */
const markOf = (shard: string): string =>
  `~${createHash('sha256').update(shard).digest('base64url').slice(0, 8)}`;

const day_ms = 86_400_000;

/** What a mark without an end of its own says of the day on which it was written; it sorts between two sequence numbers. */
const daySuffix = (now: number): string => ` ${Math.floor(now / day_ms)}`;

/** The stream forgets a change after 24 hours: what was counted before cannot come again. */
const mark_days = 2;

/** Marks that one update removes. */
const marksPerUpdate = 100;

/** Marks that are needed no more; those of the release before say no day, and stay. */
function oldMarks(item: Item, now: number): string[] {
  const isOld = ([name, value]: [string, unknown]) =>
    name.startsWith('~') && Number(String(value).split(' ')[1]) < Math.floor(now / day_ms) - mark_days;
  return Object.entries(item)
    .filter(isOld)
    .map(([name]) => name)
    .slice(0, marksPerUpdate);
}

/** A sequence number (up to 40 digits) as text in its order: of two numbers the longer one is larger. */
function ordered(sequence: string): string {
  const digits = BigInt(sequence).toString(36);
  return `${String.fromCharCode(64 + digits.length)}${digits}`;
}

/** The count of waiting ones may be below 0 for emails that are older than the counters. */
const countOf = (item: Item | null, name: string) => Math.max(0, Number(item?.[name] ?? 0));

function countsOf(item: Item): Counts {
  const counts = byName(counterNames, (name) => countOf(item, name));
  const found: Counts['providers'] = {};
  for (const provider of providers) {
    const own = byName(providerCounterNames, (name) => Number(item[`${provider}:${name}`] ?? 0));
    if (Object.values(own).some((n) => n > 0)) found[provider] = own;
  }
  return { ...counts, providers: found };
}

const periodOf = (item: Item): PeriodCounts => ({ period: item.sk.split('#')[1] ?? '', ...countsOf(item) });

const domainCountsOf = (item: Item): DomainCounts => ({
  ...periodOf(item),
  domain: item.sk.split('#')[2] ?? '',
});

/** Sums by counter, without those that add up to nothing. */
function sumsOf(increments: Increment[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { counter, n } of increments) sums.set(counter, (sums.get(counter) ?? 0) + n);
  return [...sums].filter(([, n]) => n !== 0);
}

/**
 * One update: the sums, and the last sequence number of the shard (A6). Its condition is that the shard was counted
 * up to before the first of the increments.
 */
function additionOf(
  mark: string,
  increments: Increment[],
  sums: [string, number][],
  { ttl, now }: { ttl: number | null; now: number },
) {
  const sequences = increments.map(({ sequence }) => ordered(sequence)).sort();
  const added = sums.map((_, i) => `#c${i} :c${i}`).join(', ');
  const names = Object.fromEntries(sums.map(([counter], i) => [`#c${i}`, counter]));
  const values = Object.fromEntries(sums.map(([, n], i) => [`:c${i}`, n]));
  return {
    expression: `SET #mark = :last, et = :et${ttl === null ? '' : ', #ttl = :ttl'} ADD ${added}`,
    options: {
      condition: 'attribute_not_exists(#mark) OR #mark < :first',
      names: { ...names, '#mark': mark, ...(ttl !== null && { '#ttl': 'ttl' }) },
      values: {
        ...values,
        ':first': sequences[0],
        ':last': `${sequences.at(-1)}${ttl === null ? daySuffix(now) : ''}`,
        ':et': 'counter',
        ...(ttl !== null && { ':ttl': ttl }),
      },
    },
  };
}

/** `YYYY-MM-DD` of each day of a range, both ends included. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Numbers that are added up from the table's stream: an item per owner and period. */
export function counterStore(table: Table, runtime: Runtime): CounterStore {
  const readRange = async (least: Key, end: string): Promise<Item[]> => {
    const range = { pk: least.pk, least: least.sk, after: end, descending: true } as const;
    return (await queryAll(table, range)).reverse();
  };
  /** The item after the part that this shard has not counted yet is added; it expires at `ttl` (epoch seconds). */
  const add = (
    key: Key,
    shard: string,
    increments: Increment[],
    ttl: number | null,
  ): Promise<Item | null> => {
    const mark = markOf(shard);
    return retryConflicts(runtime, async (last: Conflict | null) => {
      const counted = last?.item?.[mark] as string | undefined;
      const fresh = increments.filter(({ sequence }) => counted === undefined || ordered(sequence) > counted);
      const sums = sumsOf(fresh);
      if (sums.length === 0) return last?.item ?? null;
      const { expression, options } = additionOf(mark, fresh, sums, { ttl, now: runtime.now() });
      return table.update(key, expression, options);
    });
  };
  /** An item that never expires sees shards for ever, about 24 a day of a small table. */
  const dropMarks = async (key: Key, item: Item | null): Promise<void> => {
    const old = item === null ? [] : oldMarks(item, runtime.now());
    if (old.length === 0) return;
    const names = Object.fromEntries(old.map((name, i) => [`#m${i}`, name]));
    await table.update(key, `REMOVE ${Object.keys(names).join(', ')}`, { names });
  };

  return {
    readEmails: async (metas) => {
      const separate = metas.filter(({ envelope }) => envelope === 'item').map(({ id }) => keys.envelope(id));
      const found = separate.length > 0 ? await table.batchGet(separate) : [];
      const envelopes = new Map(found.flatMap((item) => (item ? [[item.pk, item] as const] : [])));
      return metas.map((meta) => {
        const item = { ...keys.email(meta.id), ...meta };
        return emailOf(item, envelopes.get(item.pk) ?? null);
      });
    },

    add: async (place, shard, increments) => {
      const item = await add(keyOf(place), shard, increments, endOf(place) + kept_s[place.kind]);
      return item && periodOf(item);
    },

    addRuns: async (automation, shard, increments) => {
      const key = keys.counterRuns(automation);
      await dropMarks(key, await add(key, shard, increments, null));
    },

    readRuns: async (automations) => {
      const items = await table.batchGet(automations.map(keys.counterRuns));
      return items.map((item) => byName(runStatuses, (status) => countOf(item, status)));
    },

    readDays: async (owner, { from, to }) => {
      const items = await readRange(keys.counterDay(owner, from), keys.counterDay(owner, `${to}~`).sk);
      return items.map(periodOf);
    },

    readHours: async (tenant, from) => {
      const items = await readRange(keys.counterHour(tenant, from), keys.counterHour(tenant, '~').sk);
      return items.map(periodOf);
    },

    readDomainDays: async (owner, { from, to, domain }) => {
      if (domain === null) {
        const end = keys.counterDomain(owner, `${to}~`, '').sk;
        return (await readRange(keys.counterDomain(owner, from, ''), end)).map(domainCountsOf);
      }
      const days = daysOf({ from, to }).map((day) => keys.counterDomain(owner, day, domain));
      const found = await table.batchGet(days);
      return found.filter((item) => item !== null).map(domainCountsOf);
    },

    readRamp: async (owner, kind) => {
      const item = await table.get(keys.limit(owner, kind), { consistent: true });
      if (item === null) return null;
      const counts = rampCountsOf(item);
      if (counts.day >= dayOf(runtime.now())) return counts;
      return { ...counts, outcomes: outcomesOf(await table.get(keys.counterDay(owner, counts.day))) };
    },
  };
}
