import { type DnsHosts, HostError } from '../../core/dns-host.ts';
import type { OidcProvider } from '../../core/network.ts';
import type { Dns, DnsHosting, Oidc, Resolving, WebhookRequests } from '../../domain/context.ts';
import { dnsClient } from '../../net/dns.ts';
import { dnsResolver } from '../../net/resolver.ts';
import { webhookClient } from '../../net/webhook-client.ts';
import type { Family } from '../compose.ts';
import { lazyPort, once } from '../lazy-port.ts';

export const dns: Family<Dns> = ({ config }) => ({
  dns: dnsClient({ servers: config.DNS_SERVERS?.split(',') ?? [], patience: config.AWS_TIMEOUT_FACTOR }),
});

const asToken = (credentials: Parameters<DnsHosts['open']>[1]): string => {
  if ('api_token' in credentials) return credentials.api_token;
  throw new HostError('auth', 'an API token is needed');
};

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
        return openCloudflare(hostRequests(config.CLOUDFLARE_API_URL, token, base.runtime), zone);
      }
      const { openDigitalOcean } = await import('../../net/dns-hosts/digitalocean.ts');
      return openDigitalOcean(hostRequests(config.DIGITALOCEAN_API_URL, token, base.runtime), zone.names);
    },
  },
});

export const resolver: Family<Resolving> = ({ config }) => ({
  resolver: dnsResolver(config.DNS_SERVERS?.split(',') ?? []),
});

export const webhookRequests = (): WebhookRequests => ({ webhook_client: webhookClient() });

/** The sign-in provider. Its client loads with the first sign-in. */
export const oidc: Family<Oidc> = ({ aws, base, config }) => ({
  oidc: lazyPort<OidcProvider>(async () => {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET_ARN: arn } = config;
    if (issuer === undefined || client_id === undefined || arn === undefined)
      throw new Error('no OIDC provider is configured');
    const { oidcProvider } = await import('../../net/oidc.ts');
    const client_secret = once(async () => (await import('../secret-text.ts')).readSecretText(aws, arn));
    const redirect_uri = `${base.settings.dashboard_url}/sign-in/oidc/callback`;
    const names = dnsResolver(config.DNS_SERVERS?.split(',') ?? []);
    return oidcProvider(
      { issuer, client_id, client_secret, redirect_uri },
      { resolver: names, now: base.runtime.now },
    );
  }, ['authorization', 'redeem']),
});
