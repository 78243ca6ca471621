import {
  failedBy,
  type HostChange,
  type HostResult,
  type HostZone,
  isHostError,
} from '../../core/dns-host.ts';

/** All rows, page by page, until the host's total is reached or a page is empty. */
export async function allPages<Row>(
  read: (page: number) => Promise<{ rows: Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const { rows, total } = await read(page);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

/** Whether the next request would fail, too. Errors that aren't the host's count as an outage. */
const isPassing = (error: unknown) =>
  !isHostError(error) || error.fault === 'down' || error.fault === 'rate_limited';

/** Writes the changes one by one. After a rate limit or an outage, the rest fail with its message. */
export const oneByOne =
  (writeOne: (change: HostChange) => Promise<HostResult>): HostZone['write'] =>
  async (changes) => {
    const results: HostResult[] = [];
    for (const change of changes) {
      try {
        results.push(await writeOne(change));
      } catch (error) {
        const failed = failedBy(error);
        results.push(failed);
        if (isPassing(error)) return changes.map((_, i) => results[i] ?? failed);
      }
    }
    return results;
  };
