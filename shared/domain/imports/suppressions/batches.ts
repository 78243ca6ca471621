import type { ImportPosition } from '../../../core/records/imports.ts';
import type { Done } from './positions.ts';

/** Rows of a list that are next, and how the position moves when some of them are done. */
export type Batch = {
  rows: unknown[];
  /** The position behind the first `done` rows; `ended`: the list is over. */
  behind: (progress: Omit<Done, 'take'>) => Promise<{ position: ImportPosition; ended: boolean }>;
  /** Whether the list goes on behind these rows. */
  more: boolean;
};
