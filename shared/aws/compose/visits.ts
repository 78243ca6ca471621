import type { Visits } from '../../domain/context.ts';
import { visitStore } from '../../store/visits.ts';
import type { Family } from './compose.ts';

/** Opens and clicks of emails. */
export const visits: Family<Visits> = ({ base, table }) => ({
  visits: visitStore(table, base.runtime, base.settings.retention),
});
