import {
  type HostChange,
  HostError,
  type HostRecord,
  type HostResult,
  type HostZone,
  isHostError,
  plainHost,
  unquotedText,
} from '../../core/dns-host.ts';
import { type HostAnswer, type HostRequest, words } from './http.ts';
import { allPages, oneByOne } from './zone.ts';

type Row = { id: number; type: HostRecord['type']; name: string; data: string; priority: number | null };

function faultOf({ status, body }: HostAnswer): HostError {
  const message = words(body.message);
  if (status === 401 || status === 403) return new HostError('auth', message);
  return new HostError(status === 404 ? 'zone_not_found' : 'refused', message);
}

async function call(request: HostRequest, ...asked: Parameters<HostRequest>): Promise<HostAnswer['body']> {
  const answer = await request(...asked);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw faultOf(answer);
}

export async function openDigitalOcean(request: HostRequest, names: string[]): Promise<HostZone> {
  for (const name of names) {
    try {
      await call(request, 'GET', `/domains/${encodeURIComponent(name)}`);
      return zoneOf(request, name);
    } catch (error) {
      if (!isHostError(error) || error.fault !== 'zone_not_found') throw error;
    }
  }
  throw new HostError('zone_not_found', `DigitalOcean has no domain ${names[0]} for this token`);
}

function zoneOf(request: HostRequest, zone: string): HostZone {
  const path = `/domains/${encodeURIComponent(zone)}/records`;
  /** The zone itself comes as `@`, and names under it may be relative. */
  const nameIn = (data: string) => (data === '@' ? zone : plainHost(data));
  const textOf = ({ type, data, priority }: Row) => {
    if (type === 'TXT') return unquotedText(data);
    return type === 'MX' ? `${priority} ${nameIn(data)}` : nameIn(data);
  };

  const at = async (name: string): Promise<HostRecord[]> => {
    const rows = await allPages(async (page) => {
      const query = `name=${encodeURIComponent(name)}&per_page=200&page=${page}`;
      const { domain_records, meta } = await call(request, 'GET', `${path}?${query}`);
      return { rows: domain_records as Row[], total: (meta as { total?: number } | undefined)?.total ?? 0 };
    });
    return rows.map((row) => ({ type: row.type, value: textOf(row), id: String(row.id), locked: null }));
  };

  /** Names relative to the zone, targets with a final dot. */
  const bodyOf = ({ host, type, value }: HostChange) => {
    const name = host === zone ? '@' : host.slice(0, -(zone.length + 1));
    const [priority = '', exchange = ''] = value.split(' ');
    if (type === 'MX') return { type, name, data: `${exchange}.`, priority: Number(priority), ttl: 1800 };
    return { type, name, data: type === 'CNAME' ? `${value}.` : value, ttl: 1800 };
  };

  const writeOne = async (change: HostChange): Promise<HostResult> => {
    const { type, data, ...rest } = bodyOf(change);
    const { replaces } = change;
    if (replaces === null) await call(request, 'POST', path, { type, data, ...rest });
    else await call(request, 'PATCH', `${path}/${replaces.id}`, { type, data });
    return { result: 'written' };
  };
  return { at, write: oneByOne(writeOne) };
}
