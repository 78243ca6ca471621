import type { InboundRoute } from '../core/records/inbound-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import type { Page } from '../domain/ports/common.ts';
import { conditionHeld, isRunning, retryConflicts, retryTransaction, unlessFailed } from './conflicts.ts';
import { domainOf } from './domain-writes.ts';
import { queryAll } from './query-all.ts';
import { keys, partitions } from './schema.ts';
import { setFields } from './set-fields.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';

type Owned = InboundRoute & { tenant: string | null };

const routeOf = (item: Item): InboundRoute => recordOf<InboundRoute>(item);

/** One more or less on the domain, while it is the one that the route is for. */
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

const itemsOf = (route: InboundRoute): [row: Item, pointer: Item] => [
  { ...keys.inboundRoute(route.domain, route.match), et: 'inbound_route', ...route },
  {
    ...keys.inboundRouteId(route.account, route.id),
    et: 'inbound_route_id',
    domain: route.domain,
    match: route.match,
  },
];

/** Removes what a deleted domain had of routes. */
export async function removeRoutesOf(table: Table, domain: { id: string; name: string }): Promise<void> {
  const items = await queryAll(table, { ...partitions.inboundRoutes(domain.name), consistent: true });
  const own = items.map(routeOf).filter(({ domain_id }) => domain_id === domain.id);
  const deletes = own.flatMap((route) => itemsOf(route).map(({ pk, sk }) => ({ pk, sk })));
  await table.batchWrite({ deletes });
}

/**
 * Routes of received mail: a row below the name of the domain, by `match`, which mail reads, and a pointer by id below the
 * account. The domain's item counts them, so that a route needs its domain.
 */
export function inboundRouteStore(table: Table, runtime: Runtime) {
  /** The routes of pointers, in their order; null where the route or its domain is gone. */
  const resolve = async (pointers: (Item | null)[], ids: string[]): Promise<(Owned | null)[]> => {
    const wanted = pointers.flatMap((pointer) => {
      const [name, match] = [String(pointer?.domain), String(pointer?.match)];
      return [keys.inboundRoute(name, match), keys.domain(name)];
    });
    const found = new Map<string, Item | null>();
    const unique = new Map(wanted.map((key) => [`${key.pk} ${key.sk}`, key]));
    const items = await table.batchGet([...unique.values()], { consistent: true });
    for (const [i, name] of [...unique.keys()].entries()) found.set(name, items[i] ?? null);
    const read = (i: number) => found.get(`${wanted[i]?.pk} ${wanted[i]?.sk}`) ?? null;
    return ids.map((id, i) => {
      const [row, domain] = [read(2 * i), domainOf(read(2 * i + 1))];
      if (row?.id !== id || domain === null || domain.id !== row.domain_id) return null;
      return { ...routeOf(row), tenant: domain.tenant };
    });
  };

  return {
    create: async (route: InboundRoute, limit: number) => {
      const [row, pointer] = itemsOf(route);
      const writes: Write[] = [
        counted(route, 1, limit),
        {
          label: 'match',
          put: row,
          condition: `${absent} OR domain_id <> :domain`,
          values: { ':domain': route.domain_id },
        },
        { put: pointer },
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(() => ({ result: 'created' as const })),
        ({ failed }) => {
          const current = failed.get('match') ?? null;
          // The SDK repeats a write whose answer was lost, and finds its own route.
          if (current?.id === route.id) return { result: 'created' as const };
          if (current !== null) return { result: 'exists' as const, current: routeOf(current) };
          const domain = domainOf(failed.get('domain') ?? null);
          if (domain?.id !== route.domain_id) return { result: 'gone' as const };
          return { result: 'limit' as const, used: domain.inbound_routes ?? limit };
        },
      );
    },

    get: async (account: string, id: string): Promise<Owned | null> => {
      const pointer = await table.get(keys.inboundRouteId(account, id), { consistent: true });
      return pointer === null ? null : ((await resolve([pointer], [id]))[0] ?? null);
    },

    list: async (account: string, page: Page) => {
      const partition = partitions.inboundRouteIds(account);
      const { items, more } = await table.query({
        ...partition,
        descending: true,
        consistent: true,
        limit: page.limit,
        ...(page.before !== null && { after: keys.inboundRouteId(account, page.before).sk }),
      });
      const ids = items.map(({ sk }) => sk.slice(partition.prefix.length));
      const entries = (await resolve(items, ids)).filter((route) => route !== null);
      return { entries, next: more ? (ids.at(-1) ?? null) : null };
    },

    of: async (name: string): Promise<InboundRoute[]> =>
      (await queryAll(table, partitions.inboundRoutes(name))).map(routeOf),

    update: (
      seen: InboundRoute,
      change: Pick<InboundRoute, 'action' | 'webhook_id' | 'updated_at'>,
    ): Promise<InboundRoute | null> => {
      const { expression, names, values } = setFields(change);
      const save = () =>
        table.update(keys.inboundRoute(seen.domain, seen.match), expression, {
          condition: 'id = :id AND #updated_at = :seen',
          names,
          values: { ...values, ':id': seen.id, ':seen': seen.updated_at },
        });
      return unlessFailed(retryConflicts(runtime, save, { retryOn: isRunning }).then(routeOf), () => null);
    },

    remove: (route: InboundRoute): Promise<boolean> =>
      conditionHeld(
        retryTransaction(table, runtime, [
          {
            delete: keys.inboundRoute(route.domain, route.match),
            condition: 'id = :id',
            values: { ':id': route.id },
          },
          { delete: keys.inboundRouteId(route.account, route.id) },
          counted(route, -1),
        ]),
      ),
  };
}
