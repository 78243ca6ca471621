import type { Page } from '@mailwright/sdk';
import type { Input } from './command.ts';

/** Requests for the items of one list, at most: each looks at up to 1,000 objects where a filter finds few. */
const most = 50;

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
