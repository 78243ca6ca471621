import type { Domain, DomainDns, DomainKey, DomainTask, StoredCredentials } from '../core/records/domains.ts';
import { laterThan } from '../core/revise.ts';
import type { Runtime } from '../core/runtime.ts';
import type { DomainStore, DomainWithDns } from '../domain/ports/domains.ts';
import { removeBlocksOf } from './blocked-senders.ts';
import { conditionHeld, failureOf, orNull, retryTransaction, retryUpdate } from './conflicts.ts';
import {
  cancelTask,
  checkTask,
  clearDefault,
  createWrites,
  domainOf,
  type earlier,
  identityRemoval,
  keyWrites,
  leaveWrites,
  putDns,
  taskItem,
} from './domain-writes.ts';
import { removeRoutesOf } from './inbound-routes.ts';
import { newestOf, queryAll } from './pages.ts';
import { usedOf } from './resource-counts.ts';
import { idInSk, keys, partitions, taskShards } from './schema.ts';
import { type Expression, present, readRecord, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** The condition that a field is unchanged. The first adopted domains have none of `earlier`. */
const unchanged = (field: keyof typeof earlier, value: string) =>
  `(${field} = ${value} OR attribute_not_exists(${field}))`;

/**
 * Domains: three items per name, so a name has one owner and a check writes 1 KB, plus a pointer by id under
 * the account.
 *
 *   DOM  status, owner, settings, DNS state of each record; read by every send, written by every check
 *   DNS  the records' values, written when DNS changes
 *   KEY  the DKIM key pair, changed by a rotation; KEY#NEXT and KEY#OLD while one runs
 *   CRED sealed credentials of the DNS host, if stored
 *   REMOVAL  the task that removes the SES identity of the last deleted domain of this name
 */
export function domainStore(table: Table, runtime: Runtime): DomainStore {
  const parts = [keys.domain, keys.domainDns, keys.domainCredentials];

  const readAll = async (names: string[]): Promise<(DomainWithDns | null)[]> => {
    const wanted = names.flatMap((name) => parts.map((part) => part(name)));
    const items = await table.batchGet(wanted, { consistent: true });
    return names.map((_name, i) => {
      const [meta = null, dns = null, credentials = null] = items.slice(parts.length * i);
      const domain = domainOf(meta);
      const stored = credentials && recordOf<StoredCredentials>(credentials).provider;
      return domain && { domain, dns: dns && recordOf<DomainDns>(dns), stored };
    });
  };

  /** The domain after a change with other writes. Null if one of their conditions fails. */
  const save = async (
    seen: Domain,
    change: Partial<Domain>,
    when: Expression,
    others: Write[],
  ): Promise<Domain | null> => {
    const update = setFields(keys.domain(seen.name), change, when);
    // The write is sent only once. After a lost response, a repeat would mistake its own result for that of
    // another writer.
    const saved = await conditionHeld(retryTransaction(table, runtime, [update, ...others], { once: true }));
    return saved ? { ...seen, ...change } : null;
  };

  return {
    get: async (name) => domainOf(await table.get(keys.domain(name))),
    read: async (name) => (await readAll([name]))[0] ?? null,
    readKey: (name) => readRecord<DomainKey>(table, keys.domainKey(name)),
    readNextKey: (name) => readRecord<DomainKey>(table, keys.domainKey(name, '#NEXT')),
    readOldKey: (name) => readRecord<DomainKey>(table, keys.domainKey(name, '#OLD')),

    addKey: ({ id, name, dkim_selector, identity }, key, dns) => {
      const when = { condition: 'id = :id AND dkim_selector = :none', values: { ':id': id, ':none': '' } };
      const added = setFields(keys.domain(name), { dkim_selector, identity }, when);
      const writes = [added, ...keyWrites(name, { current: key }), putDns(name, dns)];
      return conditionHeld(retryTransaction(table, runtime, writes));
    },

    readCredentials: (name) => readRecord<StoredCredentials>(table, keys.domainCredentials(name)),

    writeCredentials: ({ id, name }, credentials) => {
      const own = { check: keys.domain(name), condition: 'id = :id', values: { ':id': id } };
      const put = { ...keys.domainCredentials(name), et: 'domain_credentials', ...credentials };
      return conditionHeld(retryTransaction(table, runtime, [own, { put }]));
    },

    removeCredentials: (name) => table.delete(keys.domainCredentials(name)),
    nameOf: async (account, id) =>
      (await readRecord<{ name: string }>(table, keys.domainId(account, id)))?.name ?? null,

    create: async (made, limit) => {
      const failure = await failureOf(retryTransaction(table, runtime, createWrites(made, limit)));
      const current = domainOf(failure?.failed.get('name') ?? null);
      // The SDK may repeat a write whose response was lost, and then finds its own domain.
      if (failure === null || current?.id === made.domain.id) return { result: 'created' };
      if (current !== null) return { result: 'exists', current };
      return { result: 'limit', used: usedOf(failure, 'domains', limit) };
    },

    adopt: (seen, change) => {
      const when = {
        condition: `id = :id AND #status = :seen AND ${unchanged('next_check_at', ':planned')}`,
        values: { ':id': seen.id, ':seen': seen.status, ':planned': seen.next_check_at },
      };
      return save(seen, change, when, [
        ...(change.next_check_at === null ? [] : [checkTask(seen, change.next_check_at)]),
        { delete: keys.domainDns(seen.name) },
        ...keyWrites(seen.name, { current: null, next: null, old: null }),
      ]);
    },

    list: async (account, page) => {
      const partition = partitions.domains(account);
      const { items, next } = await newestOf(table, partition, page);
      const found = await readAll(items.map(({ name }) => String(name)));
      const entries = items.flatMap(({ sk }, i) => {
        const [withDns, id] = [found[i], idInSk<'dom'>({ sk })];
        return withDns?.domain.id === id ? [{ ...withDns, id }] : [];
      });
      return { entries, next };
    },

    markFailing: (seen, { at, next_check_at }) => {
      const change = { status: 'failing', failing_since: at, next_check_at, updated_at: at } as const;
      const values = { ':id': seen.id, ':verified': 'verified' };
      const when = { condition: 'id = :id AND #status = :verified', values };
      return save(seen, change, when, [checkTask(seen, next_check_at)]);
    },

    saveCheck: (seen, change, dns, changed = {}) => {
      const when = {
        condition: `id = :id AND ${unchanged('last_checked_at', ':seen')} AND ${unchanged('next_check_at', ':planned')}`,
        values: { ':id': seen.id, ':seen': seen.last_checked_at, ':planned': seen.next_check_at },
      };
      return save(seen, change, when, [
        checkTask(seen, change.next_check_at),
        ...(dns ? [putDns(seen.name, dns)] : []),
        ...keyWrites(seen.name, changed),
      ]);
    },

    noteSent: async ({ id, name }, last_sent_on) => {
      const when = {
        condition: 'id = :id AND (attribute_not_exists(last_sent_on) OR last_sent_on < :last_sent_on)',
        values: { ':id': id },
      };
      await orNull(retryUpdate(table, runtime, setFields(keys.domain(name), { last_sent_on }, when)));
    },

    saveSettings: async (seen, change) => {
      const when = { condition: 'id = :id', values: { ':id': seen.id } };
      const update = setFields(keys.domain(seen.name), change, when);
      return domainOf(await orNull(retryUpdate(table, runtime, update)));
    },

    move: (seen, { tenant, updated_at }, cleared) => {
      const { account, id } = seen;
      const when = { condition: 'id = :id AND tenant = :seen', values: { ':id': id, ':seen': seen.tenant } };
      return save(seen, { tenant, updated_at }, when, [
        ...(tenant === null ? [] : [{ check: keys.tenant(account, tenant), condition: present }]),
        ...(cleared === null ? [] : [clearDefault(cleared, updated_at)]),
      ]);
    },

    remove: async (domain, { identity_until, cancelled_at }, cleared) => {
      const { id, name, tenant, identity } = domain;
      const when = { condition: 'id = :id AND tenant = :seen', values: { ':id': id, ':seen': tenant } };
      const writes: Write[] = [
        { delete: keys.domain(name), ...when },
        { delete: keys.domainDns(name) },
        ...keyWrites(name, { current: null }),
        ...leaveWrites(domain),
        ...(identity === 'none' ? [] : identityRemoval(domain, identity_until)),
        ...(cancelled_at === null ? [] : [cancelTask(domain, cancelled_at)]),
        ...(cleared === null ? [] : [clearDefault(cleared, laterThan(runtime, cleared.updated_at))]),
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      // Neither routes nor blocked senders have an effect without their domain, so this only frees their
      // places.
      if (removed && (domain.inbound_routes ?? 0) > 0) await removeRoutesOf(table, domain);
      if (removed) await removeBlocksOf(table, runtime, domain);
      return removed;
    },

    readRemoval: (name) => readRecord<DomainTask>(table, keys.domainRemoval(name)),

    listTasks: async (minute) => {
      const shards = Array.from({ length: taskShards }, (_, shard) =>
        queryAll(table, { ...partitions.domainTasks(minute, shard), consistent: true }),
      );
      return (await Promise.all(shards)).flat().map(recordOf<DomainTask>);
    },

    moveTasks: (tasks, from, to) =>
      table.batchWrite({
        deletes: tasks.map(({ id }) => keys.domainTask(from, id)),
        puts: to === null ? [] : tasks.map((task) => taskItem(task, to)),
      }),

    readMark: async () => (await readRecord<{ minute: number }>(table, keys.domainSweep()))?.minute ?? null,
    writeMark: (minute) => table.put({ ...keys.domainSweep(), et: 'sweep', minute }),
  };
}
