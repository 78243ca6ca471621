import { canonicalAddress } from '../../core/addresses.ts';
import type { InboundRoute } from '../../core/records/inbound-rules.ts';

/** The address's own route, else `local+*` (also without a tag), else `*`, which never refuses postmaster. */
export function routeOf(routes: InboundRoute[], address: string): InboundRoute | null {
  const exact = canonicalAddress(address);
  const at = exact.lastIndexOf('@');
  const [local, domain] = [exact.slice(0, at), exact.slice(at + 1)];
  const plus = local.indexOf('+');
  const base = plus > 0 ? local.slice(0, plus) : local;
  const by = (match: string) => routes.find((route) => route.match === match);
  const named = by(exact) ?? by(`${base}+*@${domain}`);
  if (named) return named;
  const rest = by(`*@${domain}`) ?? null;
  return rest?.action === 'refuse' && base === 'postmaster' ? null : rest;
}
