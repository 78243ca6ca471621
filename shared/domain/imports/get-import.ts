import { notFound } from '../../core/errors.ts';
import type { Import, ImportError } from '../../core/records/imports.ts';
import type { Base, Caller } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { codeOf } from './code/code-of.ts';
import { type MigrationRecord, migrationRecord, templateMap } from './import-record.ts';
import { mergedItems, statusOf } from './totals.ts';

/** A cursor lives that long: then nothing goes on (M29). */
const abandoned_ms = 86_400_000;

const abandoned: ImportError = {
  resource: 'suppressions',
  code: 'abandoned',
  message: 'no request for 24 hours, and its cursor has expired: import again',
  retryable: true,
};

const isAbandoned = ({ done, updated_at }: Import, now: number): boolean =>
  !done && now - Date.parse(updated_at) >= abandoned_ms;

/** The status of an import now, whether it goes on, and what is to be added to its errors (M25, M29). */
export function standingOf(one: Import, now: number) {
  if (!isAbandoned(one, now)) return { status: statusOf(one, one.done), has_more: !one.done, errors: [] };
  const status = statusOf({ ...one, errors: one.errors + 1 }, true);
  return { status, has_more: false, errors: [abandoned] };
}

/** The import of a path; 404 for one that is unknown or of another account. */
export async function openImport(ctx: Imports, caller: Caller, id: string): Promise<Import> {
  const found = await ctx.imports.get(caller.account.id, id);
  if (found === null) throw notFound('Migration');
  return found;
}

/** GET /migrations/{id}: the whole import, all requests merged; no cursor, which goes with the provider's key (M22, M23). */
export async function getImport(ctx: Base & Imports, one: Import): Promise<MigrationRecord> {
  const { id, provider, region, resources, created_at, updated_at, suppressions } = one;
  const parts = await ctx.imports.parts(one);
  const templates = parts.flatMap(({ items }) => items.templates);
  const now = ctx.runtime.now();
  const { status, has_more, errors } = standingOf(one, now);
  const waits = has_more && one.wait_until > now;
  return migrationRecord({
    ...{ id, provider, region, resources, dry_run: false, status, has_more },
    next_cursor: null,
    retry_after_seconds: waits ? Math.ceil((one.wait_until - now) / 1000) : null,
    suppressions,
    errors: [...parts.flatMap((part) => part.errors), ...errors],
    attention: parts.flatMap((part) => part.attention),
    items: mergedItems(parts.map(({ items }) => items)),
    ...{ totals: one.totals, template_map: templateMap(templates) },
    ...(await codeOf(ctx, { provider, has_more, templates })),
    ...{ created_at, updated_at },
  });
}
