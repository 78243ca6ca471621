import type { ExceededLimit, TotalCounts, TotalLimit } from '../core/records/limits.ts';
import { fullLimit, type Within } from './plan-counts.ts';
import { keys } from './schema.ts';
import type { Item, Update } from './table.ts';

type Counted = TotalLimit & { counts: TotalCounts | null };

export const totalCountsOf = (item: Item): TotalCounts => ({ used: Number(item.used ?? 0) });

/** Whether one more exceeds the limit. `before` counts earlier sends. */
export function totalExceeded(of: Counted, before: number, within: Within): ExceededLimit | null {
  const { owner, kind, recipients, limit, counts } = of;
  const used = (counts?.used ?? 0) + before;
  return used + recipients > within(limit) ? { owner, kind, recipients, limit, used, period: 'total' } : null;
}

/** The conditional update that counts `n` more. */
export function totalWrite({ owner, kind, limit }: Counted, n: number, within = fullLimit): Update {
  const room = within(limit) - n;
  return {
    update: keys.limit(owner, kind),
    expression: 'ADD used :n',
    // Before the first count there is nothing to compare.
    condition: `${room < 0 ? '' : 'attribute_not_exists(used) OR '}used <= :room`,
    values: { ':n': n, ':room': room },
  };
}

export const undoTotalWrite = ({ update, values = {} }: Update): Update => ({
  update,
  expression: 'ADD used :less',
  values: { ':less': -(values[':n'] as number) },
});
