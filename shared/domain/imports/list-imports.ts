import type { Import } from '../../core/records/imports.ts';
import type { Base, Caller, Paging } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import type { Imports } from '../ports/imports.ts';
import { standingOf } from './get-import.ts';
import type { MigrationSummary } from './import-record.ts';

function summaryOf(one: Import, now: number): MigrationSummary {
  const { id, provider, region, resources, suppressions, created_at, updated_at } = one;
  const { status } = standingOf(one, now);
  const totals = { ...one.totals, suppressions: suppressions.totals };
  return { id, provider, region, status, resources, totals, created_at, updated_at };
}

/** GET /migrations: newest first, with totals; previews are not kept (M29). */
export async function listImports(
  ctx: Base & Imports & Paging,
  caller: Caller,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { id: account } = caller.account;
  const { records, has_more, next_cursor } = await filteredPage(
    ctx,
    { bound: [account, 'migrations'], limit, cursor, filtered: false },
    {
      read: async (page) => {
        const { imports, next } = await ctx.imports.list(account, page);
        return { entries: imports, next };
      },
      keep: () => true,
      show: async (found) => found.map((one) => summaryOf(one, ctx.runtime.now())),
    },
  );
  return { migrations: records, has_more, next_cursor };
}
