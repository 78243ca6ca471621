import { failedBy, type HostChange, type HostResult, type HostZone } from '../../core/dns-host.ts';

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

/**
 * Writes the changes one by one. After a rate limit or an outage, all remaining changes fail with the same
 * message.
 */
export const oneByOne =
  (writeOne: (change: HostChange) => Promise<HostResult>): HostZone['write'] =>
  async (changes) => {
    const results: HostResult[] = [];
    let ended: HostResult | null = null;
    for (const change of changes) {
      const result: HostResult = ended ?? (await writeOne(change).catch(failedBy));
      const passing = result.result === 'failed' && /try again$/.test(result.message);
      if (passing) ended = result;
      results.push(result);
    }
    return results;
  };
