/** The highest rate at which nothing is leased: a request takes its token, and those that wait take theirs together. */
const exactUpTo = 200;

/** The time after which unspent tokens are lost: they must not come on top of what the bucket has gained since. */
export const unspent_ms = 1_000;

/** All processes together may hold about so many seconds' worth: 1 % of what passes in ten seconds. */
const held_s = 0.12;

/** Tokens of the next lease (P24): 1, doubling while they are used up fast, up to what the process spends in `held_s`. */
export function leaseSize(last: { size: number; used_ms: number }, rate: number): number {
  if (rate <= exactUpTo || last.used_ms > unspent_ms) return 1;
  const spends = last.used_ms > 0 ? (last.size * 1000) / last.used_ms : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(2 * last.size, 1 + Math.round(held_s * spends)));
}
