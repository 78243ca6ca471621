import type { Counters } from '../../domain/context.ts';
import { counterStore } from '../../store/counters.ts';
import type { Family } from './compose.ts';

/** Numbers of what was sent, and what became of it. */
export const counters: Family<Counters> = ({ base, table }) => ({
  counters: counterStore(table, base.runtime),
});
