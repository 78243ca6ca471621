import { agedCache, lruCache } from '../core/cache.ts';
import { externalIdPattern, type Tenant, type TenantMetadata } from '../core/records/tenants.ts';
import { laterThan } from '../core/revise.ts';
import { type Id, isId, type Runtime } from '../core/runtime.ts';
import type { TenantStore } from '../domain/ports/tenants.ts';
import { conditionHeld, failureOf, retryConflicts, retryTransaction } from './conflicts.ts';
import { entriesOf } from './pages.ts';
import { countOne, countOneLess, usedOf } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, isConditionFailed, present, recordOf, type Table, type Write } from './table.ts';
import { removalItem } from './tenant-removals.ts';
import { setFields } from './updates.ts';

/**
 * Max age of a cached tenant, in a response or behind a key, because a deleted tenant must be gone within 60
 * s.
 */
const known_ms = 30_000;

const tenantOf = (item: Item | null): Tenant | null => item && recordOf<Tenant>(item);

/** JSON, because a member like `__proto__` would not survive a DynamoDB map. */
const metadataItem = (id: Id<'ten'>, metadata: TenantMetadata): Item => ({
  ...keys.tenantMetadata(id),
  et: 'tenant_metadata',
  metadata: JSON.stringify(metadata),
});

const metadataOf = (item: Item | null): TenantMetadata | null => item && JSON.parse(String(item.metadata));

/** The write that stores the metadata. Empty if undefined, which keeps the metadata unchanged. */
function metadataWrites(id: Id<'ten'>, metadata: TenantMetadata | null | undefined): Write[] {
  if (metadata === undefined) return [];
  return [metadata === null ? { delete: keys.tenantMetadata(id) } : { put: metadataItem(id, metadata) }];
}

