import { type Asked, type Reply, type Row, standIn } from './stand-in.ts';

export const mailgunKey = '0123456789abcdef0123456789abcdef-01234567-89abcdef';

const lists = ['complaints', 'bounces', 'unsubscribes'] as const;
type ListName = (typeof lists)[number];

type Domain = { name: string; type: string; state: string; [field: string]: unknown };

/** A row's address, which is where Mailgun's next page begins. */
const addressOf = (row: Row): string => String(row.address ?? row.value);

/**
 * A Mailgun account behind Mailgun's own protocol: basic authorization, domains by `limit` and `skip`, and each
 * domain's lists in order of address with links to the next and previous pages. `routes` responds for other paths, by
 * prefix.
 */
export async function fakeMailgun() {
  const domains: Domain[] = [];
  const rows = new Map<string, Row[]>();
  /** By domain: the URLs for each type of event. */
  const webhooks: Record<string, Row> = {};
  /** Account-wide. Null means that it has none of this kind. */
  const accountHooks: { rows: Row[] | null } = { rows: null };
  const details: Record<string, Row> = {};
  const routes: Record<string, (asked: Asked) => Reply> = {};
  /** The host in page links: a stand-in for the real one, or a hostile one. */
  const links = { base: 'https://api.mailgun.net' };

  /** The rows of a list, which a test may change. */
  const of = (domain: string, list: ListName): Row[] => {
    const name = `${domain}/${list}`;
    const known = rows.get(name) ?? [];
    rows.set(name, known);
    return known;
  };

  const pageOf = (domain: string, list: ListName, query: URLSearchParams): Reply => {
    const limit = Math.min(1000, Number(query.get('limit') ?? 100));
    const after = query.get('page') === 'next' ? (query.get('address') ?? '') : '';
    const sorted = of(domain, list).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
    const items = sorted.filter((row) => addressOf(row) > after).slice(0, limit);
    const last = items.at(-1);
    const link = (page: string, address: string) =>
      `${links.base}/v3/${domain}/${list}?${new URLSearchParams({ page, address, limit: String(limit) })}`;
    const next = link('next', last === undefined ? after : addressOf(last));
    const paging = { first: link('', ''), next, previous: link('previous', ''), last: link('last', '') };
    return { status: 200, body: { items, paging } };
  };

  const usual = (asked: Asked): Reply => {
    const { path, query, headers } = asked;
    const basic = `Basic ${Buffer.from(`api:${mailgunKey}`).toString('base64')}`;
    if (headers.authorization !== basic) return { status: 401, body: 'Forbidden' };
    const own = Object.entries(routes).find(([begin]) => path.startsWith(begin));
    if (own !== undefined) return own[1](asked);
    if (path === '/v4/domains') {
      const [limit, skip] = [Number(query.get('limit') ?? 100), Number(query.get('skip') ?? 0)];
      const items = domains.slice(skip, skip + limit);
      return { status: 200, body: { total_count: domains.length, items } };
    }
    const detail = /^\/v4\/domains\/([^/]+)$/.exec(path)?.[1];
    if (detail !== undefined && details[detail] !== undefined) return { status: 200, body: details[detail] };
    const hooked = /^\/v3\/domains\/([^/]+)\/webhooks$/.exec(path)?.[1];
    if (hooked !== undefined) return { status: 200, body: { webhooks: webhooks[hooked] ?? {} } };
    if (path === '/v1/webhooks' && accountHooks.rows !== null)
      return { status: 200, body: { webhooks: accountHooks.rows } };
    const [, domain = '', list] = /^\/v3\/([^/]+)\/([a-z]+)$/.exec(path) ?? [];
    const known = domains.some(({ name }) => name === domain) && lists.includes(list as ListName);
    if (!known) return { status: 404, body: { message: 'Domain not found' } };
    return pageOf(domain, list as ListName, query);
  };
  return { ...(await standIn(usual)), domains, details, webhooks, accountHooks, of, routes, links };
}
