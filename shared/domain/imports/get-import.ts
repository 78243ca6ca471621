import { notFound } from '../../core/errors.ts';
import type { Import, ImportError } from '../../core/records/imports.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { codeOf } from './code/code-of.ts';
import { type MigrationRecord, migrationRecord } from './import-record.ts';
import { type MergedLists, mergedLists, withinLists } from './report-lists.ts';
import { statusOf } from './totals.ts';

/** A cursor's lifetime, after which an import can't resume. */
const abandoned_ms = 86_400_000;

const abandoned = 'no request arrived for 24 hours and the cursor expired: start the import again';

/** An import's current status, whether it continues, and what to add to its errors. */
export function standingOf(one: Import, now: number) {
  const { done, stage, updated_at } = one;
  if (stage === null || now - Date.parse(updated_at) < abandoned_ms)
    return { status: statusOf(one, done), has_more: !done, errors: [] };
  const error: ImportError = { resource: stage, code: 'abandoned', message: abandoned, retryable: true };
  return { status: statusOf({ ...one, errors: one.errors + 1 }, true), has_more: false, errors: [error] };
}

/** The import in a path; 404 if unknown or in another account. */
export async function openImport(ctx: Imports, caller: Caller, id: string): Promise<Import> {
  const found = isId('mig', id) ? await ctx.imports.get(caller.account.id, id) : null;
  if (found === null) throw notFound('Migration');
  return found;
}

/** An import's current state with these lists. No cursor, because that needs the provider's key. */
export async function currentImportRecord(
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

/** GET /migrations/{id}: the import with all requests merged, as far as a response has room. */
export async function getImport(ctx: Base & Imports, caller: Caller, id: string): Promise<MigrationRecord> {
  const one = await openImport(ctx, caller, id);
  return currentImportRecord(ctx, one, withinLists(await mergedLists(ctx.imports.parts(one))));
}
