import type { QuotaExceeded, QuotaState, QuotaUse } from '../core/records/accounts.ts';
import { keys } from './schema.ts';
import type { Item, Write } from './table.ts';

const day_ms = 86_400_000;

/** UTC day and month of a moment, and when the next ones begin. */
function calendar(now: number) {
  const iso = new Date(now).toISOString();
  const [year = 0, month = 0] = iso.split('-').map(Number);
  return {
    day: iso.slice(0, 10),
    month: iso.slice(0, 7),
    next_day: new Date((Math.floor(now / day_ms) + 1) * day_ms).toISOString(),
    next_month: new Date(Date.UTC(year, month, 1)).toISOString(),
  };
}

/** The counts of an item, null where nothing was counted yet. */
export function quotaOf(item: Item | null): QuotaState | null {
  if (item === null) return null;
  const { day, day_used, month, month_used } = item as unknown as QuotaState;
  return { day, day_used, month, month_used };
}

/** The limit that a send would pass, the month before the day (A38, Q41); a send counts whole or not at all. */
function exceeded(use: QuotaUse, used: { day: number; month: number }, now: number): QuotaExceeded | null {
  const { next_day, next_month } = calendar(now);
  const over = (limit: number | null, count: number) => limit !== null && count + use.recipients > limit;
  if (over(use.month_limit, used.month)) {
    return { limit: use.month_limit as number, used: used.month, period: 'month', resets_at: next_month };
  }
  if (over(use.day_limit, used.day)) {
    return { limit: use.day_limit as number, used: used.day, period: 'day', resets_at: next_day };
  }
  return null;
}

function usedOf(seen: QuotaState | null, now: number) {
  const { day, month } = calendar(now);
  const sameMonth = seen !== null && seen.month >= month;
  const sameDay = seen !== null && seen.day >= day;
  return {
    sameMonth,
    sameDay,
    used: { day: sameDay ? seen.day_used : 0, month: sameMonth ? seen.month_used : 0 },
  };
}

/**
 * The one conditional update that counts a send on its UTC day and month, built on the counts that were seen:
 * the condition holds only while they may still be so, and says in itself that no limit is passed. It stands in
 * the accept transaction, so that a count without a mail, or a mail without a count, cannot be (Q9).
 */
export function quotaWrite(
  use: QuotaUse,
  seen: QuotaState | null,
  now: number,
): { write: Write } | { exceeded: QuotaExceeded } {
  const { day, month } = calendar(now);
  const { sameDay, sameMonth, used } = usedOf(seen, now);
  const over = exceeded(use, used, now);
  if (over) return { exceeded: over };
  const update = keys.quota(use.account, use.kind);
  const names = { '#day': 'day', '#month': 'month' };
  const n = { ':n': use.recipients };
  const room = (limit: number | null) => (limit ?? Number.MAX_SAFE_INTEGER) - use.recipients;
  if (sameDay && seen !== null) {
    const condition =
      '#day = :day AND #month = :month AND day_used <= :day_room AND month_used <= :month_room';
    const values = {
      ...n,
      ':day': seen.day,
      ':month': seen.month,
      ':day_room': room(use.day_limit),
      ':month_room': room(use.month_limit),
    };
    return { write: { update, expression: 'ADD day_used :n, month_used :n', condition, names, values } };
  }
  if (sameMonth && seen !== null) {
    const condition = '#day = :seen AND #month = :month AND month_used <= :month_room';
    const values = {
      ...n,
      ':seen': seen.day,
      ':month': seen.month,
      ':day': day,
      ':month_room': room(use.month_limit),
    };
    const expression = 'SET #day = :day, day_used = :n ADD month_used :n';
    return { write: { update, expression, condition, names, values } };
  }
  const expression = 'SET #day = :day, day_used = :n, #month = :month, month_used = :n';
  const values = { ...n, ':day': day, ':month': month };
  if (seen === null) {
    return { write: { update, expression, condition: 'attribute_not_exists(pk)', names, values } };
  }
  const condition = '#month = :seen';
  return { write: { update, expression, condition, names, values: { ...values, ':seen': seen.month } } };
}

type Kind = QuotaUse['kind'];

/**
 * Counts the sends of a batch one after the other, each whole or not at all: one that does not fit is refused
 * and a smaller one behind it may still fit (Q25). One write per kind counts all that fit.
 */
export function countEach(
  uses: (QuotaUse | null)[],
  seen: ReadonlyMap<Kind, QuotaState | null>,
  now: number,
): { exceeded: (QuotaExceeded | null)[]; counts: { use: QuotaUse; write: Write }[] } {
  const sums = new Map<Kind, QuotaUse>();
  const exceededBy = uses.map((use) => {
    if (use === null) return null;
    const { used } = usedOf(seen.get(use.kind) ?? null, now);
    const before = sums.get(use.kind)?.recipients ?? 0;
    const over = exceeded(use, { day: used.day + before, month: used.month + before }, now);
    if (over === null) sums.set(use.kind, { ...use, recipients: before + use.recipients });
    return over;
  });
  const counts = [...sums.values()].flatMap((use) => {
    const counted = quotaWrite(use, seen.get(use.kind) ?? null, now);
    return 'write' in counted ? [{ use, write: counted.write }] : [];
  });
  return { exceeded: exceededBy, counts };
}
