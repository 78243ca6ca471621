/** A name without case and separators, so scheduledAt, Scheduled-At, and scheduled_at are equal. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}.:]/gu, '');

const max_edits = 2;
/** No field name is longer, so longer names never match. */
const maxLength = 64;

/** Insertions, deletions, substitutions, or swaps of neighbors. Capped at `max_edits + 1`. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > max_edits) return max_edits + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (row[j - 1] as number) + 1,
        (last[j] as number) + 1,
        (last[j - 1] as number) + cost,
        swapped ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...row) > max_edits) return max_edits + 1;
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}

/** The known name within two edits (one edit for up to three letters), or null. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > maxLength) return null;
  const plain = plainName(name);
  const near = known.flatMap((one) => {
    const wanted = plainName(one);
    const edits = editsBetween(plain, wanted);
    return edits <= Math.min(max_edits, wanted.length / 2) ? [{ one, edits }] : [];
  });
  return near.toSorted((a, b) => a.edits - b.edits)[0]?.one ?? null;
}
