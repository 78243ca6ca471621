import type { Runtime } from '../core/runtime.ts';
import type { Imports } from '../domain/ports/imports.ts';
import { type Conflict, retryConflicts } from './conflicts.ts';
import { keys } from './schema.ts';
import type { Item, Table } from './table.ts';

const hour_ms = 3_600_000;

type Kind = 'new' | 'continued';

/** When the hour of an item ends, epoch ms; 0: there is none. */
const endOf = (item: Item | null) => (item === null ? 0 : (item.hour as number) + hour_ms);

/**
 * Requests of an hour that begins with the first one after the hour before (M5): one conditional update counts a request
 * or does not, however many come at once; the failed condition returns the hour that decides what follows.
 */
export function importLimitStore(table: Table, runtime: Runtime): Imports['import_limits'] {
  const add = (account: string, kind: Kind, { now, limit }: { now: number; limit: number }) =>
    table.update(keys.importHour(account), 'ADD #kind :one', {
      condition: '#hour > :ended AND #kind < :limit',
      names: { '#kind': kind, '#hour': 'hour' },
      values: { ':one': 1, ':ended': now - hour_ms, ':limit': limit },
    });

  const begin = (account: string, kind: Kind, now: number) =>
    table.update(
      keys.importHour(account),
      'SET et = :et, #hour = :now, #kind = :one, #other = :none, #ttl = :ttl',
      {
        condition: 'attribute_not_exists(#hour) OR #hour <= :ended',
        names: {
          '#hour': 'hour',
          '#kind': kind,
          '#ttl': 'ttl',
          '#other': kind === 'new' ? 'continued' : 'new',
        },
        values: {
          ':et': 'import_hour',
          ':now': now,
          ':one': 1,
          ':none': 0,
          ':ended': now - hour_ms,
          ':ttl': Math.ceil((now + 2 * hour_ms) / 1000),
        },
      },
    );

  return {
    count: (account, kind, limit) =>
      retryConflicts(runtime, async (last: Conflict | null) => {
        const now = runtime.now();
        const item = last?.item ?? null;
        const left_ms = endOf(item) - now;
        if (left_ms > 0 && (item?.[kind] as number) >= limit) return Math.ceil(left_ms / 1000);
        await (last === null || left_ms > 0 ? add(account, kind, { now, limit }) : begin(account, kind, now));
        return null;
      }),
  };
}
