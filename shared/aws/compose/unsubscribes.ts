import type { Unsubscribes } from '../../domain/context.ts';
import { pendingUnsubscribeStore } from '../../store/pending-unsubscribes.ts';
import type { Family } from './compose.ts';

/** Unsubscribes whose event is not queued yet. */
export const unsubscribes: Family<Unsubscribes> = ({ table }) => ({
  pending_unsubscribes: pendingUnsubscribeStore(table),
});
