import type { Dns } from '../../../shared/core/network.ts';
import { hostOf } from '../../../shared/domain/domains/dns-host.ts';

/** The zone example.com with these name servers, and this primary server in its SOA. */
const zoneWith = (servers: string[], primary: string[] | null): Dns & { asked: string[] } => {
  const asked: string[] = [];
  const ask: Dns['ask'] = async (type, name) => {
    asked.push(`${type} ${name}`);
    return primary;
  };
  return { ask, askResolvers: ask, zoneOf: async () => ({ zone: 'example.com', servers }), asked };
};

const aws = ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.co.uk'];
const own = ['ns1.example.com', 'ns2.example.com'];

test.each<[string, string[], string[] | null, string | null]>([
  ['names that the host is known by', aws, null, 'route53'],
  ["names of the customer's own, and the host's in the SOA", own, ['ada.ns.cloudflare.com'], 'cloudflare'],
  ["names of the customer's own, and Route 53 in the SOA", own, ['ns-9.awsdns-09.net'], 'route53'],
  ['names of the customer everywhere', own, ['ns1.example.com'], null],
  ['an SOA that no server answers', own, null, null],
  ['a mix of two hosts', [...aws, 'ada.ns.cloudflare.com'], ['ns-1.awsdns-01.org'], null],
  ["a mix of a host's and the customer's own", [...aws, ...own], ['ns-1.awsdns-01.org'], null],
])('the DNS host by %s [A49]', async (_what, servers, primary, provider) => {
  const dns = zoneWith(servers, primary);
  expect(await hostOf(dns, 'mail.example.com')).toMatchObject({ zone: 'example.com', provider });
  expect(dns.asked).toEqual(servers === own ? ['SOA example.com'] : []);
});
