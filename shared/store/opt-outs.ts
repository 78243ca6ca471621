import { type List, type OptOut, type OptOutCategory, optOutCategories } from '../core/records/lists.ts';
import type { Runtime } from '../core/runtime.ts';
import type { OptOutStore } from '../domain/ports/lists.ts';
import { failureOf, retryConflicts } from './conflicts.ts';
import { listedEntries } from './pages.ts';
import { entryOf, indexes, type Key, keys, listId, listShards, shardOf } from './schema.ts';
import { shardPace } from './shard-pace.ts';
import { type Item, recordOf, type Table, type Update, type Write } from './table.ts';
import { sendUpdate } from './updates.ts';

/** One attribute per category, with a dot in its name, so each is written and removed separately. */
const attribute = (category: OptOutCategory) => `opt_outs.${category}`;

const named = (category: OptOutCategory) => ({ '#out': attribute(category) });

const outs = optOutCategories.map((category, i) => [`#out${i}`, attribute(category)]);
export const noOptOuts = outs.map(([name]) => `attribute_not_exists(${name})`).join(' AND ');
export const noOptOutNames: Record<string, string> = Object.fromEntries(outs);

export const optOutsOf = (item: Item | null): OptOut[] =>
  optOutCategories.flatMap((category) => (item?.[attribute(category)] as OptOut | undefined) ?? []);

function rowOf(list: List, entry: OptOut): Item {
  return {
    ...keys.optOut(listId(list), entry.email, entry.category),
    et: 'optout',
    ...entryOf(indexes.optOuts(listId(list), shardOf(entry.id, listShards)), entry.id),
    ...entry,
  };
}

const withEntry = (list: List, entry: OptOut): Update => ({
  update: keys.address(listId(list), entry.email),
  expression: 'SET #out = :entry, et = :et',
  condition: 'attribute_not_exists(#out)',
  names: named(entry.category),
  values: { ':entry': entry, ':et': 'address' },
});

const without = (key: Key, category: OptOutCategory): Write => ({
  update: key,
  expression: 'REMOVE #out',
  condition: 'attribute_exists(#out)',
  names: named(category),
});

/** Deletes an address item that has nothing else. */
function emptied(key: Key, category: OptOutCategory): Write {
  const others = optOutCategories.filter((other) => other !== category);
  const names = Object.fromEntries(others.map((other, i) => [`#other${i}`, attribute(other)]));
  const absent = ['suppression', ...Object.keys(names)].map((name) => `attribute_not_exists(${name})`);
  return {
    delete: key,
    condition: `attribute_exists(#out) AND ${absent.join(' AND ')}`,
    names: { ...named(category), ...names },
  };
}

/** Category opt-outs: an attribute of the address item, for sends, and a row, for lists, changed together. */
export function optOutStore(table: Table, runtime: Runtime): OptOutStore {
  const pace = shardPace(runtime);
  return {
    create: (list, entry) =>
      retryConflicts(runtime, async () => {
        const item = await table.get(keys.address(listId(list), entry.email), { consistent: true });
        const existing = optOutsOf(item).find(({ category }) => category === entry.category);
        if (existing) return { opt_out: existing, created: false };
        await table.transact([withEntry(list, entry), { put: rowOf(list, entry) }]);
        return { opt_out: entry, created: true };
      }),

    addImported: async (list, entry) => {
      await pace(`${listId(list)} ${shardOf(entry.id, listShards)}`);
      const failure = await failureOf(sendUpdate(table, withEntry(list, entry)));
      const existing = optOutsOf(failure?.item ?? null).find(({ category }) => category === entry.category);
      const opt_out = existing ?? entry;
      if (opt_out.id === entry.id) await table.put(rowOf(list, opt_out));
      return { opt_out, created: failure === null };
    },

    get: async (list, address) =>
      optOutsOf(await table.get(keys.address(listId(list), address), { consistent: true })),

    list: (list, page) =>
      listedEntries(table, page, (shard) => indexes.optOuts(listId(list), shard), recordOf<OptOut>),

    remove: (list, email, category) =>
      retryConflicts(runtime, async () => {
        const address = keys.address(listId(list), email);
        const item = await table.get(address, { consistent: true });
        const existing = optOutsOf(item);
        if (!existing.some((entry) => entry.category === category)) return false;
        const alone = existing.length === 1 && item?.suppression === undefined;
        await table.transact([
          alone ? emptied(address, category) : without(address, category),
          { delete: keys.optOut(listId(list), email, category) },
        ]);
        return true;
      }),
  };
}
