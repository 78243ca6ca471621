import type { OpenSchedules } from '../../domain/context.ts';
import { openScheduleStore } from '../../store/open-schedules.ts';
import type { Family } from './compose.ts';

/** The scheduled emails of a domain. */
export const openSchedules: Family<OpenSchedules> = ({ base, table }) => ({
  open_schedules: openScheduleStore(table, base.runtime),
});
