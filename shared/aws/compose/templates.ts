import type { Templates } from '../../domain/context.ts';
import { templateStore } from '../../store/templates.ts';
import type { Family } from './compose.ts';

/** Templates, their versions and bodies. */
export const templates: Family<Templates> = ({ base, table, objects }) => ({
  templates: templateStore(table, objects, base.runtime),
});
