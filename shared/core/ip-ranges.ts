import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A CIDR range or single address, or null. IPv4-mapped IPv6 addresses count as IPv4. */
function rangeOf(text: string): Range | null {
  const [address = '', bits, ...rest] = text.split('/');
  // ipaddr.js also accepts `1`, `0x7f.1`, and zone ids. Accept only the usual spellings.
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || isPlainV6(address))) return null;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const parsed = ipaddr.process(address);
  const mapped = parsed.kind() === 'ipv4' && address.includes(':');
  const size = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? size : Number(bits) - (mapped ? 96 : 0);
  return length >= 0 && length <= size ? [parsed, length] : null;
}

const isPlainV6 = (text: string) => /^[0-9a-f:.]+$/i.test(text) && ipaddr.IPv6.isValid(text);

export const isRange = (text: string): boolean => rangeOf(text) !== null;

/** Whether every address of `inner` is in `outer`. False if either is not a range. */
export function isWithin(inner: string, outer: string): boolean {
  const [one, other] = [rangeOf(inner), rangeOf(outer)];
  if (one === null || other === null || one[1] < other[1]) return false;
  if (one[0] instanceof ipaddr.IPv4)
    return other[0] instanceof ipaddr.IPv4 && one[0].match(other[0], other[1]);
  return other[0] instanceof ipaddr.IPv6 && one[0].match(other[0], other[1]);
}

/** An address's network, from its first bytes for IPv4 or IPv6. Null if it isn't an address. */
export function networkOf(text: string, bytes: { v4: number; v6: number }): string | null {
  if (rangeOf(text) === null) return null;
  const address = ipaddr.process(text.split('/')[0] ?? '');
  const size = address.kind() === 'ipv4' ? bytes.v4 : bytes.v6;
  return address.toByteArray().slice(0, size).join('.');
}

/**
 * The name under which a client is counted: its IPv4 address, its IPv6 /64 (usually one customer), or
 * otherwise the text itself.
 */
export const clientKey = (address: string): string =>
  networkOf(address.replace(/%.*$/s, ''), { v4: 4, v6: 8 }) ?? address;

/** Whether an address is on the public internet: not in a special range, and for IPv6 in the routed block. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(ipaddr.IPv6.parseCIDR('2000::/3'));
}
