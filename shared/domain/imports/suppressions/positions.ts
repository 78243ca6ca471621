import type { ImportPosition } from '../../../core/records/imports.ts';

/** Before the first row of a list. */
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
