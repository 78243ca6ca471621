import type { Waiting } from '../core/backoff.ts';
import { byName } from '../core/by-name.ts';
import type { Account } from '../core/records/accounts.ts';
import type { Id } from '../core/runtime.ts';
import type { AccountStore } from '../domain/ports/accounts.ts';
import { conditionHeld, retryTransaction, unlessFailed, updateIf, updateRecord } from './conflicts.ts';
import { scanPages } from './pages.ts';
import { idInSk, keys, partitions } from './schema.ts';
import { absent, findRecord, type Item, present, recordOf, type Table } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/** The resources that a plan limits by number and callers can see. */
const resources = ['domains', 'tenants', 'webhooks', 'templates', 'automations'] as const;

const pointerOf = (id: Id<'acc'>): Item => ({ ...keys.accountPointer(id), et: 'account_pointer' });

/** Adds pointers, once, for accounts older than the pointers. This reads the whole table. */
async function completePointers(table: Table): Promise<void> {
  const mark = keys.accountPointersComplete();
  if ((await table.get(mark, { consistent: true })) !== null) return;
  for await (const items of scanPages(table, { part: 0, parts: 1, attributes: ['et', 'id'] })) {
    const found = items.filter(({ et }) => et === 'account');
    await table.batchWrite({ puts: found.map((item) => pointerOf(recordOf<Account>(item).id)) });
  }
  await table.put({ ...mark, et: 'account_pointers' });
}

export function accountStore(table: Table, runtime: Waiting): AccountStore {
  /** The account after the change, or unchanged if the condition fails. Null if it doesn't exist. */
  const changeWhen = async (id: Id<'acc'>, change: Record<string, unknown>, condition: string) => {
    const update = setFields(keys.account(id), change, { condition: `${present} AND ${condition}` });
    const item = await unlessFailed(sendUpdate(table, update), (failure) => failure.item);
    return item && recordOf<Account>(item);
  };

  return {
    get: (id) => findRecord<Account>(table, keys.account(id)),
    readCounts: async (id) => {
      const item = await table.get(keys.counts(id), { consistent: true });
      return byName(resources, (name) => Number(item?.[name] ?? 0));
    },
    readStored: async (id, day) => {
      const wanted = (['uploads', 'scheduled', 'suppressions'] as const).map((kind) => keys.limit(id, kind));
      const [uploads, scheduled, suppressions] = await table.batchGet(wanted);
      const usedOf = (item: Item | null | undefined) => Math.max(0, Number(item?.used ?? 0));
      return {
        upload_bytes_day: uploads?.day === day ? Number(uploads.day_used) : 0,
        scheduled_emails: usedOf(scheduled),
        suppressions: usedOf(suppressions),
      };
    },
    create: async (account) => {
      // The id is new, so an existing item means the SDK repeated a write whose response was lost.
      const item = { ...keys.account(account.id), et: 'account', ...account };
      const writes = [{ put: item, condition: absent }, { put: pointerOf(account.id) }];
      await conditionHeld(retryTransaction(table, runtime, writes));
    },
    completeList: () => completePointers(table),
    list: async ({ limit, before }) => {
      const range = { ...partitions.accounts(), ...(before !== null && { after: before }) };
      const { items, more } = await table.query({ ...range, descending: true, consistent: true, limit });
      const ids = items.map(idInSk<'acc'>);
      const found = await table.batchGet(ids.map(keys.account), { consistent: true });
      const entries = found.flatMap((item) => (item ? [recordOf<Account>(item)] : []));
      return { entries, next: more ? (ids.at(-1) ?? null) : null };
    },
    suspend: (id, at) => changeWhen(id, { suspended_at: at }, 'attribute_not_exists(suspended_at)'),
    resume: (id, at) => {
      const change = { resumed_at: at, suspended_at: undefined };
      return changeWhen(id, change, 'attribute_exists(suspended_at) AND attribute_not_exists(deleting_at)');
    },
    update: (id, change) =>
      updateRecord<Account>(table, setFields(keys.account(id), change, { condition: present })),
    raiseEmailShards: async (id, email_shards) => {
      const when = { condition: 'email_shards < :email_shards' };
      await updateIf(table, setFields(keys.account(id), { email_shards }, when));
    },
    restartRamp: (id) => table.delete(keys.limit(id, 'ramp')),
    /**
     * Keeps the time of the first verification, so that production stays unlocked if domains change later.
     */
    markDomainVerified: async (id, domain_verified_at) => {
      const unset = 'attribute_not_exists(domain_verified_at) OR domain_verified_at = :none';
      const when = { condition: `${present} AND (${unset})`, values: { ':none': null } };
      await updateIf(table, setFields(keys.account(id), { domain_verified_at }, when));
    },
  };
}
