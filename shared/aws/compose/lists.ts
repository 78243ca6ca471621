import type { Lists } from '../../domain/context.ts';
import { optOutStore } from '../../store/opt-outs.ts';
import { suppressionStore } from '../../store/suppressions.ts';
import type { Family } from './compose.ts';

/** Suppression lists and category opt-outs. */
export const lists: Family<Lists> = ({ base, table }) => ({
  suppressions: suppressionStore(table, base.runtime),
  opt_outs: optOutStore(table, base.runtime),
});
