import type { Waiting } from '../core/backoff.ts';
import type { Domain } from '../core/records/domains.ts';
import type { BlockedSender } from '../core/records/inbound-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import type { Page } from '../domain/ports/common.ts';
import { conditionHeld, retryConflicts, retryTransaction, unlessFailed } from './conflicts.ts';
import { queryAll } from './query-all.ts';
import { countOne, countOneLess } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';

const blockOf = (item: Item): BlockedSender => recordOf<BlockedSender>(item);

/** One entry for each sender and its recipients. */
const nameOf = ({ account, sender, tenant, domain_id }: BlockedSender) =>
  keys.blockedSenderName(account, sender, `${tenant ?? ''}#${domain_id ?? ''}`);

/** False when it is gone already. */
const remove = (table: Table, runtime: Waiting, block: BlockedSender): Promise<boolean> =>
  conditionHeld(
    retryTransaction(table, runtime, [
      { delete: keys.blockedSender(block.account, block.id), condition: 'attribute_exists(pk)' },
      { delete: nameOf(block) },
      countOneLess(block.account, 'blocked_senders'),
    ]),
  );

/** Removes the blocked senders of a domain that its account does not have any more. */
export async function removeBlocksOf(
  table: Table,
  runtime: Waiting,
  { account, id, inbound_enabled }: Pick<Domain, 'account' | 'id' | 'inbound_enabled'>,
): Promise<void> {
  // Only for a domain that receives is one made.
  if (!inbound_enabled) return;
  const blocks = (await queryAll(table, partitions.blockedSenders(account))).map(blockOf);
  for (const block of blocks) if (block.domain_id === id) await remove(table, runtime, block);
}

/** Blocked senders of an account: an item by id, and one by sender and recipients, which makes each unique. */
export function blockedSenderStore(table: Table, runtime: Runtime) {
  const read = async (account: string, id: string): Promise<BlockedSender | null> => {
    const item = await table.get(keys.blockedSender(account, id), { consistent: true });
    return item && blockOf(item);
  };

  return {
    create: (block: BlockedSender, limit: number) =>
      retryConflicts(runtime, async () => {
        const writes: Write[] = [
          { label: 'limit', ...countOne(block.account, 'blocked_senders', limit) },
          {
            label: 'name',
            put: { ...nameOf(block), et: 'blocked_sender_name', id: block.id },
            condition: absent,
          },
          { put: { ...keys.blockedSender(block.account, block.id), et: 'blocked_sender', ...block } },
        ];
        return unlessFailed(
          table.transact(writes).then(() => ({ result: 'created' as const })),
          async (failure) => {
            const id = failure.failed.get('name')?.id as string | undefined;
            if (id === block.id) return { result: 'created' as const };
            if (id === undefined) return { result: 'limit' as const, used: limit };
            const current = await read(block.account, id);
            // Removed since: the place is free again.
            if (current === null) throw failure;
            return { result: 'exists' as const, current };
          },
        );
      }),

    get: read,

    list: async (account: string, page: Page) => {
      const { items, more } = await table.query({
        ...partitions.blockedSenders(account),
        descending: true,
        consistent: true,
        limit: page.limit,
        ...(page.before !== null && { after: keys.blockedSender(account, page.before).sk }),
      });
      const entries = items.map(blockOf);
      return { entries, next: more ? (entries.at(-1)?.id ?? null) : null };
    },

    of: async (account: string): Promise<BlockedSender[]> =>
      (await queryAll(table, partitions.blockedSenders(account))).map(blockOf),

    remove: (block: BlockedSender): Promise<boolean> => remove(table, runtime, block),
  };
}
