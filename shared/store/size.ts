/**
 * An item's bytes as DynamoDB counts them (Developer Guide, "Item sizes and formats"): names and strings in
 * UTF-8, numbers about half a byte per digit + 1, lists and maps 3 bytes + 1 per member.
 */
export function sizeOf(item: Record<string, unknown>): number {
  let bytes = 0;
  for (const name in item) {
    const value = item[name];
    if (value !== undefined) bytes += Buffer.byteLength(name) + sizeOfValue(value);
  }
  return bytes;
}

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/[-.]/g, '').length / 2) + 1;
  if (value === null || typeof value === 'boolean') return 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value))
    return 3 + value.reduce((sum: number, member) => sum + 1 + sizeOfValue(member), 0);
  if (typeof value === 'object') {
    const members = value as Record<string, unknown>;
    return 3 + Object.keys(members).length + sizeOf(members);
  }
  return 0;
}
