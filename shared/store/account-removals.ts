import { minuteOf } from '../core/days.ts';
import { chunksOf, inParallel } from '../core/in-parallel.ts';
import type { Account } from '../core/records/accounts.ts';
import type { Domain } from '../core/records/domains.ts';
import type { AccountRemovalStore } from '../domain/ports/accounts.ts';
import { updateRecord } from './conflicts.ts';
import { taskItem, taskOf } from './domain-writes.ts';
import { foundBy, ownedBy, ownersOf, ownOf } from './owners.ts';
import { queryAll, scanPages } from './pages.ts';
import { type Key, keys } from './schema.ts';
import { type Item, present, recordOf, type Table } from './table.ts';

/** Parts of the table, read two at a time. Reading eight at a time overloaded a local cloud. */
const parts = 8;
const parallel = 2;

/** Max items per partition key deleted at a time, because a log can have a million. */
const slice = 500;

/** Replays of a delivery share its event, and a DynamoDB call takes each key only once. */
const eachOnce = (found: Key[]): Key[] => [
  ...new Map(found.map((key) => [`${key.pk} ${key.sk}`, key])).values(),
];

/** The attributes that show an item's owner, and the items to delete with it. */
const attributes = ['account', 'et', 'id', 'name', 'identity', 'event_id', 'attempts', 'email', 'task'];

/** Items grouped by partition key. In a scan they follow each other. */
async function* groupsOf(table: Table, part: number): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const items of scanPages(table, { part, parts, attributes })) {
    for (const item of items) {
      if (group.length > 0 && group[0]?.pk !== item.pk) {
        yield group;
        group = [];
      }
      group.push(item);
    }
  }
  if (group.length > 0) yield group;
}

/** Tasks that remove the domains' SES identities. The sweep runs them in the next minute. */
const identityTasks = (own: Item[], now: number): Item[] =>
  own
    .filter(({ et, identity }) => et === 'domain' && identity !== 'none')
    .map((item) => taskItem(taskOf('remove', recordOf<Domain>(item)), minuteOf(now) + 1));

export function accountRemovalStore(table: Table): Omit<AccountRemovalStore, 'emptyBucket'> {
  async function empty(group: Item[], isOwn: (item: Item) => boolean, now: () => number): Promise<number> {
    const own = ownOf(group, isOwn);
    // The time is set when the item is found, because a pass over a large table takes longer than a sweep
    // waits.
    await table.batchWrite({ puts: identityTasks(own, now()) });
    for (const some of chunksOf(own, slice)) {
      await table.batchWrite({ deletes: eachOnce(some.flatMap(foundBy)) });
      await table.batchWrite({ deletes: some.map(({ pk, sk }) => ({ pk, sk })) });
    }
    return own.length;
  }

  return {
    begin: (id, at) => {
      const times = ['suspended_at', 'deleting_at'].map((name) => `${name} = if_not_exists(${name}, :at)`);
      const expression = `SET ${times.join(', ')}`;
      const when = { condition: present, values: { ':at': at } };
      return updateRecord<Account>(table, { update: keys.account(id), expression, ...when });
    },

    emptyTable: async (id, now) => {
      const own = keys.account(id).pk;
      const isOwn = ownedBy(id, await ownersOf(table, id));
      let deleted = 0;
      const emptyPart = async (part: number) => {
        // The account's own partition leads to its other items, so it goes last.
        for await (const group of groupsOf(table, part)) {
          if (group[0]?.pk === own) continue;
          const emptied = await empty(group, isOwn, now);
          deleted += emptied;
        }
      };
      await inParallel(
        Array.from({ length: parts }, (_, part) => part),
        parallel,
        emptyPart,
      );
      return deleted;
    },

    end: async (id) => {
      const account = keys.account(id);
      const items = await queryAll(table, { pk: account.pk, consistent: true });
      const rest = items.filter(({ sk }) => sk !== account.sk);
      await table.batchWrite({ deletes: rest.map(({ pk, sk }) => ({ pk, sk })) });
      await table.batchWrite({ deletes: [keys.accountPointer(id)] });
      await table.delete(account);
      return rest.length + 1;
    },
  };
}
