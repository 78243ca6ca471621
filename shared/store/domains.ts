import { minuteOf } from '../core/days.ts';
import type { Domain, DomainDns, DomainKey, DomainTask, StoredCredentials } from '../core/records/domains.ts';
import type { Runtime } from '../core/runtime.ts';
import type { DomainStore, WholeDomain } from '../domain/ports/domains.ts';
import { removeBlocksOf } from './blocked-senders.ts';
import { conditionHeld, isRunning, retryConflicts, retryTransaction, unlessFailed } from './conflicts.ts';
import {
  cancelTask,
  clearDefault,
  createWrites,
  domainOf,
  type earlier,
  keyWrites,
  leaveWrites,
  taskItem,
  taskOf,
} from './domain-writes.ts';
import { removeRoutesOf } from './inbound-routes.ts';
import { queryAll } from './query-all.ts';
import { type Key, keys, partitions, taskShards } from './schema.ts';
import { setFields } from './set-fields.ts';
import { type Item, present, recordOf, type Table, type Write } from './table.ts';

const credentialsOf = (item: Item | null): StoredCredentials | null =>
  item && recordOf<StoredCredentials>(item);

const dnsOf = (item: Item | null): DomainDns | null => item && recordOf<DomainDns>(item);

/** A field that the domain had when it was read; those that were adopted first have none of `earlier`. */
const unchanged = (field: keyof typeof earlier, value: string) =>
  `(${field} = ${value} OR attribute_not_exists(${field}))`;

/**
 * Domains: three items per name (A47), so that a name has one owner and a check writes 1 KB, and a pointer by id under
 * the account.
 *
 *   DOM  status, owner, settings, what DNS said of each record; read by every send, written by every check
 *   DNS  what the records hold, written when DNS changes
 *   KEY  the DKIM key pair, changed by a rotation; KEY#NEXT and KEY#OLD while one goes on (N26)
 *   CRED sealed credentials of the DNS host, where they are stored
 */
