import ipaddr from 'ipaddr.js';
import type { Issue } from '../../core/errors.ts';
import type { Address, Resolver } from '../../core/network.ts';

/** `public`: https to public addresses. `any`: what a laptop needs, and still not the cloud's own doors (E13). */
type Targets = 'public' | 'any';

const max_length = 2_048;

/** Where the Lambda runtime listens for its own function. */
const runtime_port = 9001;

const fault = (message: string, rule: Issue['rule'] = 'format'): Issue => ({ path: 'url', rule, message });

/**
 * What is wrong with a webhook's url as text, null when nothing is (H18, E48, E49). Whatever the URL
 * standard would silently repair is refused, so that no second parser can read another host.
 */
export function checkUrl(value: string, targets: Targets): Issue | null {
  if (value.length > max_length) return fault(`url is longer than ${max_length} characters`, 'length');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (value !== value.trim() || /[\u0000-\u001f\u007f\\#]/.test(value))
    return fault('url holds white space around it, a control character, a backslash or a fragment');
  const authority = /^[a-z]+:\/\/([^/?]+)/i.exec(value)?.[1];
  if (authority === undefined || !URL.canParse(value)) return fault('url is not an absolute URL');
  if (authority.includes('@')) return fault('url holds a user name or password');
  const url = new URL(value);
  if (url.protocol !== 'https:' && !(targets === 'any' && url.protocol === 'http:'))
    return fault(targets === 'any' ? 'url is neither https nor http' : 'url is not https');
  const port = portOf(url);
  if (port === 0 || (targets === 'public' && port !== 443 && port < 1024))
    return fault('url names a port that is neither 443 nor 1024 or above');
  return null;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** The host to look up and to name in TLS: no brackets, no final dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

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

/** A literal's own address, the loopback names' two, else null: the name has to be looked up. */
function knownAddresses(host: string): Address[] | null {
  if (ipaddr.isValid(host)) return [{ address: host, family: host.includes(':') ? 6 : 4 }];
  if (host === 'localhost' || host.endsWith('.localhost'))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  return null;
}

/**
 * The addresses to pin a connection to: `blocked` when any of them is forbidden, for one good answer among
 * bad ones is how rebinding begins (E48).
 */
export async function resolveTarget(
  resolver: Resolver,
  url: URL,
  targets: Targets,
  timeout_ms: number,
): Promise<{ addresses: Address[]; blocked: boolean }> {
  const host = hostOf(url);
  const addresses = knownAddresses(host) ?? (await resolver.resolve(host, timeout_ms));
  const port = portOf(url);
  return { addresses, blocked: addresses.some(({ address }) => isForbidden(address, port, targets)) };
}
