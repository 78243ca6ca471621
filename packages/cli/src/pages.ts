import type { Page } from '@mailwright/sdk';
import { type Input, text } from './command.ts';
import { UsageError } from './io.ts';

/** Requests for the items of one list, at most: each looks at up to 1,000 objects where a filter finds few. */
const most = 50;

export const limitOption = ['--limit <number>', 'at most 100, 25 by default'] as const;

/** The items of a list that a command shows. */
export function limitOf({ values }: Input): number {
  const given = text(values, 'limit') ?? '25';
  const limit = Number(given);
  if (!/^\d+$/.test(given) || limit < 1 || limit > 100)
    throw new UsageError(`--limit takes a number from 1 to 100, not "${given}"`);
  return limit;
}

/** The first items of a list, over pages that are short or empty (Q14); says so where it gave up before its end. */
export async function firstItems<Item>(
  { io }: Input,
  list: PromiseLike<Page<Item>>,
  limit: number,
): Promise<Item[]> {
  const items: Item[] = [];
  let page: Page<Item> | null = await list;
  for (let asked = 1; ; asked++) {
    items.push(...page.items);
    if (items.length >= limit || !page.has_more) break;
    if (asked === most) {
      io.err('There may be more: older ones were not looked at.\n');
      break;
    }
    page = await page.next();
    if (page === null) break;
  }
  return items.slice(0, limit);
}