export function domainStore(table: Table, runtime: Runtime): DomainStore {
  const parts = [keys.domain, keys.domainDns, keys.domainCredentials];

  const readAll = async (names: string[]): Promise<(WholeDomain | null)[]> => {
    const wanted = names.flatMap((name) => parts.map((part) => part(name)));
    const items = await table.batchGet(wanted, { consistent: true });
    return names.map((_name, i) => {
      const [meta = null, dns = null, credentials = null] = items.slice(parts.length * i);
      const domain = domainOf(meta);
      return domain && { domain, dns: dnsOf(dns), stored: credentialsOf(credentials)?.provider ?? null };
    });
  };

  const readKeyAt = async (key: Key): Promise<DomainKey | null> => {
    const item = await table.get(key, { consistent: true });
    return item && recordOf<DomainKey>(item);
  };

  return {
    get: async (name) => domainOf(await table.get(keys.domain(name))),

    read: async (name) => (await readAll([name]))[0] ?? null,

    readKey: (name) => readKeyAt(keys.domainKey(name)),
    readNextKey: (name) => readKeyAt(keys.domainKey(name, '#NEXT')),
    readOldKey: (name) => readKeyAt(keys.domainKey(name, '#OLD')),

    addKey: ({ id, name, dkim_selector, identity }, key, dns) =>
      conditionHeld(
        retryTransaction(table, runtime, [
          {
            update: keys.domain(name),
            expression: 'SET dkim_selector = :selector, #identity = :identity',
            condition: 'id = :id AND dkim_selector = :none',
            names: { '#identity': 'identity' },
            values: { ':id': id, ':none': '', ':selector': dkim_selector, ':identity': identity },
          },
          { put: { ...keys.domainKey(name), et: 'domain_key', ...key } },
          { put: { ...keys.domainDns(name), et: 'domain_dns', ...dns } },
        ]),
      ),

    readCredentials: async (name) =>
      credentialsOf(await table.get(keys.domainCredentials(name), { consistent: true })),

    writeCredentials: ({ id, name }, credentials) =>
      conditionHeld(
        retryTransaction(table, runtime, [
          { check: keys.domain(name), condition: 'id = :id', values: { ':id': id } },
          { put: { ...keys.domainCredentials(name), et: 'domain_credentials', ...credentials } },
        ]),
      ),

    removeCredentials: (name) => table.delete(keys.domainCredentials(name)),

    nameOf: async (account, id) => {
      const pointer = await table.get(keys.domainId(account, id), { consistent: true });
      return (pointer?.name as string | undefined) ?? null;
    },

    create: (made, limit) => {
      const written = retryTransaction(table, runtime, createWrites(made, limit));
      return unlessFailed(
        written.then(() => ({ result: 'created' as const })),
        (failure) => {
          const current = domainOf(failure.failed.get('name') ?? null);
          // The SDK repeats a write whose answer was lost, and finds its own domain.
          if (current?.id === made.domain.id) return { result: 'created' as const };
          if (current !== null) return { result: 'exists' as const, current };
          return { result: 'limit' as const, used: Number(failure.failed.get('limit')?.domains ?? limit) };
        },
      );
    },

    list: async (account, page) => {
      const partition = partitions.domains(account);
      const { items, more } = await table.query({
        ...partition,
        descending: true,
        consistent: true,
        limit: page.limit,
        ...(page.before !== null && { after: keys.domainId(account, page.before).sk }),
      });
      const idOf = ({ sk }: Item) => sk.slice(partition.prefix.length);
      const found = await readAll(items.map(({ name }) => name as string));
      const entries = found.flatMap((whole, i) => {
        const id = idOf(items[i] as Item);
        return whole?.domain.id === id ? [{ ...whole, id }] : [];
      });
      const last = items.at(-1);
      return { entries, next: more && last ? idOf(last) : null };
    },

    markFailing: (seen, { at, next_check_at }) => {
      const writes: Write[] = [
        {
          update: keys.domain(seen.name),
          expression: 'SET #status = :failing, failing_since = :at, next_check_at = :next, updated_at = :at',
          condition: 'id = :id AND #status = :verified',
          names: { '#status': 'status' },
          values: {
            ':id': seen.id,
            ':failing': 'failing',
            ':verified': 'verified',
            ':at': at,
            ':next': next_check_at,
          },
        },
        { put: taskItem(taskOf('check', seen), minuteOf(next_check_at)) },
      ];
      const failing = { status: 'failing', failing_since: at, next_check_at, updated_at: at } as const;
      return unlessFailed(
        retryTransaction(table, runtime, writes).then((): Domain => ({ ...seen, ...failing })),
        () => null,
      );
    },

    saveCheck: async (seen, change, dns, changed = {}) => {
      const { expression, names, values } = setFields(change);
      const checked = {
        update: keys.domain(seen.name),
        expression,
        condition: `id = :id AND ${unchanged('last_checked_at', ':seen')} AND ${unchanged('next_check_at', ':planned')}`,
        names,
        values: { ...values, ':id': seen.id, ':seen': seen.last_checked_at, ':planned': seen.next_check_at },
      };
      const writes: Write[] = [
        checked,
        { put: taskItem(taskOf('check', seen), minuteOf(change.next_check_at)) },
        ...(dns ? [{ put: { ...keys.domainDns(seen.name), et: 'domain_dns', ...dns } }] : []),
        ...keyWrites(seen.name, changed),
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then((): Domain => ({ ...seen, ...change })),
        () => null,
      );
    },

    noteSent: async ({ id, name }, day) => {
      const note = () =>
        table.update(keys.domain(name), 'SET last_sent_on = :day', {
          condition: 'id = :id AND (attribute_not_exists(last_sent_on) OR last_sent_on < :day)',
          values: { ':id': id, ':day': day },
        });
      await conditionHeld(retryConflicts(runtime, note, { retryOn: isRunning }));
    },

    saveSettings: (seen, change) => {
      const { expression, names, values } = setFields(change);
      const condition = { condition: 'id = :id', names, values: { ...values, ':id': seen.id } };
      const save = () => table.update(keys.domain(seen.name), expression, condition);
      return unlessFailed(
        retryConflicts(runtime, save, { retryOn: isRunning }).then((item) => domainOf(item)),
        () => null,
      );
    },

    move: ({ account, id, name, tenant: seen, ...rest }, change, cleared) => {
      const { tenant, updated_at } = change;
      const writes: Write[] = [
        {
          update: keys.domain(name),
          expression: 'SET tenant = :tenant, updated_at = :now',
          condition: 'id = :id AND tenant = :seen',
          values: { ':tenant': tenant, ':now': updated_at, ':id': id, ':seen': seen },
        },
        ...(tenant === null ? [] : [{ check: keys.tenant(account, tenant), condition: present }]),
        ...(cleared === null ? [] : [clearDefault(cleared, updated_at)]),
      ];
      return unlessFailed(
        retryTransaction(table, runtime, writes).then(
          (): Domain => ({ ...rest, account, id, name, tenant, updated_at }),
        ),
        () => null,
      );
    },

    remove: async (domain, { identity_until, cancelled_at }) => {
      const { id, name, identity } = domain;
      const removal = taskItem(taskOf('remove', domain), minuteOf(identity_until));
      const writes: Write[] = [
        { delete: keys.domain(name), condition: 'id = :id', values: { ':id': id } },
        { delete: keys.domainDns(name) },
        { delete: keys.domainKey(name) },
        ...leaveWrites(domain),
        ...(identity === 'none' ? [] : [{ put: removal }]),
        ...(cancelled_at === null ? [] : [cancelTask(domain, cancelled_at)]),
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      // Both count for nothing without their domain: this only frees their places.
      if (removed && (domain.inbound_routes ?? 0) > 0) await removeRoutesOf(table, domain);
      if (removed) await removeBlocksOf(table, runtime, domain);
      return removed;
    },

    listTasks: async (minute) => {
      const shards = Array.from({ length: taskShards }, (_, shard) =>
        queryAll(table, { ...partitions.domainTasks(minute, shard), consistent: true }),
      );
      return (await Promise.all(shards)).flat().map((item) => recordOf<DomainTask>(item));
    },

    moveTasks: (tasks, from, to) =>
      table.batchWrite({
        deletes: tasks.map(({ id }) => keys.domainTask(from, id)),
        puts: to === null ? [] : tasks.map((task) => taskItem(task, to)),
      }),

    readMark: async () =>
      ((await table.get(keys.domainSweep(), { consistent: true }))?.minute as number | undefined) ?? null,
    writeMark: (minute) => table.put({ ...keys.domainSweep(), et: 'sweep', minute }),
  };
}
