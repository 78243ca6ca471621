import {
  failedBy,
  type HostChange,
  HostError,
  type HostRecord,
  type HostResult,
  type HostZone,
  isHostError,
  plainHost,
  quotedText,
  unquotedText,
} from '../../core/dns-host.ts';
import { type HostAnswer, type HostRequest, words } from './http.ts';
import { allPages, oneByOne } from './zone.ts';

type Row = {
  id: string;
  type: HostRecord['type'];
  content: string;
  priority?: number;
  proxied?: boolean;
};

/** Codes for a token that is malformed, unknown, or lacks permission. */
const authCodes = new Set([6003, 6103, 9106, 9109, 10000]);

/**
 * "Record already exists." and "An identical record already exists.", after which the records are read again.
 */
const existsCodes = new Set([81057, 81058]);

function faultOf({ status, body }: HostAnswer): HostError {
  const errors = (body.errors as { code?: number; message?: string }[] | undefined) ?? [];
  const has = (codes: Set<number>) => errors.some(({ code }) => codes.has(code ?? 0));
  const message = words(errors[0]?.message);
  if (status === 401 || status === 403 || has(authCodes)) return new HostError('auth', message);
  return new HostError(has(existsCodes) ? 'exists' : 'refused', message);
}

async function call(request: HostRequest, ...asked: Parameters<HostRequest>): Promise<HostAnswer['body']> {
  const answer = await request(...asked);
  if (answer.status === 200 && answer.body.success === true) return answer.body;
  throw faultOf(answer);
}

function recordOf({ id, type, content, priority, proxied }: Row): HostRecord {
  const name = plainHost(content);
  const value = type === 'TXT' ? unquotedText(content) : type === 'MX' ? `${priority} ${name}` : name;
  const locked = proxied === true ? 'is proxied by Cloudflare: switch it to "DNS only"' : null;
  return { type, value, id, locked };
}

/** TXT in quotes, MX with a separate priority. A CNAME must be "DNS only" to be visible as one. */
function bodyOf({ host, type, value }: HostChange) {
  const [priority = '', exchange = ''] = value.split(' ');
  if (type === 'MX') return { type, name: host, content: exchange, priority: Number(priority), ttl: 1 };
  const content = type === 'TXT' ? quotedText(value) : value;
  return { type, name: host, content, ttl: 1, ...(type === 'CNAME' && { proxied: false }) };
}

type Zone = { id: string; status?: string; name_servers?: string[] };

/**
 * When several zones share a name, picks the zone whose name servers are in DNS. A zone that Cloudflare found
 * in use may have its own name servers.
 */
function pick(zones: Zone[], servers: string[] | null): Zone | undefined {
  if (servers === null) return zones[0];
  const isLive = ({ name_servers = [] }: Zone) =>
    name_servers.some((server) => servers.includes(plainHost(server)));
  return zones.find(isLive) ?? zones.find(({ status }) => status === 'active');
}

export async function openCloudflare(
  request: HostRequest,
  { names, servers }: { names: string[]; servers: string[] | null },
): Promise<HostZone> {
  for (const name of names) {
    const found = await call(request, 'GET', `/zones?name=${encodeURIComponent(name)}`);
    const zone = pick(found.result as Zone[], servers);
    if (zone) return zoneOf(request, `/zones/${encodeURIComponent(zone.id)}/dns_records`);
  }
  const which = servers === null ? '' : ' that is active, or has the name servers of the domain,';
  throw new HostError('zone_not_found', `Cloudflare has no zone ${names[0]}${which} for this token`);
}

function zoneOf(request: HostRequest, path: string): HostZone {
  const at = async (name: string): Promise<HostRecord[]> => {
    const rows = await allPages(async (page) => {
      const query = `name=${encodeURIComponent(name)}&per_page=100&page=${page}`;
      const { result, result_info } = await call(request, 'GET', `${path}?${query}`);
      const total = (result_info as { total_count?: number } | undefined)?.total_count ?? 0;
      return { rows: result as Row[], total };
    });
    return rows.map(recordOf);
  };

  const writeOne = async (change: HostChange): Promise<HostResult> => {
    const { replaces } = change;
    try {
      if (replaces === null) await call(request, 'POST', path, bodyOf(change));
      else await call(request, 'PATCH', `${path}/${replaces.id}`, { content: bodyOf(change).content });
      return { result: 'written' };
    } catch (error) {
      if (!isHostError(error) || error.fault !== 'exists') throw error;
      const there = await at(change.host);
      const same = there.some(({ type, value }) => type === change.type && value === change.value);
      return same ? { result: 'unchanged' } : failedBy(error);
    }
  };
  return { at, write: oneByOne(writeOne) };
}
