import { idTime } from '../core/runtime.ts';
import { conditionHeld } from './conflicts.ts';
import { retention_s } from './retention.ts';
import { keys } from './schema.ts';
import { absent, type Item, type Table } from './table.ts';

/** Whether a draft was given up: its item is where that of an accepted email would be, so that one excludes the other. */
export const isDropped = (item: Item | null | undefined): boolean => item?.et === 'dropped';

/** Drops a draft, so that no write accepts it any more; false where it was accepted or dropped before. */
export const dropDraft = (table: Table, id: string): Promise<boolean> =>
  conditionHeld(
    table.put(
      { ...keys.email(id), et: 'dropped', ttl: Math.ceil(idTime(id) / 1000) + retention_s.dropped },
      { condition: absent },
    ),
  );
