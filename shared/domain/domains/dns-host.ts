import { type DnsProvider, dnsProviders } from '../../core/dns-host.ts';
import type { Dns } from '../../core/network.ts';
import type { DnsHost } from '../../core/records/domains.ts';

/** Name servers and their owners (providers.md 10.1). We can write records through the first three. */
const known: [RegExp, string][] = [
  [/\.(?:ns|secondary)\.cloudflare\.com$/, 'cloudflare'],
  [/^ns-\d+\.awsdns-\d+\.(?:com|net|org|co\.uk)$/, 'route53'],
  [/^ns[1-3]\.digitalocean\.com$/, 'digitalocean'],
  [/\.domaincontrol\.com$/, 'GoDaddy'],
  [/\.registrar-servers\.com$/, 'Namecheap'],
  [/\.(?:googledomains|squarespacedns)\.com$/, 'Squarespace'],
  [/\.azure-dns\.(?:com|net|org|info)$/, 'Azure'],
  [/\.vercel-dns\.com$/, 'Vercel'],
  [/\.nsone\.net$/, 'NS1'],
  [/\.dnsimple(?:-edge)?\.[a-z]+$/, 'DNSimple'],
  [/\.dnsmadeeasy\.com$/, 'DNS Made Easy'],
  [/\.ultradns\.[a-z.]+$/, 'UltraDNS'],
  [/\.akam\.net$/, 'Akamai'],
  [/\.gandi\.net$/, 'Gandi'],
  [/\.(?:hetzner\.(?:com|de)|first-ns\.de|your-server\.de)$/, 'Hetzner'],
  [/\.ovh\.net$/, 'OVH'],
  [/\.ui-dns\.[a-z]+$/, 'IONOS'],
  [/\.porkbun\.com$/, 'Porkbun'],
  [/\.name\.com$/, 'Name.com'],
  [/\.linode\.com$/, 'Linode'],
  [/\.vultr\.com$/, 'Vultr'],
  [/\.wixdns\.net$/, 'Wix'],
];

export const isProvider = (name: string | null): name is DnsProvider =>
  (dnsProviders as readonly (string | null)[]).includes(name);

const ownerOf = (server: string) => known.find(([pattern]) => pattern.test(server))?.[1] ?? null;

/** A zone's DNS host by its name servers, or by its SOA if these are custom. Null if unknown or several. */
async function providerOf(dns: Dns, zone: string, servers: string[]): Promise<string | null> {
  const owners = new Set(servers.map(ownerOf));
  if (owners.size !== 1) return null;
  const [owner = null] = owners;
  if (owner !== null) return owner;
  const [primary = ''] = (await dns.ask('SOA', zone)) ?? [];
  return ownerOf(primary);
}

/** A domain's zone as DNS shows it, with its host. Null if no server answered or there is no zone. */
export async function hostOf(dns: Dns, name: string) {
  const found = await dns.zoneOf(name);
  return found && { ...found, provider: await providerOf(dns, found.zone, found.servers) };
}

export const toDnsHost = (provider: string | null): DnsHost => ({ provider, apply: isProvider(provider) });
