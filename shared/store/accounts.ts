import type { Account } from '../core/records/accounts.ts';
import { conditionHeld, unlessFailed } from './conflicts.ts';
import { keys } from './schema.ts';
import { setFields } from './set-fields.ts';
import { absent, present, recordOf, type Table } from './table.ts';

/** Accounts: one item each, read with every request and cached by the caller. */
export function accountStore(table: Table) {
  return {
    get: async (id: string): Promise<Account | null> => {
      const item = await table.get(keys.account(id));
      return item && recordOf<Account>(item);
    },
    readCounts: async (id: string) => {
      const item = await table.get(keys.counts(id), { consistent: true });
      const count = (name: string) => (item?.[name] as number | undefined) ?? 0;
      return {
        domains: count('domains'),
        tenants: count('tenants'),
        webhooks: count('webhooks'),
        templates: count('templates'),
        automations: count('automations'),
      };
    },
    create: async (account: Account): Promise<void> => {
      // The id is new: where it exists, the SDK repeated a write whose answer was lost.
      const item = { ...keys.account(account.id), et: 'account', ...account };
      await conditionHeld(table.put(item, { condition: absent }));
    },
    update: async (id: string, change: Partial<Account>): Promise<Account | null> => {
      const { expression, ...fields } = setFields(change);
      const write = table.update(keys.account(id), expression, { condition: present, ...fields });
      return unlessFailed(
        write.then((item) => recordOf<Account>(item)),
        () => null,
      );
    },
    raiseEmailShards: async (id: string, shards: number): Promise<void> => {
      await conditionHeld(
        table.update(keys.account(id), 'SET email_shards = :shards', {
          condition: 'email_shards < :shards',
          values: { ':shards': shards },
        }),
      );
    },
    restartRamp: (id: string): Promise<void> => table.delete(keys.limit(id, 'ramp')),
    /** Keeps the first time: production stays unlocked when domains change later (A39). */
    markDomainVerified: async (id: string, at: string): Promise<void> => {
      await conditionHeld(
        table.update(keys.account(id), 'SET domain_verified_at = :at', {
          condition:
            'attribute_exists(pk) AND (attribute_not_exists(domain_verified_at) OR domain_verified_at = :none)',
          values: { ':at': at, ':none': null },
        }),
      );
    },
  };
}
