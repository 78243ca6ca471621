import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  ChangeResourceRecordSetsCommand,
  GetHostedZoneCommand,
  type HostedZone,
  ListHostedZonesByNameCommand,
  type ListHostedZonesByNameCommandOutput,
  ListResourceRecordSetsCommand,
  type ResourceRecordSet,
  Route53Client,
} from '@aws-sdk/client-route-53';
import {
  failedBy,
  type HostChange,
  type HostCredentials,
  HostError,
  type HostRecord,
  type HostRecordType,
  type HostResult,
  type HostZone,
  isHostError,
  plainHost,
  quotedText,
  unquotedText,
} from '../core/dns-host.ts';
import { faultOf } from './fault.ts';

const authNames =
  /^(?:AccessDenied|InvalidClientTokenId|SignatureDoesNotMatch|ExpiredToken|UnrecognizedClient|OptInRequired|MissingAuthenticationToken|IncompleteSignature|InvalidAccessKeyId)/;

/** TTL of new record sets, in seconds. */
const ttl = 3600;

function hostError(error: unknown): HostError {
  if (isHostError(error)) return error;
  const { name, message, status, messages } = faultOf(error);
  const text = messages[0] ?? (message === 'UnknownError' ? 'Route 53 refused the change' : message);
  const said = text.replace(/\s+/g, ' ').slice(0, 200);
  if (authNames.test(name)) return new HostError('auth', name);
  if (/Throttling|PriorRequestNotComplete|TooManyRequests/.test(name))
    return new HostError('rate_limited', said);
  if (status === 403) return new HostError('auth', name);
  if (status >= 400 && status < 500) return new HostError('refused', said);
  return new HostError('down', 'Route 53 did not answer');
}

/** Route 53 writes characters other than a-z, 0-9, - and _ in octal. */
const nameOf = (name = '') =>
  plainHost(name.replace(/\\(\d{3})/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 8))));

const textOf = (type: string | undefined, raw: string): string =>
  type === 'TXT' ? unquotedText(raw) : plainHost(raw.replace(/\s+/g, ' '));

/** A record set whose responses depend on Route 53's routing rules, not only on its values. */
function lockOf({ AliasTarget, SetIdentifier }: ResourceRecordSet): string | null {
  if (AliasTarget) return 'is a Route 53 alias: remove it there first';
  return SetIdentifier ? 'has a Route 53 routing policy: change it there' : null;
}

function recordsOf(set: ResourceRecordSet): HostRecord[] {
  const type = set.Type as HostRecordType;
  const locked = lockOf(set);
  const recordOf = (value: string): HostRecord => ({ type, value, id: null, locked });
  const records = (set.ResourceRecords ?? []).map(({ Value = '' }) => recordOf(textOf(type, Value)));
  return records.length > 0 ? records : [recordOf(nameOf(set.AliasTarget?.DNSName))];
}

/** The complete record set after a change. All other values stay in place. */
function setAfter(set: ResourceRecordSet | undefined, change: HostChange): ResourceRecordSet {
  const { host, type, value, replaces } = change;
  const before = set?.ResourceRecords ?? [];
  const at = before.findIndex(({ Value = '' }) => textOf(type, Value) === replaces?.value);
  const added = { Value: type === 'TXT' ? quotedText(value) : `${value}.` };
  const ResourceRecords = at === -1 ? [...before, added] : before.with(at, added);
  return { Name: `${host}.`, Type: type, TTL: set?.TTL ?? ttl, ResourceRecords };
}

/**
 * Route 53 applies a batch whole or not at all, deletes a set only if given exactly, and doesn't create
 * existing sets. So the change succeeds only if no one else changed the set since it was read. UPSERT would
 * overwrite others' values.
 */
function swap(before: ResourceRecordSet | undefined, change: HostChange): Change[] {
  const after: Change = { Action: 'CREATE', ResourceRecordSet: setAfter(before, change) };
  return before ? [{ Action: 'DELETE', ResourceRecordSet: before }, after] : [after];
}

/** When several public zones share a name, picks the zone whose name servers are in DNS. */
async function pick(client: Route53Client, zones: HostedZone[], servers: string[] | null): Promise<string> {
  const [only] = zones;
  if (servers === null && zones.length === 1) return only?.Id ?? '';
  for (const { Id } of zones) {
    const { DelegationSet } = await client.send(new GetHostedZoneCommand({ Id }));
    const own = (DelegationSet?.NameServers ?? []).map(plainHost);
    if (own.some((server) => servers?.includes(server))) return Id ?? '';
  }
  if (servers === null) return only?.Id ?? '';
  const missing = "These credentials have no hosted zone with the domain's name servers";
  throw new HostError('zone_not_found', missing);
}

