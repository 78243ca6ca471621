import { type AwsApi, xmlTexts } from './aws-api.ts';

export type DnsRecord = { name: string; type: 'TXT' | 'CNAME' | 'MX' | 'A'; value: string };

/** The id of the hosted zone `domain` in the local Route 53, made when there is none. */
export async function ensureZone(aws: AwsApi, domain: string): Promise<string> {
  const zones = await listZones(aws);
  return zones.get(domain) ?? (await createZone(aws, domain));
}

/** Publishes records in the zone that holds `domain`, the nearest one above it; makes a zone when none does. */
export async function publishRecords(aws: AwsApi, domain: string, records: DnsRecord[]): Promise<void> {
  const zones = await listZones(aws);
  const holder = suffixesOf(domain).find((name) => zones.has(name));
  const zone = (holder && zones.get(holder)) ?? (await createZone(aws, domain));
  const changes = records.map(({ name, type, value }) => {
    const record = `<Value>${xml(type === 'TXT' ? quoted(value) : value)}</Value>`;
    return `<Change><Action>UPSERT</Action><ResourceRecordSet><Name>${name}</Name><Type>${type}</Type><TTL>60</TTL><ResourceRecords><ResourceRecord>${record}</ResourceRecord></ResourceRecords></ResourceRecordSet></Change>`;
  });
  const body = `<ChangeBatch><Changes>${changes.join('')}</Changes></ChangeBatch>`;
  await post(aws, `/2013-04-01/hostedzone/${zone}/rrset/`, 'ChangeResourceRecordSetsRequest', body);
}

async function listZones(aws: AwsApi): Promise<Map<string, string>> {
  const answer = await aws.call('route53', { method: 'GET', path: '/2013-04-01/hostedzone' });
  const zones = answer.matchAll(/<HostedZone>.*?<Id>\/hostedzone\/([^<]+)<\/Id>.*?<Name>([^<]+)\.<\/Name>/gs);
  return new Map([...zones].map(([, id = '', name = '']) => [name, id]));
}

async function createZone(aws: AwsApi, domain: string): Promise<string> {
  const body = `<Name>${domain}</Name><CallerReference>${domain}-${Date.now()}</CallerReference>`;
  const answer = await post(aws, '/2013-04-01/hostedzone', 'CreateHostedZoneRequest', body);
  const [id] = xmlTexts(answer, 'Id');
  if (!id) throw new Error(`Route 53 made no zone for ${domain}`);
  return id.replace('/hostedzone/', '');
}

function post(aws: AwsApi, path: string, root: string, content: string): Promise<string> {
  const body = `<${root} xmlns="https://route53.amazonaws.com/doc/2013-04-01/">${content}</${root}>`;
  return aws.call('route53', { method: 'POST', path, body, headers: { 'content-type': 'text/xml' } });
}

/** Route 53 wants TXT in strings of at most 255 characters (RFC 1035 3.3.14). */
function quoted(value: string): string {
  return (value.match(/.{1,255}/g) ?? ['']).map((part) => `"${part}"`).join(' ');
}

function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
