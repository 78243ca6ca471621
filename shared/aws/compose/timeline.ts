import type { Timeline } from '../../domain/context.ts';
import { eventStore } from '../../store/events.ts';
import type { Family } from './compose.ts';

/** The events of emails. */
export const timeline: Family<Timeline> = ({ base, table }) => ({
  events: eventStore(table, base.settings.retention),
});
