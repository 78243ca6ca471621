import { type AddressState, type List, type Suppression, weakerThan } from '../core/records/lists.ts';
import { type Id, type Runtime, timestamp } from '../core/runtime.ts';
import type { AddedSuppression, SuppressionStore } from '../domain/ports/lists.ts';
import { retryConflicts } from './conflicts.ts';
import { noOptOutNames, noOptOuts, optOutsOf } from './opt-outs.ts';
import { listedEntries } from './pages.ts';
import {
  entryOf,
  gsi1Attributes,
  indexes,
  type Key,
  keys,
  listId,
  listShards,
  shardOf,
  ttlAfter,
} from './schema.ts';
import { shardPace } from './shard-pace.ts';
import { suppressionCounts } from './suppression-counts.ts';
import {
  type Expression,
  type Item,
  readRecord,
  recordOf,
  type Table,
  type Update,
  type Write,
} from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/** Soft bounces within this time count together. */
const softWindow_ms = 7 * 86_400_000;

/** The time above, plus the 14 days that an event may spend in the dead-letter queue. */
const softKept_s = 22 * 86_400;

type Suppressed = { suppression: Suppression };

/** The times of an address's soft bounces, epoch ms. */
type SoftBounces = { at: Set<number> };

/** An expired entry counts as missing. Its item stays until the next entry replaces it. */
function suppressionOf(item: (Item & Partial<Suppressed>) | null, now: number): Suppression | null {
  const entry = item?.suppression ?? null;
  return entry?.expires_at !== undefined && Date.parse(entry.expires_at) <= now ? null : entry;
}

/** An address item's suppression and opt-outs. */
export const addressState = (item: Item | null, now: number): AddressState => ({
  suppression: suppressionOf(item, now),
  opt_outs: optOutsOf(item),
});

const ofSuppression = ['suppression', ...gsi1Attributes];

const indexOf = (list: List, id: Id<'sup'>) => indexes.addresses(listId(list), shardOf(id, listShards));

