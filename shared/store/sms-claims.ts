import type { ExceededLimit, PlanLimit } from '../core/records/limits.ts';
import type { Runtime } from '../core/runtime.ts';
import type { SmsClaims } from '../domain/ports/sms.ts';
import { unlessFailed } from './conflicts.ts';
import { writeCounted } from './counted-write.ts';
import { joinedLabel, writesOf } from './joined.ts';
import { type Counted, withItem } from './limit-counts.ts';
import { keys } from './schema.ts';
import type { Table } from './table.ts';

type Taken = 'taken' | 'overtaken' | { exceeded: ExceededLimit };

/** Claims of text messages, each counted on its account's day in the write that makes it. */
export function smsClaims(table: Table, runtime: Runtime): SmsClaims {
  const counted = async (limit: PlanLimit) =>
    withItem(limit, await table.get(keys.limit(limit.owner, limit.kind), { consistent: true }));

  return {
    take: async (input) => {
      const limits = input.limit === null ? [] : [await counted(input.limit)];
      const write = ({ exceeded: [exceeded], counts }: Counted): Promise<Taken> => {
        if (exceeded) return Promise.resolve({ exceeded });
        const parts = [...writesOf(input.joined), ...counts];
        return unlessFailed<Taken, Taken>(
          table.transact(parts).then(() => 'taken'),
          (failure) => {
            if (failure.failed.has(joinedLabel)) return 'overtaken';
            throw failure;
          },
        );
      };
      return writeCounted({ table, runtime }, [limits], write);
    },
  };
}
