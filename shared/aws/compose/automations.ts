import type { Automations } from '../../domain/context.ts';
import { automationStore } from '../../store/automations.ts';
import type { Family } from './compose.ts';

/** Automations and their definitions. */
export const automations: Family<Automations> = ({ base, table, objects }) => ({
  automations: automationStore(table, objects, base.runtime),
});
