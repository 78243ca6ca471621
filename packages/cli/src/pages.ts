import { type Input, text } from './command.ts';
import { UsageError } from './io.ts';
import type { Row } from './output.ts';

type Page = { has_more: boolean; next_cursor: string | null };

/** Max consecutive requests without results. Each request examines up to 1,000 objects. */
const maxEmpty = 50;

export const listOptions = [
  ['--limit <number>', 'Maximum number of results. Default: 25.'],
  ['--all', 'List everything.'],
] as const;

/** How many items of a list a command shows. */
export function limitOf({ values }: Input): number {
  if (values.all === true) return Number.POSITIVE_INFINITY;
  const given = text(values, 'limit') ?? '25';
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError(`--limit must be a whole number of at least 1, not "${given}"`);
  return Number(given);
}

/** The first items of a list. Pages may be short or empty. Tells the user if it gives up early. */
export async function* pagesOf(
  { client, io }: Pick<Input, 'client' | 'io'>,
  path: `/${string}`,
  query: Row,
  limit: number,
): AsyncGenerator<Row[]> {
  // Deliveries with payloads come in pages of 25.
  const size = Math.min(limit, query.include === undefined ? 100 : 25);
  let asked = { ...query, limit: size };
  for (let [left, empty] = [limit, 0]; left > 0 && empty < maxEmpty; ) {
    const answer = await client.request<Page & Row>('GET', path, {
      query: asked as Record<string, string | number>,
    });
    const items = Object.values(answer ?? {}).find((value): value is Row[] => Array.isArray(value));
    if (items === undefined) throw new Error('The response is not a list. Does the base URL end in /api?');
    yield items.slice(0, left);
    if (!answer.has_more) return;
    left -= items.length;
    empty = items.length > 0 || limit === Number.POSITIVE_INFINITY ? 0 : empty + 1;
    if (empty === maxEmpty) io.err("Older items weren't searched, so there may be more results.\n");
    asked = { ...asked, cursor: answer.next_cursor } as typeof asked;
  }
}
