import { type DeliveryTimes, type Provider, providers } from './records/counters.ts';

/** How long deliveries took, as counts by bucket. Each bound belongs to its bucket. The last has all that took longer. */
const bounds_s = [1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400, 172_800];

/**
 * The counter of a delivery that took so long: `%`, the provider, and the bucket. It is three characters, because a
 * day's item has one per provider and bucket. Above 1 KB, each update of the item costs one more write unit.
 */
export type DeliveryTimeName = `%${Digit}${Digit}`;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'a' | 'b' | 'c' | 'd' | 'e';

export function deliveryTimeName(provider: Provider, took_ms: number): DeliveryTimeName {
  const found = bounds_s.findIndex((bound) => took_ms <= bound * 1000);
  const bucket = found === -1 ? bounds_s.length - 1 : found;
  const digit = (n: number) => n.toString(36) as Digit;
  return `%${digit(providers.indexOf(provider))}${digit(bucket)}`;
}

/** Reads a name back. Null for other names, and for those of a later release. */
export function ofDeliveryTime(name: string): { provider: Provider; bucket: number } | null {
  if (name.length !== 3 || name[0] !== '%') return null;
  const [provider, bucket] = [
    providers[Number.parseInt(name[1] ?? '', 36)],
    Number.parseInt(name[2] ?? '', 36),
  ];
  return provider === undefined || bounds_s[bucket] === undefined ? null : { provider, bucket };
}

/** The seconds within which this share of the deliveries was done. Null without deliveries. */
function within(times: DeliveryTimes, share: number): number | null {
  const total = Object.values(times).reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [bucket, bound] of bounds_s.entries()) {
    seen += times[bucket] ?? 0;
    if (total > 0 && seen >= total * share) return bound;
  }
  return null;
}

export function deliverySeconds(all: readonly DeliveryTimes[]): { p50: number; p95: number } | null {
  const sum: DeliveryTimes = {};
  for (const times of all)
    for (const [bucket, n] of Object.entries(times)) sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + n;
  const [p50, p95] = [within(sum, 0.5), within(sum, 0.95)];
  return p50 === null || p95 === null ? null : { p50, p95 };
}
