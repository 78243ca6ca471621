import type { Imports } from '../../domain/ports/imports.ts';
import { importLimitStore } from '../../store/import-limits.ts';
import { importRowStore } from '../../store/import-rows.ts';
import { importStore } from '../../store/imports.ts';
import type { Family } from './compose.ts';

/** Imports from other providers, and how many an account may begin. */
export const imports: Family<Imports> = ({ base, table, objects }) => ({
  imports: importStore(table, objects),
  import_limits: importLimitStore(table, base.runtime),
  import_rows: importRowStore(objects),
});
