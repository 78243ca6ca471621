/** A function answers 6 MB, and the answer's JSON travels as a string of another JSON: each quote is two bytes there. */
export const answer_bytes = 5 * 1024 * 1024;

export const travelBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

export const bytesIn = (record: unknown): number => travelBytes(JSON.stringify(record));

/** The number of a page's records that one answer can carry: the first at least, whatever its size. */
export function fittingRecords(records: unknown[]): number {
  let bytes = 0;
  for (const [i, record] of records.entries()) {
    bytes += bytesIn(record);
    if (bytes > answer_bytes && i > 0) return i;
  }
  return records.length;
}
