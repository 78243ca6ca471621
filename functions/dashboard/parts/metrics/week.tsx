import { lastDays } from '../../../../shared/core/days.ts';
import { type PeriodCounts, sumOf } from '../../../../shared/core/records/counters.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { readOr } from '../failed-part.ts';
import { toEmails } from '../numbers.tsx';
import { may } from '../pages.tsx';
import { RateCell } from './rates.tsx';

/** Columns of a list: what its objects sent in the last seven UTC days, and how it went. */
export const weekHeads = ['Emails, 7 days', 'Bounce rate', 'Complaint rate'];

const counted = ['accepted', 'delivered', 'bounced', 'complained'] as const;

type Days = readonly PeriodCounts[];

/**
 * The cells of a list's objects by position. `withinOf` leads to an object's emails. A failed read leaves the cells
 * empty, because the list is worth more than its numbers.
 */
export async function weekOf<T>(
  ctx: DashboardContext,
  input: SessionInput,
  items: T[],
  {
    read,
    withinOf,
  }: {
    read: (items: T[], range: { from: string; to: string }) => Promise<Days[]>;
    withinOf: (item: T) => Record<string, string>;
  },
): Promise<Map<T, unknown[]>> {
  const { from, to } = lastDays(ctx.runtime.now(), 7);
  const nothingKnown = new Map(items.map((item) => [item, weekHeads.map(() => '–')]));
  if (items.length === 0 || !may(input, ['account:read'])) return nothingKnown;
  const found = await readOr(ctx, input, { part: 'Last 7 days', or: null }, () => read(items, { from, to }));
  if (found === null) return nothingKnown;
  return new Map(
    items.map((item, i) => [item, cellsOf(found[i] ?? [], { ...withinOf(item), since: from, until: to })]),
  );
}

function cellsOf(days: Days, within: Record<string, string>): unknown[] {
  const sums = sumOf(counted, days);
  return [
    toEmails('accepted', sums.accepted, within),
    <RateCell name="bounced" results={sums} within={within} />,
    <RateCell name="complained" results={sums} within={within} />,
  ];
}
