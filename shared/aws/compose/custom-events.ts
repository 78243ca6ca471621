import type { CustomEvents } from '../../domain/context.ts';
import { customEventStore } from '../../store/custom-events.ts';
import type { Family } from './compose.ts';

/** Custom events. */
export const customEvents: Family<CustomEvents> = ({ base, table }) => ({
  custom_events: customEventStore(table, base.runtime),
});