async function zonesNamed(client: Route53Client, name: string): Promise<HostedZone[]> {
  const named: HostedZone[] = [];
  let from: { DNSName: string; HostedZoneId?: string | undefined } | null = { DNSName: name };
  while (from) {
    const page: ListHostedZonesByNameCommandOutput = await client.send(
      new ListHostedZonesByNameCommand({ ...from, MaxItems: 10 }),
    );
    named.push(...(page.HostedZones ?? []).filter((zone) => nameOf(zone.Name) === name));
    // After the zones with this name, the list continues with those of the next name.
    const goesOn = page.IsTruncated === true && nameOf(page.NextDNSName) === name;
    from = goesOn ? { DNSName: name, HostedZoneId: page.NextHostedZoneId } : null;
  }
  return named.filter((zone) => zone.Config?.PrivateZone !== true);
}

/** A hosted zone at Route 53. The SDK repeats throttled requests three times. Throws `HostError`. */
export async function openRoute53(
  { access_key_id, secret_access_key, session_token }: Exclude<HostCredentials, { api_token: string }>,
  zone: { names: string[]; servers: string[] | null },
  options: { endpoint?: string } = {},
): Promise<HostZone> {
  const client = new Route53Client({
    region: 'us-east-1',
    ...options,
    maxAttempts: 4,
    credentials: {
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      ...(session_token !== undefined && { sessionToken: session_token }),
    },
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_500, throwOnRequestTimeout: true },
  });
  try {
    for (const name of zone.names) {
      const zones = await zonesNamed(client, name);
      if (zones.length > 0) return zoneOf(client, await pick(client, zones, zone.servers));
    }
  } catch (error) {
    throw hostError(error);
  }
  const missing = `Route 53 has no public hosted zone ${zone.names[0]} for these credentials`;
  throw new HostError('zone_not_found', missing);
}

function zoneOf(client: Route53Client, HostedZoneId: string): HostZone {
  const setsAt = async (name: string): Promise<ResourceRecordSet[]> => {
    const asked = { HostedZoneId, StartRecordName: name, MaxItems: 50 };
    const { ResourceRecordSets = [] } = await client.send(new ListResourceRecordSetsCommand(asked));
    return ResourceRecordSets.filter((set) => nameOf(set.Name) === name);
  };

  /** The planned sets by name. A change is written only if its set is still the same as planned. */
  const planned = new Map<string, ResourceRecordSet[]>();
  const read = async (name: string): Promise<ResourceRecordSet[]> => {
    const sets = await setsAt(name);
    planned.set(name, sets);
    return sets;
  };
  const ofType = (sets: ResourceRecordSet[], type: string) => sets.find(({ Type }) => Type === type);

  const exchange = async (changes: HostChange[]): Promise<void> => {
    const Changes: Change[] = [];
    for (const change of changes) {
      const sets = planned.get(change.host) ?? (await read(change.host));
      Changes.push(...swap(ofType(sets, change.type), change));
    }
    await client.send(new ChangeResourceRecordSetsCommand({ HostedZoneId, ChangeBatch: { Changes } }));
  };

  const overtaken = (host: string): HostResult => ({
    result: 'failed',
    message: `${host} was changed by someone else at the same time. Try again.`,
  });

  const isThere = async ({ host, type, value }: HostChange): Promise<boolean> =>
    (await read(host)).flatMap(recordsOf).some((one) => one.type === type && one.value === value);

  /** The outcome after the write. Another writer may have replaced the set since. */
  const resultOf = async (change: HostChange): Promise<HostResult> =>
    (await isThere(change)) ? { result: 'written' } : overtaken(change.host);

  /**
   * Distinguishes a change that Route 53 rejected from a set that was changed in the meantime, either by this
   * write (repeated after a lost response) or by another writer.
   */
  const refusalOf = async (change: HostChange, fault: HostError): Promise<HostResult> => {
    const { host, type } = change;
    const before = ofType(planned.get(host) ?? [], type);
    if (await isThere(change)) return { result: 'written' };
    const now = ofType(planned.get(host) ?? [], type);
    return isDeepStrictEqual(before, now) ? failedBy(fault) : overtaken(host);
  };

  const writeAll = async (changes: HostChange[]): Promise<HostResult[]> => {
    try {
      await exchange(changes);
    } catch (error) {
      const fault = hostError(error);
      // A batch succeeds or fails as a whole, so one rejected change must not block the rest.
      if (fault.fault !== 'refused') return changes.map(() => failedBy(fault));
      const [only, ...others] = changes;
      if (only && others.length === 0) return [await refusalOf(only, fault).catch(() => failedBy(fault))];
      const results: HostResult[] = [];
      for (const change of changes) results.push(...(await writeAll([change])));
      return results;
    }
    const written = (change: HostChange) => resultOf(change).catch((error) => failedBy(hostError(error)));
    return Promise.all(changes.map(written));
  };

  return {
    at: async (name) => {
      try {
        return (await read(name)).flatMap(recordsOf);
      } catch (error) {
        throw hostError(error);
      }
    },
    write: writeAll,
  };
}
