import {
  ListResourceRecordSetsCommand,
  paginateListHostedZones,
  Route53Client,
  type RRType,
} from '@aws-sdk/client-route-53';
import { clientOf } from '../aws-api.ts';
import type { RecordSet, ZoneName, ZoneSource } from './zones.ts';

export function route53Zones(awsEndpoint: string): ZoneSource {
  const place = { endpoint: awsEndpoint, region: 'us-east-1' };
  const client = new Route53Client({ ...clientOf(place), maxAttempts: 2 });
  return {
    async zones() {
      const found: ZoneName[] = [];
      for await (const page of paginateListHostedZones({ client }, {})) {
        for (const { Id = '', Name = '' } of page.HostedZones ?? []) found.push({ id: Id, name: Name });
      }
      return found;
    },
    async records(HostedZoneId) {
      const found: RecordSet[] = [];
      let start: { StartRecordName?: string; StartRecordType?: RRType; StartRecordIdentifier?: string } = {};
      for (;;) {
        const page = await client.send(new ListResourceRecordSetsCommand({ HostedZoneId, ...start }));
        found.push(...(page.ResourceRecordSets ?? []));
        if (!page.IsTruncated) return found;
        start = {
          StartRecordName: page.NextRecordName,
          StartRecordType: page.NextRecordType,
          StartRecordIdentifier: page.NextRecordIdentifier,
        };
      }
    },
  };
}
