import type { Call, QueryValues } from './call.ts';
import type { CallOptions } from './types.ts';

/**
 * One page of a list. It may be short or even empty while more follow, because filters apply during reading.
 */
export type Page<Item> = {
  items: Item[];
  has_more: boolean;
  next_cursor: string | null;
  /** The next page, or null after the last page. */
  next: () => Promise<Page<Item> | null>;
};

/** `await` returns the first page, `for await` iterates over all items and loads pages as needed. */
export type List<Item> = AsyncIterable<Item> &
  PromiseLike<Page<Item>> &
  Pick<Promise<Page<Item>>, 'catch' | 'finally'>;

type Answer<Item> = { has_more: boolean; next_cursor: string | null } & Record<string, Item[]>;

/** The list at a path. `name` is the response member with the items. Sends no request until it is used. */
export function listOf<Item>(
  call: Call,
  path: string,
  name: string,
  query: QueryValues | undefined,
  options: CallOptions | undefined,
): List<Item> {
  const load = async (cursor?: string): Promise<Page<Item>> => {
    const asked = cursor === undefined ? query : { ...query, cursor };
    const answer = await call<Answer<Item>>('GET', path, { query: asked, has: name }, options);
    const { has_more, next_cursor } = answer;
    const next = async () => (has_more && next_cursor !== null ? load(next_cursor) : null);
    return { items: answer[name] ?? [], has_more, next_cursor, next };
  };
  let first: Promise<Page<Item>> | undefined;
  const begin = () => {
    first ??= load();
    return first;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
    then: (done, failed) => begin().then(done, failed),
    catch: (failed) => begin().catch(failed),
    finally: (done) => begin().finally(done),
    async *[Symbol.asyncIterator]() {
      for (let page: Page<Item> | null = await begin(); page !== null; page = await page.next())
        yield* page.items;
    },
  };
}
