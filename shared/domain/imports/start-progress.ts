import type { ImportProgress, ImportResource } from '../../core/records/imports.ts';
import { startOfList } from './suppressions/positions.ts';
import { emptyReport, emptyTotals } from './totals.ts';

/** The progress of an import that has done nothing so far. */
export const startProgress = (resources: ImportResource[]): ImportProgress => ({
  stage: resources[0] ?? null,
  after: null,
  position: startOfList(0, null),
  hooks: { gathered: false, done: 0 },
  templates: { gathered: false, unreadable: 0 },
  spooled: {},
  scopes: [],
  suppressions: emptyReport(),
  totals: emptyTotals(),
  errors: 0,
  failing: null,
});
