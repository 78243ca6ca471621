import type { IncomingMessage, ServerResponse } from 'node:http';
import { openRoute53 } from '../../shared/aws/route53.ts';
import type { DnsHosts } from '../../shared/core/dns-host.ts';
import { openCloudflare } from '../../shared/net/dns-hosts/cloudflare.ts';
import { openDigitalOcean } from '../../shared/net/dns-hosts/digitalocean.ts';
import { hostRequests } from '../../shared/net/dns-hosts/http.ts';
import { type Received, receiver } from './receiver.ts';

/** A record as the fake host stores it, by full name. */
export type Stored = {
  id: string;
  type: string;
  name: string;
  content: string;
  priority?: number;
  proxied?: boolean;
};

type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

type Handle = (request: { method: string; path: string; query: URLSearchParams; body: Stored }) => Reply;

/** Responses to use instead of the usual ones, each for one matching request. */
type Fault = { when: RegExp; reply: Reply };

/** An HTTP server that speaks a DNS host's API. */
async function serve(token: string, unauthorized: Reply, handle: Handle) {
  const faults: Fault[] = [];
  const seen: string[] = [];
  const calls: Received[] = [];
  const { url, received } = await receiver((request: IncomingMessage, response: ServerResponse) => {
    const call = received.at(-1) as Received;
    calls.push(call);
    const { pathname, searchParams } = new URL(call.path, 'http://x');
    const path = pathname.replace(/^\/hook/, '');
    const method = request.method ?? '';
    seen.push(`${method} ${path}`);
    const at = faults.findIndex(({ when }) =>
      when.test(`${method} ${path}${new URL(call.path, 'http://x').search}`),
    );
    const fault = at === -1 ? undefined : faults.splice(at, 1)[0]?.reply;
    const usual = () =>
      call.headers.authorization === `Bearer ${token}`
        ? handle({ method, path, query: searchParams, body: call.body ? JSON.parse(call.body) : {} })
        : unauthorized;
    const { status, body, headers } = fault ?? usual();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  return { url, faults, seen, calls };
}

const cfError = (status: number, code: number, message: string): Reply => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

/** Cloudflare according to its documentation (providers.md 10.2), with pages of `page` records. */
export async function fakeCloudflare(zone: string, records: Stored[] = [], page = 100) {
  const ok = (result: unknown, info?: object): Reply => ({
    status: 200,
    body: { success: true, errors: [], messages: [], result, ...(info && { result_info: info }) },
  });
  let made = 0;
  const server = await serve(
    'cf-token',
    cfError(403, 9109, 'Invalid access token'),
    ({ method, path, query, body }) => {
      if (path === '/zones')
        return ok(query.get('name') === zone ? [{ id: 'z1', name: zone, status: 'active' }] : []);
      if (method === 'GET') {
        const found = records.filter(({ name }) => name === query.get('name'));
        const at = (Number(query.get('page')) - 1) * page;
        return ok(found.slice(at, at + page), { page: 1, per_page: page, total_count: found.length });
      }
      if (method === 'PATCH') {
        const row = records.find(({ id }) => path.endsWith(`/${id}`));
        Object.assign(row ?? {}, body);
        return ok(row);
      }
      const others = records.filter(({ name }) => name === body.name);
      if (others.some(({ type, content }) => type === body.type && content === body.content))
        return cfError(400, 81058, 'An identical record already exists.');
      if (body.type === 'CNAME' ? others.length > 0 : others.some(({ type }) => type === 'CNAME'))
        return cfError(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.');
      records.push({ ...body, id: `r${++made}` });
      return ok(records.at(-1));
    },
  );
  return { ...server, records, error: cfError };
}

const doError = (status: number, id: string, message: string): Reply => ({ status, body: { id, message } });

/** DigitalOcean according to its OpenAPI files (providers.md 10.4), with pages of `page` records. */
export async function fakeDigitalOcean(zone: string, records: Stored[] = [], page = 200) {
  let made = 0;
  const whole = (name: string) => (name === '@' ? zone : `${name}.${zone}`);
  const row = ({ id, type, name, content, priority }: Stored) => ({
    id: Number(id),
    type,
    name: name === zone ? '@' : name.slice(0, -(zone.length + 1)),
    data: content.replace(/\.$/, ''),
    priority: priority ?? null,
    port: null,
    ttl: 1800,
    weight: null,
    flags: null,
    tag: null,
  });
  const server = await serve(
    'do-token',
    doError(401, 'unauthorized', 'Unable to authenticate you.'),
    ({ method, path, query, body }) => {
      if (!path.startsWith(`/domains/${zone}`))
        return doError(404, 'not_found', 'The resource you were accessing could not be found.');
      if (!path.includes('/records')) return { status: 200, body: { domain: { name: zone } } };
      if (method === 'GET') {
        const found = records.filter(({ name }) => name === query.get('name'));
        const at = (Number(query.get('page')) - 1) * page;
        const domain_records = found.slice(at, at + page).map(row);
        return { status: 200, body: { domain_records, links: {}, meta: { total: found.length } } };
      }
      const { data, ...rest } = body as unknown as Stored & { data: string };
      if (rest.type === 'CNAME' && !data.endsWith('.'))
        return doError(422, 'unprocessable_entity', 'Data needs to end with a dot (.)');
      if (method === 'PATCH') {
        const one = records.find(({ id }) => path.endsWith(`/${id}`)) as Stored;
        one.content = data;
        return { status: 200, body: { domain_record: row(one) } };
      }
      records.push({ ...rest, name: whole(rest.name), content: data, id: String(++made) });
      return { status: 201, body: { domain_record: row(records.at(-1) as Stored) } };
    },
  );
  return { ...server, records, error: doError };
}

/** The product's clients for these servers. Waits are only counted. */
export function hostsAt(urls: { cloudflare?: string; digitalocean?: string; route53?: string }) {
  const waits: number[] = [];
  const time = { now: Date.now, sleep: async (ms: number) => void waits.push(ms) };
  const dns_hosts: DnsHosts = {
    open: async (provider, credentials, zone) => {
      if ('access_key_id' in credentials)
        return openRoute53(credentials, zone, urls.route53 === undefined ? {} : { endpoint: urls.route53 });
      const request = (url = '') => hostRequests(url, credentials.api_token, time);
      if (provider === 'cloudflare') return openCloudflare(request(urls.cloudflare), zone);
      return openDigitalOcean(request(urls.digitalocean), zone.names);
    },
  };
  return { dns_hosts, waits };
}
