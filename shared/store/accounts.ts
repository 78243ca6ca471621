import type { Account } from '../core/records/accounts.ts';
import { conditionHeld } from './conflicts.ts';
import { keys } from './schema.ts';
import { absent, recordOf, type Table } from './table.ts';

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
      };
    },
    create: async (account: Account): Promise<void> => {
      // The id is new: where it exists, the SDK repeated a write whose answer was lost.
      const item = { ...keys.account(account.id), et: 'account', ...account };
      await conditionHeld(table.put(item, { condition: absent }));
    },
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
