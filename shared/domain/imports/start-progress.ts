import type { ImportProgress, ImportResource } from '../../core/records/imports.ts';
import { unsupported } from './import-record.ts';
import type { Provider } from './providers/provider.ts';
import { startOfList } from './suppressions/pages.ts';
import { emptyReport } from './totals.ts';

/** The progress of an import that has done nothing so far: before its first list, or behind the last when it reads none. */
export const startProgress = (
  { lists }: Pick<Provider, 'lists'>,
  resources: ImportResource[],
): ImportProgress => ({
  position: startOfList(resources.includes('suppressions') ? 0 : lists.length),
  suppressions: emptyReport(),
  errors: unsupported(resources).length,
  failing: null,
});
