import type { Domain } from '../core/records/domains.ts';
import type { InboundRoute } from '../core/records/inbound-rules.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { InboundRouteStore, OwnedRoute } from '../domain/ports/inbound-rules.ts';
import { conditionHeld, failureOf, orNull, retryTransaction, retryUpdate } from './conflicts.ts';
import { domainOf } from './domain-writes.ts';
import { newestOf, queryAll } from './pages.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

const routeOf = recordOf<InboundRoute>;

/** Changes the domain's count by one, if it is still the domain the route is for. */
const counted = ({ domain, domain_id }: InboundRoute, by: 1 | -1, limit?: number): Write => ({
  label: 'domain',
  update: keys.domain(domain),
  expression: 'ADD inbound_routes :by',
  condition:
    limit === undefined
      ? 'id = :id'
      : 'id = :id AND (attribute_not_exists(inbound_routes) OR inbound_routes < :limit)',
  values: { ':id': domain_id, ':by': by, ...(limit !== undefined && { ':limit': limit }) },
});

const keysOf = ({ account, id, domain, match }: InboundRoute) => ({
  row: keys.inboundRoute(domain, match),
  pointer: keys.inboundRouteId(account, id),
});

export async function removeRoutesOf(table: Table, { id, name }: Domain): Promise<void> {
  const items = await queryAll(table, { ...partitions.inboundRoutes(name), consistent: true });
  const own = items.map(routeOf).filter(({ domain_id }) => domain_id === id);
  await table.batchWrite({ deletes: own.map(keysOf).flatMap(({ row, pointer }) => [row, pointer]) });
}

/**
 * Inbound routes: a row under the domain's name, by `match`, which incoming mail reads, and a pointer by id
 * under the account. The domain's item counts them, so a route requires its domain.
 */
export function inboundRouteStore(table: Table, runtime: Runtime): InboundRouteStore {
  /** The routes of pointers, in order. Null if the route or its domain is gone. */
  const resolve = async (account: Id<'acc'>, pointers: Item[]): Promise<(OwnedRoute | null)[]> => {
    const wanted = pointers.flatMap(({ domain, match }) => [
      keys.inboundRoute(String(domain), String(match)),
      keys.domain(String(domain)),
    ]);
    const items = await table.batchGet(wanted, { consistent: true });
    return pointers.map(({ sk }, i) => {
      const [row = null, meta = null] = items.slice(2 * i);
      const [route, domain] = [row && routeOf(row), domainOf(meta)];
      if (route === null || keys.inboundRouteId(account, route.id).sk !== sk) return null;
      return domain?.id === route.domain_id ? { ...route, tenant: domain.tenant } : null;
    });
  };

  return {
    create: async (route, limit) => {
      const { domain, match, domain_id } = route;
      const { row, pointer } = keysOf(route);
      const free = { condition: `${absent} OR domain_id <> :domain`, values: { ':domain': domain_id } };
      const writes: Write[] = [
        counted(route, 1, limit),
        { label: 'match', put: { ...row, et: 'inbound_route', ...route }, ...free },
        { put: { ...pointer, et: 'inbound_route_id', domain, match } },
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      const current = failure?.failed.get('match') ?? null;
      // The SDK may repeat a write whose response was lost, and then finds its own route.
      if (failure === null || current?.id === route.id) return { result: 'created' };
      if (current !== null) return { result: 'exists', current: routeOf(current) };
      const found = domainOf(failure.failed.get('domain') ?? null);
      if (found?.id !== domain_id) return { result: 'gone' };
      return { result: 'limit', used: found.inbound_routes ?? limit };
    },

    get: async (account, id) => {
      const pointer = await table.get(keys.inboundRouteId(account, id), { consistent: true });
      return pointer && ((await resolve(account, [pointer]))[0] ?? null);
    },

    list: async (account, page) => {
      const { items, next } = await newestOf(table, partitions.inboundRouteIds(account), page);
      const found = await resolve(account, items);
      return { entries: found.filter((route) => route !== null), next };
    },

    of: async (name) => (await queryAll(table, partitions.inboundRoutes(name))).map(routeOf),

    update: async (seen, change) => {
      const update = setFields(keysOf(seen).row, change, {
        condition: 'id = :id AND #updated_at = :seen',
        values: { ':id': seen.id, ':seen': seen.updated_at },
      });
      const item = await orNull(retryUpdate(table, runtime, update));
      return item && routeOf(item);
    },

    remove: (route) => {
      const { row, pointer } = keysOf(route);
      const writes: Write[] = [
        { delete: row, condition: 'id = :id', values: { ':id': route.id } },
        { delete: pointer },
        counted(route, -1),
      ];
      return conditionHeld(retryTransaction(table, runtime, writes));
    },
  };
}
