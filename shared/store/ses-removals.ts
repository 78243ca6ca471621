import { keys, partitions } from './schema.ts';
import type { Table } from './table.ts';

/** Addresses removed from a list of ours that are still on SES's own (P18), oldest entry first. */
export function sesRemovalStore(table: Table) {
  return {
    list: async (limit: number) => {
      const { items } = await table.query({ ...partitions.sesRemovals(), limit, consistent: true });
      return items.map((item) => ({
        id: item.sk,
        account: item.account as string,
        address: item.address as string,
        email_id: (item.email_id as string | undefined) ?? null,
      }));
    },
    delete: (id: string) => table.delete(keys.sesRemoval(id)),
  };
}
