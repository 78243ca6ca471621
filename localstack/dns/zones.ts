import {
  ListResourceRecordSetsCommand,
  paginateListHostedZones,
  Route53Client,
  type RRType,
} from '@aws-sdk/client-route-53';
import { loadedOnce } from '../../shared/core/cache.ts';
import { clientOf } from '../aws-api.ts';

export type RecordSet = {
  Name?: string;
  Type?: string;
  TTL?: number;
  ResourceRecords?: { Value?: string }[];
};
type ZoneName = { id: string; name: string };

export type ZoneSource = {
  zones: () => Promise<ZoneName[]>;
  records: (zoneId: string) => Promise<RecordSet[]>;
};

/** A zone by lowercase name without the final dot. Records are by name and type. */
export type Zone = { name: string; names: Map<string, Map<string, RecordSet>> };

/** Normalizes a name: lowercase, without the final dot, with Route 53's octal escapes decoded. */
export function plainName(name: string): string {
  const unescaped = name.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
  return unescaped.replace(/\.$/, '').toLowerCase();
}

function addRecords(zone: Zone, records: RecordSet[]): void {
  for (const record of records) {
    const name = plainName(record.Name ?? '');
    const types = zone.names.get(name) ?? new Map<string, RecordSet>();
    if (!types.has(record.Type ?? '')) types.set(record.Type ?? '', record);
    zone.names.set(name, types);
  }
}

/**
 * Finds the zone with the longest suffix that matches a name. Zones with the same name count as one. After `freshFor`
 * ms or `forget`, zones and the records of the matching zone are read again.
 */
export function createZones(source: ZoneSource, freshFor: number) {
  const read = () => ({
    zoneNames: loadedOnce(Date.now, freshFor, source.zones),
    recordsOf: loadedOnce(Date.now, freshFor, source.records),
  });
  let { zoneNames, recordsOf } = read();

  async function find(name: string): Promise<Zone | undefined> {
    const wanted = plainName(name);
    const within = (zone: string) => wanted === zone || wanted.endsWith(`.${zone}`);
    const found = (await zoneNames('all'))
      .map((zone) => ({ id: zone.id, name: plainName(zone.name) }))
      .filter((zone) => within(zone.name))
      .sort((a, b) => b.name.length - a.name.length);
    const best = found[0]?.name;
    if (best === undefined) return undefined;
    const zone: Zone = { name: best, names: new Map() };
    for (const { id, name: of } of found) if (of === best) addRecords(zone, await recordsOf(id));
    return zone;
  }
  const forget = () => {
    ({ zoneNames, recordsOf } = read());
  };
  return { find, forget };
}

export type FindZone = ReturnType<typeof createZones>['find'];

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
