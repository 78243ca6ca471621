import { type DnsHosts, HostError } from '../../core/dns-host.ts';
import type { DnsHosting } from '../../domain/context.ts';
import type { Family } from './compose.ts';

const asToken = (credentials: Parameters<DnsHosts['open']>[1]): string => {
  if ('api_token' in credentials) return credentials.api_token;
  throw new HostError('auth', 'an API token is needed');
};

/** The DNS hosts that records are written through; their clients are loaded by the few requests that apply. */
export const dnsHosts: Family<DnsHosting> = ({ base, config }) => ({
  dns_hosts: {
    open: async (provider, credentials, zone) => {
      if (provider === 'route53') {
        if (!('access_key_id' in credentials)) throw new HostError('auth', 'an access key is needed');
        return (await import('../route53.ts')).openRoute53(credentials, zone);
      }
      const { hostRequests } = await import('../../net/dns-hosts/http.ts');
      const token = asToken(credentials);
      if (provider === 'cloudflare') {
        const { openCloudflare } = await import('../../net/dns-hosts/cloudflare.ts');
        return openCloudflare(hostRequests(config.CLOUDFLARE_API_URL, token, base.runtime), zone.names);
      }
      const { openDigitalOcean } = await import('../../net/dns-hosts/digitalocean.ts');
      return openDigitalOcean(hostRequests(config.DIGITALOCEAN_API_URL, token, base.runtime), zone.names);
    },
  },
});