/** An address's suppression and opt-outs on one list are one item. */
export function suppressionStore(table: Table, runtime: Runtime): SuppressionStore {
  const stored = (item: Item | null) => suppressionOf(item, runtime.now());
  const pace = shardPace(runtime);

  const creation = (list: List, entry: Suppression): Update => {
    const index = entryOf(indexOf(list, entry.id), entry.id);
    const fields = { et: 'address', suppression: entry, ...index };
    const when = {
      condition: 'attribute_not_exists(#suppression) OR #suppression.expires_at <= :now',
      values: { ':now': timestamp(runtime.now()) },
    };
    return setFields(keys.address(listId(list), entry.email), fields, when);
  };

  const create = (list: List, entry: Suppression) => sendUpdate(table, creation(list, entry));

  /** The existing entry keeps its id and created_at, and no longer expires. */
  const amend = (list: List, entry: Suppression, fields: (keyof Suppression)[], when: Expression) => {
    // The import that wrote the entry. Other writers leave this field unchanged (M17).
    const set = entry.import === undefined ? fields : [...fields, 'import' as const];
    return sendUpdate(table, {
      ...when,
      update: keys.address(listId(list), entry.email),
      expression: `SET ${set.map((name) => `suppression.#${name} = :${name}`).join(', ')} REMOVE suppression.expires_at`,
      names: Object.fromEntries(set.map((name) => [`#${name}`, name])),
      values: { ...when.values, ...Object.fromEntries(set.map((name) => [`:${name}`, entry[name]])) },
    });
  };

  const strengthen = (list: List, entry: Suppression) => {
    const weaker = Object.fromEntries(weakerThan(entry.reason).map((reason, i) => [`:weaker${i}`, reason]));
    return amend(list, entry, ['reason', 'source', 'email_id', 'note'], {
      condition: `suppression.#reason IN (${Object.keys(weaker).join(', ')})`,
      values: weaker,
    });
  };

  /** Makes an expiring entry permanent. Its reason is already the stronger one. */
  const extend = (list: List, entry: Suppression) => {
    const when = { condition: 'attribute_exists(suppression.expires_at)' };
    return amend(list, entry, ['source', 'email_id', 'note'], when);
  };

  /**
   * The write that applies an entry to the current one. Null if nothing changes. An expiring entry only fills
   * a gap.
   */
  const changeFor = (current: Suppression | null, entry: Suppression) => {
    if (current === null) return create;
    if (entry.expires_at !== undefined) return null;
    if (weakerThan(entry.reason).includes(current.reason)) return strengthen;
    return current.expires_at === undefined ? null : extend;
  };

  const read = (list: List, address: string): Promise<Item | null> =>
    table.get(keys.address(listId(list), address), { consistent: true });

  /** Leads from an entry's id to its address. Written after the entry, and again by each repeated request. */
  const pointerOf = (list: List, { id, email, expires_at }: Suppression): Item => {
    const ttl = expires_at === undefined ? {} : { ttl: ttlAfter(expires_at, 0) };
    return { ...keys.suppressionId(listId(list), id), et: 'suppression_id', email, ...ttl };
  };

  /** If the writer died between the two writes, the index finds the entry, although it may lag. */
  const addressOf = async (list: List, id: Id<'sup'>): Promise<Key | null> => {
    const pointer = await readRecord<{ email: string }>(table, keys.suppressionId(listId(list), id));
    if (pointer !== null) return keys.address(listId(list), pointer.email);
    const { items } = await table.query({ ...indexOf(list, id), prefix: id, limit: 1 });
    return items[0] ?? null;
  };

  /**
   * Writes the change that an entry needs. A failed condition returns the current entry, which determines the
   * next write.
   */
  const bring = (list: List, entry: Suppression, seen: Suppression | null = null) => {
    return retryConflicts(runtime, async (last): Promise<AddedSuppression> => {
      const current = last === null ? seen : stored(last.item);
      const change = changeFor(current, entry);
      if (current !== null && change === null) return { suppression: current, outcome: 'unchanged' };
      const { suppression } = recordOf<Suppressed>(await (change ?? create)(list, entry));
      return { suppression, outcome: current === null ? 'created' : 'raised' };
    });
  };

  const add = async (list: List, entry: Suppression): Promise<AddedSuppression> => {
    const added = await bring(list, entry);
    if (added.suppression.id !== entry.id) return added;
    await table.put(pointerOf(list, entry));
    // The entry counts as created even if it is found unchanged, because the SDK repeated a write whose
    // response was lost.
    return { ...added, outcome: 'created' };
  };

  return {
    ...suppressionCounts(table, runtime),
    add,
    // Callers get its id from a list, so from the index. A pointer would add a third write unit for each of
    // very many entries (M67).
    addImported: async (list, entry, seen) => {
      await pace(`${listId(list)} ${shardOf(entry.id, listShards)}`);
      return bring(list, entry, seen);
    },
    raise: async (list, entry) => (await add(list, entry)).suppression,

    // Written with its pointer in one transaction. DynamoDB recognizes a repeated transaction after a lost
    // response, so only one event is published.
    unsubscribe: (list, entry) =>
      retryConflicts(runtime, async () => {
        const current = stored(await read(list, entry.email));
        if (current === null) {
          await table.transact([creation(list, entry), { put: pointerOf(list, entry) }]);
          return { suppression: entry, first: true };
        }
        if (current.unsubscribed || current.reason === 'unsubscribe')
          return { suppression: current, first: false };
        const { reason, source, email_id, note, unsubscribed } = entry;
        const isRaised = weakerThan('unsubscribe').includes(current.reason);
        const { expires_at: _end, ...lasting } = current;
        const suppression = { ...lasting, ...(isRaised && { reason, source, email_id, note }), unsubscribed };
        const change: Update = {
          update: keys.address(listId(list), entry.email),
          expression: 'SET suppression = :new',
          condition:
            'suppression.id = :id AND suppression.#reason = :seen AND attribute_not_exists(suppression.unsubscribed)',
          names: { '#reason': 'reason' },
          values: { ':new': suppression, ':id': current.id, ':seen': current.reason },
        };
        await table.transact([change, { put: pointerOf(list, suppression) }]);
        return { suppression, first: true };
      }),

    readStates: async (list, addresses) => {
      const items = await table.batchGet(addresses.map((address) => keys.address(listId(list), address)));
      return items.map((item) => addressState(item, runtime.now()));
    },
    get: async (list, address) => stored(await read(list, address)),

    find: async (list, id) => {
      const key = await addressOf(list, id);
      const entry = key && stored(await table.get({ pk: key.pk, sk: key.sk }, { consistent: true }));
      return entry?.id === id ? entry : null;
    },

    list: (list, page) =>
      listedEntries(table, page, (shard) => indexes.addresses(listId(list), shard), stored),

    remove: (list, address) =>
      retryConflicts(runtime, async () => {
        const key = keys.address(listId(list), address);
        const item = await read(list, address);
        const entry = stored(item);
        if (item === null || entry === null) return null;
        const condition = 'suppression.id = :id';
        const values = { ':id': entry.id };
        const gone: Write =
          optOutsOf(item).length > 0
            ? { update: key, expression: `REMOVE ${ofSuppression.join(', ')}`, condition, values }
            : { delete: key, condition: `${condition} AND ${noOptOuts}`, names: noOptOutNames, values };
        const writes: Write[] = [gone, { delete: keys.suppressionId(listId(list), entry.id) }];
        if (entry.reason === 'bounce') writes.push({ delete: keys.softBounces(listId(list), address) });
        await table.transact(writes);
        return entry;
      }),

    // This is a separate item that expires, because the address may never get an entry whose removal would
    // find it.
    countSoftBounce: async (list, address, at) => {
      const ttl = ttlAfter(timestamp(runtime.now()), softKept_s);
      const values = { ':et': 'soft_bounces', ':at': new Set([at]), ':ttl': ttl };
      const item = await table.update(
        keys.softBounces(listId(list), address),
        'SET et = :et, #ttl = :ttl ADD #at :at',
        { names: { '#ttl': 'ttl', '#at': 'at' }, values },
      );
      const times = [...recordOf<SoftBounces>(item).at];
      const within = (end: number) => times.filter((t) => t > end - softWindow_ms && t <= end).length;
      return Math.max(...times.filter((t) => t >= at && t < at + softWindow_ms).map(within));
    },
  };
}
