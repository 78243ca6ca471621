import type { Inbound } from '../../domain/context.ts';
import { receivedStore } from '../../store/received.ts';
import type { Family } from './compose.ts';

/** Received emails. */
export const inbound: Family<Inbound> = ({ base, table, objects }) => ({
  received: receivedStore(table, objects, base.runtime, base.settings.retention.received),
});
