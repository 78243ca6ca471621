import { notFound } from '../../core/errors.ts';
import type { Import, ImportError } from '../../core/records/imports.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { codeOf } from './code/code-of.ts';
import { type MigrationRecord, migrationRecord } from './import-record.ts';
import { type MergedLists, mergedLists, withinLists } from './report-lists.ts';
import { statusOf } from './totals.ts';

/** The lifetime of a cursor: after it an import cannot go on. */
const abandoned_ms = 86_400_000;

const abandoned = 'no request arrived for 24 hours and the cursor expired: start the import again';

/** The status of an import now, whether it goes on, and what is to be added to its errors. */
export function standingOf(one: Import, now: number) {
  const { done, stage, updated_at } = one;
  if (stage === null || now - Date.parse(updated_at) < abandoned_ms)
    return { status: statusOf(one, done), has_more: !done, errors: [] };
  const error: ImportError = { resource: stage, code: 'abandoned', message: abandoned, retryable: true };
  return { status: statusOf({ ...one, errors: one.errors + 1 }, true), has_more: false, errors: [error] };
}

/** The import of a path; throws 404 for one that is unknown or of another account. */
export async function openImport(ctx: Imports, caller: Caller, id: string): Promise<Import> {
  const found = isId('mig', id) ? await ctx.imports.get(caller.account.id, id) : null;
  if (found === null) throw notFound('Migration');
  return found;
}

/** An import as it is now, with these lists; no cursor, which goes with the provider's key. */
export async function shownImport(
  ctx: Base,
  one: Import,
  { lists, seen, counts }: MergedLists,
): Promise<MigrationRecord> {
  const { provider, suppressions, totals, wait_until } = one;
  const { errors, attention, template_map, ...items } = lists;
  const now = ctx.runtime.now();
  const { status, has_more, errors: later } = standingOf(one, now);
  return migrationRecord(one, {
    dry_run: false,
    status,
    has_more,
    counts,
    next_cursor: null,
    retry_after_seconds: has_more && wait_until > now ? Math.ceil((wait_until - now) / 1000) : null,
    suppressions,
    errors: [...errors, ...later],
    attention,
    items,
    totals,
    template_map,
    ...(await codeOf(ctx, provider, { has_more, templates: seen })),
  });
}

/** GET /migrations/{id}: the import, all requests merged, as far as an answer holds it. */
export async function getImport(ctx: Base & Imports, caller: Caller, id: string): Promise<MigrationRecord> {
  const one = await openImport(ctx, caller, id);
  return shownImport(ctx, one, withinLists(await mergedLists(ctx.imports.parts(one))));
}
