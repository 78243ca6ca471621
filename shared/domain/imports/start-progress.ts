import type { ImportPosition, ImportProgress, ImportResource } from '../../core/records/imports.ts';
import { emptyReport, emptyTotals } from './totals.ts';

export const startOfList = (list: number, source: string | null): ImportPosition => ({
  list,
  source,
  rows: 0,
  offset: 0,
  pages: 0,
  within: 0,
  link: null,
  print: null,
});

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
