import type { PlanLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import type { SmsClaims } from '../domain/ports/sms.ts';
import { failureOf } from './conflicts.ts';
import { writeCounted } from './counted-write.ts';
import { joinedLabel, writesOf } from './joined.ts';
import { withItem } from './limit-counts.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

/** Claims for text messages, each counted on its account's day in the same write. */
export function smsClaims(table: Table, runtime: Runtime): SmsClaims {
  const counted = async (limit: PlanLimit) =>
    withItem(limit, await table.get(keys.limit(limit.owner, limit.kind), { consistent: true }));

  return {
    take: async (input) => {
      const limits = input.limit === null ? [] : [await counted(input.limit)];
      return writeCounted({ table, runtime }, [limits], async ({ exceeded: [exceeded], counts }) => {
        if (exceeded) return { exceeded };
        // After a lost response, the same claim is repeated and could be mistaken for another worker's.
        const writes = [...writesOf(input.joined), ...counts];
        const failure = await failureOf(table.transact(writes, { once: true }));
        if (failure === null) return 'taken';
        if (failure.failed.has(joinedLabel)) return 'overtaken';
        throw failure;
      });
    },
  };
}
