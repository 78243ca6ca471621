import type { Waiting } from '../core/backoff.ts';
import type { Domain } from '../core/records/domains.ts';
import type { BlockedSender } from '../core/records/inbound-rules.ts';
import type { Id } from '../core/runtime.ts';
import type { BlockedSenderStore } from '../domain/ports/inbound-rules.ts';
import { conditionHeld, failureOf, retryConflicts, retryTransaction } from './conflicts.ts';
import { entriesOf, queryAll } from './pages.ts';
import { countOne, countOneLess } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { absent, present, readRecord, recordOf, type Table, type Write } from './table.ts';

const nameOf = ({ account, sender, tenant, domain_id }: BlockedSender) =>
  keys.blockedSenderName(account, sender, `${tenant ?? ''}#${domain_id ?? ''}`);

const allOf = async (table: Table, account: Id<'acc'>, consistent = false): Promise<BlockedSender[]> =>
  (await queryAll(table, { ...partitions.blockedSenders(account), consistent })).map(recordOf<BlockedSender>);

function remove(table: Table, runtime: Waiting, block: BlockedSender): Promise<boolean> {
  const entry = { delete: keys.blockedSender(block.account, block.id), condition: present };
  const writes = [entry, { delete: nameOf(block) }, countOneLess(block.account, 'blocked_senders')];
  return conditionHeld(retryTransaction(table, runtime, writes));
}

/** Removes the blocked senders of a domain that its account no longer has. */
export async function removeBlocksOf(table: Table, runtime: Waiting, domain: Domain): Promise<void> {
  // A sending domain never received mail. Other domains may have entries even if they no longer receive mail.
  if (domain.sending_enabled) return;
  for (const block of await allOf(table, domain.account, true))
    if (block.domain_id === domain.id) await remove(table, runtime, block);
}

/** Blocked senders of an account: an item by id, and one by sender and recipients that keeps each unique. */
export function blockedSenderStore(table: Table, runtime: Waiting): BlockedSenderStore {
  const get = (account: Id<'acc'>, id: Id<'bsn'>) =>
    readRecord<BlockedSender>(table, keys.blockedSender(account, id));

  return {
    create: (block, limit) =>
      retryConflicts(runtime, async () => {
        const { account, id } = block;
        const writes: Write[] = [
          countOne(account, 'blocked_senders', limit),
          { label: 'name', put: { ...nameOf(block), et: 'blocked_sender_name', id }, condition: absent },
          { put: { ...keys.blockedSender(account, id), et: 'blocked_sender', ...block } },
        ];
        const failure = await failureOf(table.transact(writes));
        const existing = failure?.failed.get('name')?.id as Id<'bsn'> | undefined;
        if (failure === null || existing === id) return { result: 'created' };
        if (existing === undefined) return { result: 'limit', used: limit };
        const current = await get(account, existing);
        // Removed meanwhile, so its place is free again.
        if (current === null) throw failure;
        return { result: 'exists', current };
      }),

    get,
    list: (account, page) => entriesOf<BlockedSender>(table, partitions.blockedSenders(account), page),
    of: (account) => allOf(table, account),
    remove: (block) => remove(table, runtime, block),
  };
}
