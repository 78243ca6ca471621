import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../core/ip-ranges.ts';

/**
 * `public` allows https to public addresses. `any` also allows a laptop's addresses, but never the cloud's
 * own services.
 */
export type Targets = 'public' | 'any';

/** The port where the Lambda runtime listens for its own function. */
const runtime_port = 9001;

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

const v4 = (bytes: number[]) => new ipaddr.IPv4(bytes);

type Range = readonly [network: Parsed, bits: number];

const ranges = (...written: string[]): Range[] => written.map((range) => ipaddr.parseCIDR(range));

const isWithin = (address: Parsed, some: Range[]): boolean =>
  some.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));

/**
 * IPv6 prefixes that contain an IPv4 address: mapped, translated (RFC 6145), NAT64 (RFC 6052), and the
 * long-obsolete ::a.b.c.d.
 */
const endsInV4 = ranges('::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '::/96');
const sixToFour = ranges('2002::/16');

/**
 * The IPv4 address that an IPv6 address stands for, as translators and the kernel read it. Other addresses
 * stay unchanged.
 */
function unwrap(address: Parsed): Parsed {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  if (bytes.slice(0, 15).some((b) => b !== 0) && isWithin(address, endsInV4)) return v4(bytes.slice(12));
  return isWithin(address, sixToFour) ? v4(bytes.slice(2, 6)) : address;
}

/**
 * Refused everywhere, because no receiver has these addresses, and the cloud serves its credentials there.
 */
const neverReached = ranges(
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255/32'],
  ...['::/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::/32'],
);

const never = (address: Parsed, port: number): boolean =>
  isWithin(address, neverReached) || (port === runtime_port && address.range() === 'loopback');

/** Whether connecting to `address`:`port` is never allowed from here. */
export function isForbidden(address: string, port: number, targets: Targets): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (never(parsed, port) || never(unwrap(parsed), port)) return true;
  return targets === 'public' && !isPublicAddress(address);
}
