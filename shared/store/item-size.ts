/** Bytes that DynamoDB counts for a value: UTF-8 for text, half a digit for numbers, one more per list entry. */
function valueSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum, entry) => sum + valueSize(entry) + 1, 3);
  if (value === null || typeof value !== 'object') return 1;
  return Object.entries(value).reduce((sum, [k, v]) => sum + Buffer.byteLength(k) + valueSize(v) + 1, 3);
}

/** The size of an item by DynamoDB's rules, never less than what is billed: 1 KB of it is one write unit. */
export function itemSize(item: Record<string, unknown>): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => (value === undefined ? sum : sum + Buffer.byteLength(name) + valueSize(value)),
    0,
  );
}
