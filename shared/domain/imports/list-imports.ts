import type { Import } from '../../core/records/imports.ts';
import type { Base, Caller, Paging } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { Imports } from '../ports/imports.ts';
import { standingOf } from './get-import.ts';
import type { MigrationSummary } from './import-record.ts';

function summaryOf(one: Import, now: number): MigrationSummary {
  const { id, provider, region, resources, suppressions, created_at, updated_at } = one;
  const { status } = standingOf(one, now);
  const totals = { ...one.totals, suppressions: suppressions.totals };
  return { id, provider, region, status, resources, totals, created_at, updated_at };
}

/** GET /migrations: newest first, with totals. Previews are not stored. */
export function listImports(ctx: Base & Imports & Paging, caller: Caller, query: PageQuery) {
  const { id: account } = caller.account;
  return filteredPage(ctx, query, {
    name: 'migrations',
    bound: [account, 'migrations'],
    read: (page) => ctx.imports.list(account, page),
    show: async (found) => found.map((one) => summaryOf(one, ctx.runtime.now())),
  });
}