/** Tenants: an item each under their account, and a second one that makes the external_id unique. */
export function tenantStore(table: Table, runtime: Runtime): TenantStore {
  const memory = agedCache<Tenant>(runtime.now, 10_000);
  const ids = agedCache<Id<'ten'>>(runtime.now, 10_000);
  const owners = lruCache<Id<'ten'>>({ max: 10_000 });

  const get = async (account: Id<'acc'>, id: Id<'ten'>): Promise<Tenant | null> => {
    const at = runtime.now();
    const tenant = tenantOf(await table.get(keys.tenant(account, id), { consistent: true }));
    if (tenant === null) memory.delete(id);
    else memory.set(id, tenant, at);
    return tenant;
  };

  const read = async (account: Id<'acc'>, ids: Id<'ten'>[]): Promise<(Tenant | null)[]> => {
    const distinct = [...new Set(ids)];
    const at = runtime.now();
    const wanted = distinct.map((id) => keys.tenant(account, id));
    const items = await table.batchGet(wanted, { consistent: true });
    const found = new Map(distinct.map((id, i) => [id, tenantOf(items[i] ?? null)]));
    for (const [id, tenant] of found) if (tenant !== null) memory.set(id, tenant, at);
    return ids.map((id) => found.get(id) ?? null);
  };

  const named = async (account: Id<'acc'>, external_id: string): Promise<Tenant | null> => {
    const name = await table.get(keys.tenantName(account, external_id), { consistent: true });
    return name && get(account, recordOf<{ tenant: Id<'ten'> }>(name).tenant);
  };

  const find = async (account: Id<'acc'>, name: string): Promise<Tenant | null> => {
    // No tenant has such a name or id, and the table's keys are limited to 2,048 bytes (A71).
    if (!externalIdPattern.test(name)) return null;
    const at = runtime.now();
    const tenant = (isId('ten', name) ? await get(account, name) : null) ?? (await named(account, name));
    if (tenant === null) ids.delete(`${account} ${name}`);
    else ids.set(`${account} ${name}`, tenant.id, at);
    return tenant;
  };

  return {
    get,
    find,
    read,
    idOf: async (account, name) =>
      ids.get(`${account} ${name}`, known_ms) ?? (await find(account, name))?.id ?? null,

    ownerOf: (domain) => owners.get(domain) ?? null,
    rememberOwner: (domain, tenant) => {
      if (tenant === null) owners.delete(domain);
      else owners.set(domain, tenant);
    },

    known: async (account, ids) => {
      const held = ids.map((id) => memory.get(id, known_ms));
      const isHeld = (_id: Id<'ten'>, i: number) => held[i]?.account === account;
      const unread = ids.filter((id, i) => !isHeld(id, i));
      const found = await read(account, unread);
      return ids.map((id, i) => (isHeld(id, i) ? held[i] : found[unread.indexOf(id)]) ?? null);
    },

    readMetadata: async (ids) =>
      (await table.batchGet(ids.map(keys.tenantMetadata), { consistent: true })).map(metadataOf),

    list: (account, page) => entriesOf<Tenant>(table, partitions.tenants(account), page),
    count: async (account) =>
      Number((await table.get(keys.counts(account), { consistent: true }))?.tenants ?? 0),

    create: (tenant, metadata, limit) => {
      const { account, id, external_id } = tenant;
      const name = { ...keys.tenantName(account, external_id), et: 'tenant_name', tenant: id };
      const writes: Write[] = [
        countOne(account, 'tenants', limit),
        { label: 'name', put: name, condition: absent },
        { put: { ...keys.tenant(account, id), et: 'tenant', ...tenant }, condition: absent },
        ...(metadata === null ? [] : [{ put: metadataItem(id, metadata) }]),
      ];
      return retryConflicts(runtime, async () => {
        const failure = await failureOf(retryTransaction(table, runtime, writes));
        if (failure === null) return 'created';
        if (!failure.failed.has('name')) return { used: usedOf(failure, 'tenants', limit) };
        const taken = await named(account, external_id);
        // The SDK may repeat a write that succeeded. The name of a tenant deleted meanwhile is free again.
        if (taken?.id === id) return 'created';
        if (taken === null) throw failure;
        return { taken };
      });
    },

    update: async (seen, change, metadata) => {
      const when = { condition: '#updated_at = :seen', values: { ':seen': seen.updated_at } };
      const update = setFields(keys.tenant(seen.account, seen.id), change, when);
      memory.delete(seen.id);
      const writes = [update, ...metadataWrites(seen.id, metadata)];
      // The write is sent only once. After a lost response, a repeat would find the tenant paused and not emit
      // its event.
      const saved = await conditionHeld(retryTransaction(table, runtime, writes, { once: true }));
      return saved ? { ...seen, ...change } : null;
    },

    remove: async (tenant, outbox) => {
      const { account, id, external_id } = tenant;
      const writes: Write[] = [
        { delete: keys.tenant(account, id), condition: present },
        { delete: keys.tenantName(account, external_id) },
        { delete: keys.tenantMetadata(id) },
        countOneLess(account, 'tenants'),
        { put: removalItem(tenant, outbox) },
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      // Runs after the write, because a concurrent request could cache the tenant again.
      memory.delete(id);
      for (const name of [id, external_id]) ids.delete(`${account} ${name}`);
      return removed;
    },

    pause: (seen, reason) =>
      retryConflicts(runtime, async (last) => {
        if (isConditionFailed(last) && last.item === null) return null;
        const current = tenantOf(last?.item ?? null) ?? seen;
        if (current.status === 'paused') return null;
        const at = laterThan(runtime, current.updated_at);
        const pause = { status: 'paused', paused_reason: reason, pause_source: 'automated', paused_at: at };
        const when = {
          condition: '#status = :active AND #updated_at = :seen',
          values: { ':active': 'active', ':seen': current.updated_at },
        };
        const key = keys.tenant(seen.account, seen.id);
        // Sent only once, for the same reason as above.
        await table.transact([setFields(key, { ...pause, updated_at: at }, when)], { once: true });
        memory.delete(seen.id);
        return at;
      }),
  };
}
