import ipaddr from 'ipaddr.js';

/** `public`: https to public addresses. `any`: what a laptop needs, and still not the cloud's own doors (E13). */
export type Targets = 'public' | 'any';

/** Where the Lambda runtime listens for its own function. */
const runtime_port = 9001;

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

const v4 = (bytes: number[]) => new ipaddr.IPv4(bytes);

/** The IPv4 address that an IPv6 one stands for, as translators and the kernel read it; itself otherwise. */
function unwrap(address: Parsed): Parsed {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  const within = (prefix: string) => (address as ipaddr.IPv6).match(ipaddr.IPv6.parseCIDR(prefix));
  // Mapped, translated (RFC 6145), NAT64 (RFC 6052), and the long dead ::a.b.c.d.
  const last4 = ['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '::/96'];
  if (bytes.slice(0, 15).some((b) => b !== 0) && last4.some(within)) return v4(bytes.slice(12));
  if (within('2002::/16')) return v4(bytes.slice(2, 6));
  return address;
}

/** Refused everywhere: no receiver has these addresses, and the cloud's credentials are served there (E13). */
const neverV4 = ['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255/32'];
const neverV6 = ['::/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::/32'];

function never(address: Parsed, port: number): boolean {
  if (address.kind() === 'ipv4') {
    const ip = address as ipaddr.IPv4;
    return (
      neverV4.some((range) => ip.match(ipaddr.IPv4.parseCIDR(range))) ||
      (port === runtime_port && ip.range() === 'loopback')
    );
  }
  const ip = address as ipaddr.IPv6;
  return (
    neverV6.some((range) => ip.match(ipaddr.IPv6.parseCIDR(range))) ||
    (port === runtime_port && ip.range() === 'loopback')
  );
}

/** Public: in no special range at all, and for IPv6 inside the one block that is routed (2000::/3). */
function isPublic(address: Parsed): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(ipaddr.IPv6.parseCIDR('2000::/3'));
}

/** Whether nothing may ever connect to `address`:`port` from here (H18, E13). */
export function isForbidden(address: string, port: number, targets: Targets): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (never(parsed, port) || never(unwrap(parsed), port)) return true;
  return targets === 'public' && !isPublic(parsed);
}
