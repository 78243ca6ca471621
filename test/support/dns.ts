import { once } from 'node:events';
import { connect } from 'node:net';
import {
  ChangeResourceRecordSetsCommand,
  ListResourceRecordSetsCommand,
  Route53Client,
} from '@aws-sdk/client-route-53';
import dnsPacket from 'dns-packet';
import { zoneFor } from '../../localstack/sending-domain.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { cloudKeys, environment, readStack } from './environment.ts';

type Type = 'TXT' | 'CNAME' | 'MX' | 'A' | 'NS' | 'SOA';

/** Makes the local DNS server reload its zones, with a NOTIFY (RFC 1996) over TCP. */
export async function notifyDns(): Promise<void> {
  const { host, port } = readStack().dns;
  const socket = connect(port, host);
  const questions = [{ type: 'SOA', name: 'test' }];
  socket.write(dnsPacket.streamEncode({ type: 'query', id: 1, flags: 4 << 11, questions }));
  await once(socket, 'data');
  socket.destroy();
}

const quoted = (text: string) => (text.match(/.{1,255}/g) ?? ['']).map((part) => `"${part}"`).join(' ');

function client(): Route53Client {
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = environment();
  return new Route53Client({
    endpoint,
    region,
    credentials: cloudKeys(),
  });
}

/** Creates a domain's own zone in the local Route 53, and returns how to change it. */
export async function localZone(domain: string) {
  const route53 = client();
  const HostedZoneId = await zoneFor(route53, domain);
  await notifyDns();
  const change = async (Action: 'UPSERT' | 'DELETE', Name: string, Type: Type, values: string[]) => {
    const ResourceRecords = values.map((value) => ({ Value: Type === 'TXT' ? quoted(value) : value }));
    const ResourceRecordSet = { Name, Type, TTL: 60, ResourceRecords };
    const ChangeBatch = { Changes: [{ Action, ResourceRecordSet }] };
    await route53.send(new ChangeResourceRecordSetsCommand({ HostedZoneId, ChangeBatch }));
  };
  return {
    id: HostedZoneId,
    /** Replaces the record at a name. Without a value, deletes it. */
    set: async (name: string, type: Type, values: string[], before: string[] = []) => {
      await (values.length > 0 ? change('UPSERT', name, type, values) : change('DELETE', name, type, before));
      await notifyDns();
    },
    /** The records at a name in Route 53. */
    get: async (name: string, type: Type): Promise<string[]> => {
      const answer = await route53.send(new ListResourceRecordSetsCommand({ HostedZoneId }));
      const set = answer.ResourceRecordSets?.find((one) => one.Name === `${name}.` && one.Type === type);
      return (set?.ResourceRecords ?? []).map(({ Value = '' }) => Value);
    },
  };
}

export type LocalZone = Awaited<ReturnType<typeof localZone>>;

/** Publishes the records that a domain needs, except for these purposes. */
export async function publish(
  zone: LocalZone,
  { records }: DomainRecord,
  except: string[] = [],
): Promise<void> {
  const wanted = records.filter(({ purpose }) => !except.includes(purpose));
  await Promise.all(
    wanted.map(({ host, type, value, priority }) =>
      zone.set(host, type, [priority === null ? value : `${priority} ${value}`]),
    ),
  );
}
