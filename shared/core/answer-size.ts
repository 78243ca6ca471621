/** Lambda responses are limited to 6 MB, and JSON inside JSON doubles the size of each quote. */
export const answer_bytes = 5 * 1024 * 1024;

export const travelBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

export const bytesIn = (record: unknown): number => travelBytes(JSON.stringify(record));

/** How many of a page's records fit in one response, at least one whatever its size. */
export function fittingRecords(records: unknown[]): number {
  let bytes = 0;
  for (const [i, record] of records.entries()) {
    bytes += bytesIn(record);
    if (bytes > answer_bytes && i > 0) return i;
  }
  return records.length;
}
